import type { IpcMain } from 'electron'
import type { CommandName } from '#shared/ipc/contract.ts'
import { callChannel } from '#shared/ipc/envelope.ts'
import type { AppHarness } from './app-fixtures.ts'

type Handler = (event: unknown, name: unknown, input: unknown) => Promise<unknown>
type Held = typeof globalThis & { letGo?: () => void; loseIt?: () => void }

/** Main does what a command asks, and its answers wait until they are let go: a slow disk, with nobody's watch running. */
export async function holdReply(harness: AppHarness, command: CommandName): Promise<() => Promise<void>> {
  await interceptReply(harness, command)
  return () => harness.app().app.evaluate(() => (globalThis as Held).letGo?.())
}

/** Main does what a command asks, and none of its answers gets to the window until the next one, which does. */
export async function dropReply(harness: AppHarness, command: CommandName): Promise<void> {
  await interceptReply(harness, command)
  await harness.app().app.evaluate(() => (globalThis as Held).loseIt?.())
}

async function interceptReply(harness: AppHarness, command: CommandName): Promise<void> {
  await harness.app().app.evaluate(
    ({ ipcMain }, { channel, held }) => {
      const handlers = (ipcMain as IpcMain & { _invokeHandlers: Map<string, Handler> })._invokeHandlers
      const handle = handlers.get(channel)
      if (!handle) throw new Error('Nobody answers the window')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const here = globalThis as Held
      here.letGo = resolve
      here.loseIt = () => reject(new Error('The answer was lost'))
      // Lost before anybody asked.
      promise.catch(() => undefined)
      handlers.set(channel, async (event, name, input) => {
        const answer = await handle(event, name, input)
        if (name !== held) return answer
        handlers.set(channel, handle)
        await promise
        return answer
      })
    },
    { channel: callChannel, held: command },
  )
}
