import { EventEmitter } from 'node:events'
import { getBrowserContext, getCdpConnection } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import { protocol } from './protocol.ts'

type RequestHandler = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean

/** The name of each permission in Electron and in Chromium. */
const permissions: [electron: string, chromium: { name: string; [option: string]: unknown }][] = [
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['midi', { name: 'midi' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['idle-detection', { name: 'idle-detection' }],
  ['storage-access', { name: 'storage-access' }],
  ['window-management', { name: 'window-management' }],
]

export class Session extends EventEmitter {
  readonly protocol = protocol
  readonly webRequest = noListeners()
  readonly cookies = Object.assign(new EventEmitter(), {
    get: () => Promise.resolve([]),
    set: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  })
  /** The result of `resolveProxy` by URL; tests change it. */
  proxyOf: (url: string) => string = () => 'DIRECT'
  private request: RequestHandler | null = null
  private check: CheckHandler | null = null

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.request = handler
    void this.applyPermissions()
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.check = handler
    void this.applyPermissions()
  }

  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setCertificateVerifyProc(): void {}
  setSpellCheckerEnabled(): void {}
  setSpellCheckerLanguages(): void {}
  setUserAgent(): void {}
  setDownloadPath(): void {}
  setPreloads(): void {}

  /**
   * Sets the permissions of Chromium to the answers of the app's handlers. Without handlers every permission is
   * granted, as in Electron.
   */
  async applyPermissions(): Promise<void> {
    for (const [name, permission] of permissions) {
      const setting = (await this.isGranted(name)) ? 'granted' : 'denied'
      await Promise.resolve()
        .then(getBrowserContext)
        .then((context) => getCdpConnection().send('Browser.setPermission', { permission, setting, ...context }))
        .catch(() => undefined)
    }
  }

  private async isGranted(name: string): Promise<boolean> {
    const { check, request } = this
    try {
      if (check && !check(null, name, '', {})) return false
      return request ? await new Promise<boolean>((resolve) => request(null, name, resolve, {})) : true
    } catch {
      // A handler that uses the page fails here, because there is no page yet.
      return false
    }
  }

  async resolveProxy(url: string): Promise<string> {
    return this.proxyOf(url)
  }

  async setProxy(): Promise<void> {}
  async forceReloadProxyConfig(): Promise<void> {}
  async closeAllConnections(): Promise<void> {}
  async clearCache(): Promise<void> {}
  async clearStorageData(): Promise<void> {}
  async clearHostResolverCache(): Promise<void> {}
  async flushStorageData(): Promise<void> {}

  isPersistent(): boolean {
    return true
  }

  getStoragePath(): string | null {
    return null
  }
}

function noListeners(): Record<string, () => void> {
  const names = [
    'onBeforeRequest',
    'onBeforeSendHeaders',
    'onSendHeaders',
    'onHeadersReceived',
    'onResponseStarted',
    'onBeforeRedirect',
    'onCompleted',
    'onErrorOccurred',
  ]
  return Object.fromEntries(names.map((name) => [name, () => undefined]))
}

/** The only session; every partition is this one. */
export const defaultSession = new Session()

export const session = { defaultSession, fromPartition: () => defaultSession, fromPath: () => defaultSession }
