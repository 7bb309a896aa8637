import { recordedCalls } from './recorded-calls.ts'
import { defaultSession } from './session.ts'
import { setSystemDark } from './native-theme.ts'
import { net } from './protocol.ts'

/** Exported by the stand-in only: values that tests read and change with `app.evaluate(({ standIn }) => ...)`. */
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
