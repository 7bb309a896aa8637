import { EventEmitter } from 'node:events'
import { recordedCalls } from './recorded-desktop-calls.ts'

// Modules of the desktop. Their functions do nothing except record the calls that tests read.

export const shell = {
  async openExternal(url: string): Promise<void> {
    recordedCalls.openedExternalUrls.push(url)
  },
  async openPath(path: string): Promise<string> {
    recordedCalls.openedOrShownPaths.push(path)
    return ''
  },
  showItemInFolder: (path: string): void => void recordedCalls.openedOrShownPaths.push(path),
  async trashItem(): Promise<void> {},
  beep(): void {},
}

let copied = ''
export const clipboard = {
  readText: (): string => copied,
  writeText(text: string): void {
    if (typeof text !== 'string')
      throw new TypeError('Error processing argument at index 0, conversion failure from ' + String(text))
    copied = text
  },
  write: ({ text }: { text?: string }): void => {
    copied = text ?? ''
  },
  clear: (): void => {
    copied = ''
  },
  availableFormats: (): string[] => (copied === '' ? [] : ['text/plain']),
}

/** The notifications that were shown, oldest first, closed ones included. */
export const shownNotifications: Notification[] = []
/** The icons in the tray, oldest first. */
export const trays: Tray[] = []

export class Notification extends EventEmitter {
  title: string
  body: string

  constructor({ title = '', body = '' }: { title?: string; body?: string } = {}) {
    super()
    this.title = title
    this.body = body
  }

  static isSupported(): boolean {
    recordedCalls.notificationSupportQueriedAt.push(Date.now())
    return true
  }

  show(): void {
    shownNotifications.push(this)
    recordedCalls.notifications.push({ title: this.title, body: this.body, at: Date.now() })
    this.emit('show', {})
  }

  close(): void {
    this.emit('close', {})
  }
}

export class Tray extends EventEmitter {
  /** Not in Electron: what was set last. */
  tooltip = ''
  image: unknown
  private isGone = false
  private menu: unknown = null

  constructor(image: unknown) {
    super()
    this.image = image
    trays.push(this)
  }

  setToolTip(text: string): void {
    this.tooltip = text
  }

  setTitle(): void {}

  setImage(image: unknown): void {
    this.image = image
  }

  setContextMenu(menu: unknown): void {
    this.menu = menu
  }

  /** Not in Electron, only for tests: the current menu. */
  getContextMenu(): unknown {
    return this.menu
  }

  popUpContextMenu(): void {}

  destroy(): void {
    this.isGone = true
  }

  isDestroyed(): boolean {
    return this.isGone
  }
}

class NativeImage {
  /** Not in Electron: the file or URL of the image. */
  readonly source: unknown

  constructor(source?: unknown) {
    this.source = source
  }

  isEmpty(): boolean {
    return true
  }

  getSize(): { width: number; height: number } {
    return { width: 0, height: 0 }
  }

  resize(): NativeImage {
    return this
  }

  setTemplateImage(): void {}

  toPNG(): Buffer {
    return Buffer.alloc(0)
  }

  toDataURL(): string {
    return 'data:image/png;base64,'
  }
}

const newImage = (source?: unknown): NativeImage => new NativeImage(source)
export const nativeImage = {
  createEmpty: newImage,
  createFromPath: newImage,
  createFromBuffer: newImage,
  createFromDataURL: newImage,
  createFromNamedImage: newImage,
}

const area = { x: 0, y: 0, width: 1920, height: 1080 }
const display = {
  id: 1,
  label: '',
  bounds: area,
  workArea: area,
  size: area,
  workAreaSize: area,
  scaleFactor: 1,
  rotation: 0,
  internal: false,
}
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
  getDisplayNearestPoint: () => display,
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
})

export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  getSystemIdleState: () => 'active',
  isOnBatteryPower: () => false,
  onBatteryPower: false,
})

export const powerSaveBlocker = { start: (): number => 1, stop: (): boolean => true, isStarted: (): boolean => false }

export const globalShortcut = {
  register: (): boolean => true,
  registerAll(): void {},
  unregister(): void {},
  unregisterAll(): void {},
  isRegistered: (): boolean => false,
}

export const systemPreferences = Object.assign(new EventEmitter(), {
  getAccentColor: () => '',
  getAnimationSettings: () => ({
    shouldRenderRichAnimation: true,
    prefersReducedMotion: false,
    scrollAnimationsEnabledBySystem: true,
  }),
})

export const crashReporter = {
  start(): void {},
  getUploadedReports: (): object[] => [],
  getLastCrashReport: () => null,
}
