import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeChromium } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import { createEvent } from './create-event.ts'
import { acquireInstanceLock, releaseInstanceLock } from './single-instance-lock.ts'

type Window = { close: () => void; destroy: () => void; isDestroyed: () => boolean; focus: () => void }

class CommandLine {
  private switches = new Map<string, string>()

  appendSwitch(name: string, value = ''): void {
    this.switches.set(name, value)
  }

  removeSwitch(name: string): void {
    this.switches.delete(name)
  }

  appendArgument(): void {}

  hasSwitch(name: string): boolean {
    return this.switches.has(name)
  }

  getSwitchValue(name: string): string {
    return this.switches.get(name) ?? ''
  }

  /** The switches as arguments for Chromium. */
  list(): string[] {
    return [...this.switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
  }
}

class App extends EventEmitter {
  readonly commandLine = new CommandLine()
  readonly isPackaged = false
  readonly runningUnderARM64Translation = false
  accessibilitySupportEnabled = false
  badgeCount = 0
  applicationMenu: unknown = null
  userAgentFallback = ''
  /** The open windows in the order of their creation; set by browser-window.ts. */
  windows: () => Window[] = () => []
  private title = 'Electron'
  private version = process.versions['electron'] ?? ''
  private root = process.cwd()
  private paths = new Map<string, string>()
  private ready_ = Promise.withResolvers<void>()
  private hasStarted = false
  private quitting: 'no' | 'asking' | 'ending' = 'no'

  /** Sets root folder, name and version of the app; called by start.ts. */
  describe(about: { root: string; name: string | undefined; version: string | undefined }): void {
    this.root = about.root
    if (about.name !== undefined) this.title = about.name
    if (about.version !== undefined) this.version = about.version
  }

  start(): void {
    this.hasStarted = true
    this.ready_.resolve()
    this.emit('will-finish-launching')
    this.emit('ready', createEvent(), {})
  }

  whenReady(): Promise<void> {
    return this.ready_.promise
  }

  isReady(): boolean {
    return this.hasStarted
  }

  /** Closes every window and ends the process, unless a listener or a window prevents it. */
  quit(): void {
    if (this.quitting !== 'no') return
    this.quitting = 'asking'
    setImmediate(() => this.quitNow())
  }

  private quitNow(): void {
    const before = createEvent()
    this.emit('before-quit', before)
    if (before.defaultPrevented) {
      this.quitting = 'no'
      return
    }
    for (const window of this.windows()) {
      window.close()
      if (!window.isDestroyed()) {
        this.quitting = 'no'
        return
      }
    }
    const will = createEvent()
    this.emit('will-quit', will)
    if (will.defaultPrevented) {
      this.quitting = 'no'
      return
    }
    this.end(0)
  }

  /** Called by a window after it has closed. */
  windowClosed(): void {
    if (this.quitting !== 'no' || this.windows().length > 0) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  exit(code = 0): void {
    if (this.quitting === 'ending') return
    for (const window of this.windows()) window.destroy()
    this.end(code)
  }

  private end(code: number): void {
    this.quitting = 'ending'
    this.emit('quit', createEvent(), code)
    releaseInstanceLock()
    closeChromium()
    process.exit(code)
  }

  relaunch(): void {}

  focus(): void {
    this.windows()[0]?.focus()
  }

  hide(): void {}
  show(): void {}

  getName(): string {
    return this.title
  }

  get name(): string {
    return this.title
  }

  set name(name: string) {
    this.setName(name)
  }

  setName(name: string): void {
    this.title = name
  }

  getVersion(): string {
    return this.version
  }

  getAppPath(): string {
    return this.root
  }

  setAppPath(path: string): void {
    this.root = path
  }

  getPath(name: string): string {
    const set = this.paths.get(name)
    if (set !== undefined) return set
    const home = homedir()
    switch (name) {
      case 'home':
        return home
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] || join(home, '.config')
      case 'userData':
        return join(this.getPath('appData'), this.title)
      case 'sessionData':
        return this.getPath('userData')
      case 'logs':
        return join(this.getPath('userData'), 'logs')
      case 'crashDumps':
        return join(this.getPath('userData'), 'Crashpad')
      case 'cache':
        return process.env['XDG_CACHE_HOME'] || join(home, '.cache')
      case 'temp':
        return tmpdir()
      case 'exe':
      case 'module':
        return process.argv[0] ?? ''
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return join(home, name[0]?.toUpperCase() + name.slice(1))
      default:
        throw new Error(`Failed to get '${name}' path`)
    }
  }

  setPath(name: string, path: string): void {
    this.getPath(name)
    if (!path.startsWith('/')) throw new Error('Path must be absolute')
    if (name === 'userData' || name === 'logs') mkdirSync(path, { recursive: true })
    this.paths.set(name, path)
  }

  setAppLogsPath(path?: string): void {
    this.setPath('logs', path ?? join(this.getPath('userData'), 'logs'))
  }

  getLocale(): string {
    return this.commandLine.getSwitchValue('lang') || systemLanguages()[0] || 'en-US'
  }

  getSystemLocale(): string {
    return systemLanguages()[0] ?? 'en-US'
  }

  getLocaleCountryCode(): string {
    return this.getSystemLocale().split('-')[1] ?? ''
  }

  getPreferredSystemLanguages(): string[] {
    return systemLanguages()
  }

  /** False if another process of this profile has the lock; that process then emits 'second-instance'. */
  requestSingleInstanceLock(additionalData: unknown = {}): boolean {
    return acquireInstanceLock(this.getPath('userData'), additionalData, ({ argv, cwd, data }) => {
      this.emit('second-instance', createEvent(), argv, cwd, data)
    })
  }

  hasSingleInstanceLock(): boolean {
    return acquireInstanceLock.isHeld()
  }

  releaseSingleInstanceLock(): void {
    releaseInstanceLock()
  }

  enableSandbox(): void {
    if (this.hasStarted) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  disableHardwareAcceleration(): void {
    if (this.hasStarted) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }

  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  showAboutPanel(): void {}
  addRecentDocument(): void {}
  clearRecentDocuments(): void {}

  setAsDefaultProtocolClient(): boolean {
    return true
  }

  removeAsDefaultProtocolClient(): boolean {
    return true
  }

  isDefaultProtocolClient(): boolean {
    return false
  }

  setLoginItemSettings(): void {}

  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: false }
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count
    return true
  }

  getBadgeCount(): number {
    return this.badgeCount
  }

  getGPUFeatureStatus(): object {
    return {}
  }

  getAppMetrics(): object[] {
    return []
  }

  isEmojiPanelSupported(): boolean {
    return false
  }
}

function systemLanguages(): string[] {
  const set =
    process.env['LANGUAGE'] || process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || ''
  const names = set
    .split(':')
    .map((name) => (name.split('.')[0] ?? '').replace('_', '-'))
    .filter((name) => name !== '' && name !== 'C' && name !== 'POSIX')
  return names.length > 0 ? names : ['en-US']
}

export const app = new App()
app.setMaxListeners(0)
