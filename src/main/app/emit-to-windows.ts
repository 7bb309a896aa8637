import { BrowserWindow } from 'electron'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { eventChannel } from '#shared/ipc/preload-bridge.ts'

export const emitToWindows: EmitEvent = (name, payload) => {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel, name, payload)
  }
}
