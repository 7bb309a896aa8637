import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { AppError, toWireError } from '#shared/app-error.ts'
import { callChannel, type Envelope } from '#shared/ipc/envelope.ts'
import type { Router } from './router.ts'

/** True for the main frame of our own page; `senderFrame` is null when the frame has gone or navigated. `URL` knows no origin for our scheme, the frame does. */
function isOwnPage(event: IpcMainInvokeEvent, origin: string): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && frame.origin === origin
}

/** The one `ipcMain.handle`: what does not come from our own page is refused before it is looked at. */
export function registerIpcMain(router: Router, origin: string): void {
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown): Promise<Envelope> => {
    if (!isOwnPage(event, origin)) return { ok: false, error: toWireError(new AppError('foreign_sender', 'This page may not use the app.')) }
    return router.call(name, input)
  })
}
