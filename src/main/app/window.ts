import { join } from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { eventChannel } from '#shared/ipc/bridge.ts'

const minSize = { width: 960, height: 600 }
const defaultSize = { width: 1280, height: 800 }

/** Background of the window until the page is painted, so that there is no white flash in dark mode. */
const backgroundColors = { light: 'white', dark: 'black' }

export function openWindow(url: string): BrowserWindow {
  const window = new BrowserWindow({
    ...defaultSize,
    minWidth: minSize.width,
    minHeight: minSize.height,
    useContentSize: true,
    show: false,
    title: 'Banto',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgroundColors.dark : backgroundColors.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(url)
  return window
}

/** Brings the existing window to the front. */
export function showWindow(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

export const emitToWindows: EmitEvent = (name, payload) => {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel, name, payload)
  }
}
