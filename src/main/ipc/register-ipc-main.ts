import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { AppError, toWireError } from '#shared/app-error.ts'
import { callChannel } from '#shared/ipc/preload-bridge.ts'
import type { IpcResultEnvelope } from '#shared/ipc/ipc-result-envelope.ts'
import type { CommandRouter } from './command-router.ts'

/**
 * Returns true for the main frame of the app's own page. `senderFrame` is null after the frame was removed or
 * navigated. `URL` has no origin for a custom scheme, but the frame has.
 */
function isOwnPage(event: IpcMainInvokeEvent, origin: string): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && frame.origin === origin
}

/** Registers the only `ipcMain.handle`. A call from any other page is refused before its content is read. */
export function registerIpcMain(router: CommandRouter, origin: string): void {
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown): Promise<IpcResultEnvelope> => {
    if (!isOwnPage(event, origin))
      return { ok: false, error: toWireError(new AppError('foreign_sender', 'This page may not use the app.')) }
    return router.call(name, input)
  })
}
