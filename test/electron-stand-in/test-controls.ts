import { recordedCalls } from './recorded-calls.ts'
import { defaultSession } from './session.ts'
import { setSystemDark } from './native-theme.ts'
import { net } from './protocol.ts'

/** Only the stand-in exports this: what tests read and change through `app.evaluate(({ standIn }) => ...)`. */
export const standIn = {
  ...recordedCalls,
  setSystemDark,
  setOnline(isOnline: boolean): void {
    net.online = isOnline
  },
  setProxy(rule: string): void {
    defaultSession.proxyOf = () => rule
  },
}
