import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { WindowBounds } from '#main/store/window-bounds-store.ts'
import { fitWindowBoundsToScreen } from './fit-window-bounds-to-screen.ts'

const minSize = { width: 960, height: 600 }
const defaultSize = { width: 1280, height: 800 }

/** Background of the window until the page is painted, so that there is no white flash in dark mode. */
const backgroundColors = { light: 'white', dark: 'black' }

interface CreateMainWindowOptions {
  /** Where the window was last. Null: the default size, in the middle of the screen. */
  bounds: WindowBounds | null
  /** Called after each change of the bounds, and when the window closes. */
  onBounds: (bounds: WindowBounds) => void
  /** Asked when the user closes the window. True: the window is hidden and keeps its state. */
  hidesOnClose: () => boolean
}

export function createMainWindow(
  url: string,
  { bounds, onBounds, hidesOnClose }: CreateMainWindowOptions,
): BrowserWindow {
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
  const visible =
    bounds &&
    fitWindowBoundsToScreen(
      bounds,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    )
  if (visible) window.setBounds(visible)
  window.once('ready-to-show', () => {
    if (bounds?.isMaximized) window.maximize()
    window.show()
  })
  const tellBounds = () => onBounds({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  // Every listener of BrowserWindow is declared by its own overload, so the events cannot be looped over.
  window.on('resize', tellBounds)
  window.on('move', tellBounds)
  window.on('maximize', tellBounds)
  window.on('unmaximize', tellBounds)
  window.on('close', tellBounds)
  window.on('close', (event) => {
    if (!hidesOnClose()) return
    event.preventDefault()
    hide(window)
  })
  void window.loadURL(url)
  return window
}

/** macOS would leave an empty screen behind a hidden window that fills it. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) return window.hide()
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}

/** Brings the existing window to the front. Returns false if there is none. */
export function bringMainWindowToFront(): boolean {
  const window = BrowserWindow.getAllWindows()[0]
  if (!window) return false
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  return true
}
