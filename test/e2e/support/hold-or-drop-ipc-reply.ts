import type { IpcMain } from 'electron'
import type { CommandName } from '#shared/ipc/all-commands-and-events.ts'
import { callChannel } from '#shared/ipc/preload-bridge.ts'
import type { AppHarness } from './app-fixtures.ts'

type Handler = (event: unknown, name: unknown, input: unknown) => Promise<unknown>
type Held = typeof globalThis & { releaseReply?: () => void; dropReply?: () => void }

/** Main runs the next call of a command, but its reply is delayed until the returned function is called. */
export async function holdReply(harness: AppHarness, command: CommandName): Promise<() => Promise<void>> {
  await interceptReply(harness, command)
  return () => harness.app().app.evaluate(() => (globalThis as Held).releaseReply?.())
}

/** Like `holdReply`, but delays the replies to all calls of the command. */
export async function holdReplies(harness: AppHarness, command: CommandName): Promise<() => Promise<void>> {
  await interceptReply(harness, command, 'each')
  return () => harness.app().app.evaluate(() => (globalThis as Held).releaseReply?.())
}

/** Main runs the next call of a command, but the window receives an error instead of the reply. */
export async function dropReply(harness: AppHarness, command: CommandName): Promise<void> {
  await interceptReply(harness, command)
  await harness.app().app.evaluate(() => (globalThis as Held).dropReply?.())
}

async function interceptReply(
  harness: AppHarness,
  command: CommandName,
  calls: 'next' | 'each' = 'next',
): Promise<void> {
  await harness.app().app.evaluate(
    ({ ipcMain }, { channel, held, isNextOnly }) => {
      const handlers = (ipcMain as IpcMain & { _invokeHandlers: Map<string, Handler> })._invokeHandlers
      const handle = handlers.get(channel)
      if (!handle) throw new Error('Nobody answers the window')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const here = globalThis as Held
      here.releaseReply = resolve
      here.dropReply = () => reject(new Error('The answer was lost'))
      // Prevents an unhandled rejection when the reply is dropped before the command is called.
      promise.catch(() => undefined)
      handlers.set(channel, async (event, name, input) => {
        const answer = await handle(event, name, input)
        if (name !== held) return answer
        if (isNextOnly) handlers.set(channel, handle)
        await promise
        return answer
      })
    },
    { channel: callChannel, held: command, isNextOnly: calls === 'next' },
  )
}
