import type { IpcMain } from 'electron'
import type { CommandName, CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import { callChannel } from '#shared/ipc/preload-bridge.ts'
import type { LaunchedApp } from './launch-app.ts'

type Handler = (event: unknown, name: unknown, input: unknown) => Promise<unknown>

/** From now on, the window receives `data` for each call of a command. Main does not run the command. */
export async function replaceReply<Name extends CommandName>(
  { app }: Pick<LaunchedApp, 'app'>,
  command: Name,
  data: CommandOutput<Name>,
): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, { channel, replaced, reply }) => {
      const handlers = (ipcMain as IpcMain & { _invokeHandlers: Map<string, Handler> })._invokeHandlers
      const handle = handlers.get(channel)
      if (!handle) throw new Error('Nobody answers the window')
      handlers.set(channel, (event, name, input) =>
        name === replaced ? Promise.resolve({ ok: true, data: reply }) : handle(event, name, input),
      )
    },
    { channel: callChannel, replaced: command, reply: data },
  )
}
