import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { getCdpConnection } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import { createEvent } from './create-event.ts'
import { targets } from '#test/electron-stand-in/chromium/page-targets.ts'
import { WebContents, findWebContentsOfFrame } from './web-contents.ts'
import type { WebPreferences } from './web-contents.ts'

export type Rectangle = { x: number; y: number; width: number; height: number }
type Options = Partial<Rectangle> & {
  minWidth?: number
  minHeight?: number
  show?: boolean
  title?: string
  webPreferences?: WebPreferences
  [name: string]: unknown
}

const all: BrowserWindow[] = []
let focused: BrowserWindow | undefined
app.windows = () => [...all]

function setFocused(window: BrowserWindow | undefined): void {
  focused = window
}

/** A window without a frame: its size is the size of its page, on a screen and headless. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  readonly id: number
  private title: string
  private bounds: Rectangle
  private minimum: [number, number] = [0, 0]
  private isShown: boolean
  private isSmall = false
  private isLarge = false
  private isFull = false
  private isGone = false
  private menu: unknown

  constructor(options: Options = {}) {
    super()
    this.setMaxListeners(0)
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const {
      x = 0,
      y = 0,
      width = 800,
      height = 600,
      title = app.getName(),
      show = true,
      webPreferences = {},
      minWidth = 0,
      minHeight = 0,
    } = options
    this.title = title
    this.minimum = [minWidth, minHeight]
    this.bounds = { x, y, width: Math.max(width, minWidth), height: Math.max(height, minHeight) }
    this.isShown = show
    this.webContents = new WebContents(webPreferences, { width: this.bounds.width, height: this.bounds.height })
    this.id = this.webContents.id
    all.push(this)
    if (show) setFocused(this)
    let wasPainted = false
    this.webContents.on('paint-first', () => {
      if (wasPainted || this.isGone) return
      wasPainted = true
      this.emit('ready-to-show', createEvent())
    })
    this.webContents.on('close-asked', () => this.close())
    this.webContents.openWindow = (url, extra) => {
      const window = new BrowserWindow({ ...extra })
      this.webContents.emit('did-create-window', window, { url })
      void window.loadURL(url).catch(() => undefined)
    }
    app.emit('browser-window-created', createEvent(), this)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all]
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return all.find((window) => window.webContents === contents) ?? null
  }

  static fromId(id: number): BrowserWindow | null {
    return all.find((window) => window.id === id) ?? null
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  loadFile(path: string): Promise<void> {
    return this.webContents.loadFile(path)
  }

  reload(): void {
    this.webContents.reload()
  }

  capturePage(): ReturnType<WebContents['capturePage']> {
    return this.webContents.capturePage()
  }

  show(): void {
    this.isShown = true
    this.emit('show', createEvent())
    this.focus()
  }

  showInactive(): void {
    this.isShown = true
    this.emit('show', createEvent())
  }

  hide(): void {
    this.isShown = false
    if (focused === this) this.blur()
    this.emit('hide', createEvent())
  }

  focus(): void {
    this.webContents.focus()
    if (focused === this) return
    focused?.blur()
    setFocused(this)
    this.emit('focus', createEvent())
    app.emit('browser-window-focus', createEvent(), this)
  }

  blur(): void {
    if (focused !== this) return
    focused = undefined
    this.emit('blur', createEvent())
    app.emit('browser-window-blur', createEvent(), this)
  }

  isFocused(): boolean {
    return focused === this
  }

  isVisible(): boolean {
    return this.isShown && !this.isSmall
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  minimize(): void {
    this.isSmall = true
    this.emit('minimize', createEvent())
  }

  restore(): void {
    if (this.isSmall) this.emit('restore', createEvent())
    this.isSmall = false
  }

  isMinimized(): boolean {
    return this.isSmall
  }

  maximize(): void {
    this.isLarge = true
    this.emit('maximize', createEvent())
  }

  unmaximize(): void {
    this.isLarge = false
    this.emit('unmaximize', createEvent())
  }

  isMaximized(): boolean {
    return this.isLarge
  }

  setFullScreen(isFull: boolean): void {
    this.isFull = isFull
    this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen', createEvent())
  }

  isFullScreen(): boolean {
    return this.isFull
  }

  isNormal(): boolean {
    return !this.isSmall && !this.isLarge && !this.isFull
  }

  getBounds(): Rectangle {
    return { ...this.bounds }
  }

  getNormalBounds(): Rectangle {
    return this.getBounds()
  }

  getContentBounds(): Rectangle {
    return this.getBounds()
  }

  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.bounds
    const wanted = { ...before, ...bounds }
    this.bounds = {
      ...wanted,
      width: Math.max(wanted.width, this.minimum[0]),
      height: Math.max(wanted.height, this.minimum[1]),
    }
    const { width, height } = this.bounds
    if (width !== before.width || height !== before.height) {
      this.webContents.size = { width, height }
      void this.webContents.ready.then(() => this.webContents.applySize()).catch(() => undefined)
      this.emit('resize', createEvent())
      this.emit('resized', createEvent())
    }
    if (this.bounds.x !== before.x || this.bounds.y !== before.y) this.emit('move', createEvent())
  }

  setContentBounds(bounds: Partial<Rectangle>): void {
    this.setBounds(bounds)
  }

  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height]
  }

  getContentSize(): [number, number] {
    return this.getSize()
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getPosition(): [number, number] {
    return [this.bounds.x, this.bounds.y]
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  center(): void {}

  setMinimumSize(width: number, height: number): void {
    this.minimum = [width, height]
  }

  getMinimumSize(): [number, number] {
    return this.minimum
  }

  setTitle(title: string): void {
    this.title = title
  }

  getTitle(): string {
    return this.title
  }

  setMenu(menu: unknown): void {
    this.menu = menu
  }

  removeMenu(): void {
    this.menu = null
  }

  getMenu(): unknown {
    return this.menu
  }

  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setBackgroundColor(): void {}
  setIcon(): void {}
  setProgressBar(): void {}
  setOverlayIcon(): void {}
  setTitleBarOverlay(): void {}
  setAlwaysOnTop(): void {}
  setSkipTaskbar(): void {}
  setResizable(): void {}
  setContentProtection(): void {}
  setWindowButtonVisibility(): void {}
  flashFrame(): void {}
  moveTop(): void {}

  /** Closes the window unless a listener of 'close' prevents it. */
  close(): void {
    if (this.isGone) return
    const event = createEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.isGone) return
    this.isGone = true
    all.splice(all.indexOf(this), 1)
    if (focused === this) focused = undefined
    this.webContents.end()
    this.emit('closed')
    app.windowClosed()
  }
}

/** Closes every page that a link with a target opened, and opens a window for it if the app's handler allows it. */
export function watchPopups(): void {
  targets.on('gone', (targetId: string) => {
    all.find((window) => window.webContents.targetId === targetId)?.destroy()
  })
  targets.on('popup', ({ targetId, openerId, url }: { targetId: string; openerId?: string; url: string }) => {
    const opener = findWebContentsOfFrame(openerId ?? '') ?? focused?.webContents ?? all[0]?.webContents
    const answer = opener?.mayOpen({ url: opener.lastOpened ?? url })
    void getCdpConnection()
      .send('Target.closeTarget', { targetId })
      .catch(() => undefined)
    if (answer?.action === 'allow')
      opener?.openWindow?.(opener.lastOpened ?? url, answer.overrideBrowserWindowOptions ?? {})
  })
}
