import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import { app } from './app.ts'
import { getCdpConnection } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import type { Params, Session } from '#test/electron-stand-in/chromium/cdp-connection.ts'
import { isWindowVisible } from '#test/electron-stand-in/chromium/start-chromium.ts'
import { createEvent } from './create-event.ts'
import { createFrameTree } from '#test/electron-stand-in/chromium/frame-tree.ts'
import type { FrameContext, FrameTree } from '#test/electron-stand-in/chromium/frame-tree.ts'
import { receiveMessage, serializer } from './ipc-main.ts'
import type { RendererMessage } from './ipc-main.ts'
import { isolatedWorldName, buildPreloadScripts } from '#test/electron-stand-in/preload/build-preload-scripts.ts'
import { recordedCalls } from './recorded-desktop-calls.ts'
import { defaultSession } from './session.ts'
import { claimPageTarget } from '#test/electron-stand-in/chromium/page-targets.ts'
import { themeFeatures } from './native-theme.ts'
import { traceMessage } from './trace-messages.ts'
import { toAppUrl, toBrowserUrl } from '#test/electron-stand-in/chromium/translate-app-urls.ts'
import { getWebFrameMain } from './web-frame-main.ts'
import type { WebFrameMain } from './web-frame-main.ts'

export type WebPreferences = { preload?: string; nodeIntegrationInSubFrames?: boolean; [name: string]: unknown }
export type WindowOpenDetails = {
  url: string
  frameName: string
  features: string
  disposition: string
  referrer: object
  postBody: undefined
}
export type WindowOpenAnswer =
  { action: 'deny' } | { action: 'allow'; overrideBrowserWindowOptions?: Record<string, unknown> }

const all = new Map<number, WebContents>()
let lastId = 0

/** A page of Chromium. Its target is created asynchronously; commands wait for the target in their order. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly session = defaultSession
  readonly ready: Promise<Session>
  frames: FrameTree | undefined
  targetId: string | undefined
  /** URLs that the app itself loads and that emit no `will-navigate`. */
  readonly ownLoads: string[] = []
  isReloading = false
  /** The URL of the last clicked link that has a `target` attribute. */
  lastOpened: string | undefined
  openHandler: ((details: WindowOpenDetails) => WindowOpenAnswer) | undefined
  /** Creates a window for an allowed `window.open`; set by BrowserWindow. */
  openWindow: ((url: string, options: Record<string, unknown>) => void) | undefined
  size: { width: number; height: number }
  private preferences: WebPreferences
  private live: Session | undefined
  private isGone = false
  private isLoading_ = false
  private zoom = 1
  private agent = ''

  constructor(preferences: WebPreferences, size: { width: number; height: number }) {
    super()
    this.setMaxListeners(0)
    this.preferences = preferences
    this.size = size
    all.set(this.id, this)
    this.ready = this.open()
    this.ready.catch((error: Error) => {
      if (!this.isGone) console.error('stand-in: a window could not be opened:', error)
    })
    app.emit('web-contents-created', createEvent(), this)
  }

  private async open(): Promise<Session> {
    this.targetId = await claimPageTarget(this.size)
    const { sessionId } = await getCdpConnection().send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: this.targetId,
      flatten: true,
    })
    const session = getCdpConnection().session(sessionId)
    this.live = session
    this.frames = createFrameTree(this.targetId, isolatedWorldName)
    this.listen(session, this.frames)
    await this.prepare(session)
    return session
  }

  private async prepare(session: Session): Promise<void> {
    const { preload, nodeIntegrationInSubFrames } = this.preferences
    const scripts = buildPreloadScripts({
      secret: `h${randomBytes(12).toString('hex')}`,
      preload: preload === undefined ? undefined : resolve(preload),
      isInSubframes: nodeIntegrationInSubFrames === true,
    })
    this.agent = scripts.world.receiver
    session.events.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: Params) => {
      if (name === scripts.world.binding) this.receive(String(payload), Number(executionContextId))
    })
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Inspector.enable'),
      session.send('Runtime.addBinding', { name: scripts.world.binding, executionContextName: isolatedWorldName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolated, worldName: isolatedWorldName }),
      session.send('Runtime.enable'),
      this.applySize(session),
      this.applyTheme(themeFeatures(), session),
    ])
  }

  private listen({ events }: Session, frames: FrameTree): void {
    events.on('Page.frameAttached', (params: Params) => frames.attached(params))
    events.on('Page.frameDetached', (params: Params) => {
      if (params['reason'] !== 'swap') frames.detached(params)
    })
    events.on('Page.frameNavigated', (params: Params) => this.navigated(frames.navigated(params)))
    events.on('Page.navigatedWithinDocument', (params: Params) => {
      const frame = frames.movedWithinDocument(params)
      if (frame) this.emit('did-navigate-in-page', createEvent(), frame.document.url, frame.parentId === undefined)
    })
    events.on('Page.frameStartedNavigating', ({ frameId, navigationType }: Params) => {
      if (frameId === this.targetId) this.isReloading = String(navigationType).startsWith('reload')
    })
    events.on('Page.windowOpen', ({ url }: Params) => {
      this.lastOpened = toAppUrl(String(url))
    })
    events.on('Page.lifecycleEvent', ({ frameId, name }: Params) => {
      if (frameId === this.targetId) this.advanced(String(name))
    })
    events.on('Runtime.executionContextCreated', (params: Params) => frames.contextCreated(params))
    events.on('Runtime.executionContextDestroyed', ({ executionContextId }: Params) =>
      frames.contexts.delete(Number(executionContextId)),
    )
    events.on('Runtime.executionContextsCleared', () => frames.contexts.clear())
    events.on('Runtime.consoleAPICalled', ({ type, args }: Params) => {
      const text = (args as { value?: unknown; description?: string }[])
        .map((arg) => String(arg.value ?? arg.description))
        .join(' ')
      this.emit('console-message', createEvent({ level: type, message: text }), 0, text, 0, '')
    })
    events.on('Inspector.targetCrashed', () => {
      frames.contexts.clear()
      this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 139 })
    })
  }

  private navigated(frame: { parentId: string | undefined; document: { url: string } }): void {
    if (frame.parentId !== undefined) return
    this.isLoading_ = true
    // Playwright may have replaced the emulated theme when it attached to the page.
    void this.applyTheme()
    this.emit('did-navigate', createEvent(), frame.document.url, 200, 'OK')
  }

  private advanced(name: string): void {
    if (name === 'init') this.emit('did-start-loading')
    if (name === 'DOMContentLoaded') this.emit('dom-ready', createEvent())
    if (name === 'firstPaint' || name === 'firstContentfulPaint') this.emit('paint-first')
    if (name === 'load' && this.getURL() !== 'about:blank') {
      this.isLoading_ = false
      this.emit('did-stop-loading')
      this.emit('did-finish-load', createEvent())
      this.emit('paint-first')
    }
  }

  /** Loads a link with the app's scheme, which Chromium does not support; a link with another scheme is recorded. */
  private followSchemeLink(url: string): void {
    if (!this.mayNavigate(url, 'will-navigate')) return
    if (toBrowserUrl(url) === url) recordedCalls.openedExternalUrls.push(url)
    else void this.loadURL(url).catch(() => undefined)
  }

  /** Emits the navigation events; false if a listener of the app prevents the navigation. */
  mayNavigate(url: string, name: 'will-navigate' | 'will-redirect'): boolean {
    const event = createEvent({
      url: toAppUrl(url),
      isSameDocument: false,
      isMainFrame: true,
      frame: this.mainFrame,
      initiator: this.mainFrame,
    })
    this.emit('will-frame-navigate', event)
    this.emit(name, event, event.url, false, true)
    return !event.defaultPrevented
  }

  mayOpen(details: { url: string; frameName?: string; features?: string }): WindowOpenAnswer {
    const { url, frameName = '', features = '' } = details
    const referrer = { url: this.getURL(), policy: 'strict-origin-when-cross-origin' }
    if (!this.openHandler) return { action: 'allow' }
    return (
      this.openHandler({
        url: toAppUrl(url),
        frameName,
        features,
        disposition: 'foreground-tab',
        referrer,
        postBody: undefined,
      }) ?? { action: 'deny' }
    )
  }

  private receive(payload: string, contextId: number): void {
    const context: FrameContext | undefined = this.frames?.contexts.get(contextId)
    const message = JSON.parse(payload) as {
      kind: string
      details: string
      error: string
      key: object
      url: string
    } & RendererMessage
    if (!context) return
    if (message.kind === 'invoke' || message.kind === 'send') void receiveMessage(this, context, message)
    else if (message.kind === 'navigate') this.followSchemeLink(message.url)
    else if (message.kind === 'key') this.emit('before-input-event', createEvent(), message.key)
    else if (message.kind === 'preload-error')
      this.emit('preload-error', createEvent(), this.preferences.preload, serializer.decode(message.error))
    else if (message.kind === 'open-window') {
      const details = serializer.decode(message.details) as { url: string; frameName: string; features: string }
      const answer = this.mayOpen(details)
      if (answer.action === 'allow') this.openWindow?.(toAppUrl(details.url), answer.overrideBrowserWindowOptions ?? {})
    }
  }

  /** Sends a message to one execution context. A message to a destroyed context is dropped, as in Electron. */
  post(contextId: number, message: object): void {
    const text = JSON.stringify(message)
    this.live
      ?.send('Runtime.callFunctionOn', {
        executionContextId: contextId,
        functionDeclaration: `function (text) { globalThis[${JSON.stringify(this.agent)}](text) }`,
        arguments: [{ value: text }],
      })
      .catch(() => undefined)
  }

  sendToFrame(frameId: string, channel: string, args: unknown[]): void {
    const data = serializer.encode(args)
    const context = this.frames?.contextOf(frameId)
    if (!context) return
    traceMessage({ direction: 'to-renderer', kind: 'send', channel, window: this.id, url: context.document.url, data })
    this.post(context.id, { kind: 'send', channel, args: data })
  }

  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    if (this.targetId === undefined) serializer.encode(args)
    else this.sendToFrame(this.targetId, channel, args)
  }

  async loadURL(url: string): Promise<void> {
    const session = await this.ready
    const address = toBrowserUrl(url)
    const finished = new Promise<void>((done) => this.once('did-finish-load', () => done()))
    this.ownLoads.push(withoutHash(address))
    const { errorText, loaderId } = await session.send<{ errorText?: string; loaderId?: string }>('Page.navigate', {
      url: address,
    })
    const at = this.ownLoads.indexOf(withoutHash(address))
    if (at >= 0) this.ownLoads.splice(at, 1)
    if (errorText !== undefined) {
      const name = errorText.replace(/^net::/, '')
      this.emit('did-fail-load', createEvent(), -2, name, url, true)
      throw Object.assign(new Error(`${name} (-2) loading '${url}'`), { code: name, errno: -2, url })
    }
    if (loaderId !== undefined && address !== 'about:blank') await finished
  }

  loadFile(path: string): Promise<void> {
    return this.loadURL(new URL(`file://${resolve(app.getAppPath(), path)}`).href)
  }

  reload(): void {
    this.isReloading = true
    this.sendToPage('Page.reload')
  }

  reloadIgnoringCache(): void {
    this.isReloading = true
    this.sendToPage('Page.reload', { ignoreCache: true })
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const session = await this.ready
    type Evaluated = {
      result: { value?: unknown }
      exceptionDetails?: { exception?: { description?: string }; text: string }
    }
    const { result, exceptionDetails } = await session.send<Evaluated>('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async capturePage(): Promise<{ toPNG: () => Buffer }> {
    const session = await this.ready
    const { data } = await session.send<{ data: string }>('Page.captureScreenshot', { format: 'png' })
    return { toPNG: () => Buffer.from(data, 'base64') }
  }

  /** Sends a command when the page exists, without waiting for the answer. */
  sendToPage(method: string, params: Params = {}): void {
    this.ready.then((session) => session.send(method, params)).catch(() => undefined)
  }

  async applySize(session = this.live): Promise<void> {
    if (!session) return
    const { width, height } = this.size
    if (isWindowVisible) await this.resizeOnScreen(session)
    else
      await session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        screenWidth: width,
        screenHeight: height,
        deviceScaleFactor: 1,
        mobile: false,
      })
  }

  /** Sets the size of the window on the screen so that the page, without the frame, has the requested size. */
  private async resizeOnScreen(session: Session): Promise<void> {
    type Shown = { windowId: number; bounds: { width: number; height: number } }
    const { windowId, bounds } = await getCdpConnection().send<Shown>('Browser.getWindowForTarget', {
      targetId: this.targetId,
    })
    const { cssLayoutViewport: page } = await session.send<{
      cssLayoutViewport: { clientWidth: number; clientHeight: number }
    }>('Page.getLayoutMetrics')
    const width = this.size.width + bounds.width - page.clientWidth
    const height = this.size.height + bounds.height - page.clientHeight
    await getCdpConnection().send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
  }

  async applyTheme(features = themeFeatures(), session = this.live): Promise<void> {
    if (features && session) await session.send('Emulation.setEmulatedMedia', { features }).catch(() => undefined)
  }

  setWindowOpenHandler(handler: (details: WindowOpenDetails) => WindowOpenAnswer): void {
    this.openHandler = handler
  }

  get mainFrame(): WebFrameMain | null {
    const frame = this.frames?.main()
    return frame ? getWebFrameMain(this, frame.id, frame.document) : null
  }

  getURL(): string {
    const url = this.frames?.main().document.url ?? ''
    return url === 'about:blank' ? '' : url
  }

  getTitle(): string {
    return app.getName()
  }

  isLoading(): boolean {
    return this.isLoading_
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  isCrashed(): boolean {
    return false
  }

  isFocused(): boolean {
    return !this.isGone
  }

  getType(): string {
    return 'window'
  }

  getOSProcessId(): number {
    return 0
  }

  focus(): void {
    this.sendToPage('Page.bringToFront')
  }

  forcefullyCrashRenderer(): void {
    this.sendToPage('Page.crash')
  }

  setZoomFactor(factor: number): void {
    this.zoom = factor
    this.sendToPage('Emulation.setPageScaleFactor', { pageScaleFactor: factor })
  }

  getZoomFactor(): number {
    return this.zoom
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }

  getZoomLevel(): number {
    return Math.log(this.zoom) / Math.log(1.2)
  }

  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  setBackgroundThrottling(): void {}
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve()
  }

  isDevToolsOpened(): boolean {
    return false
  }

  close(): void {
    if (this.isGone) return
    if (this.listenerCount('close-asked') > 0) this.emit('close-asked')
    else this.end()
  }

  /** Closes the page without events that could prevent it. */
  end(): void {
    if (this.isGone) return
    this.isGone = true
    all.delete(this.id)
    this.ready
      .then(() => getCdpConnection().send('Target.closeTarget', { targetId: this.targetId }))
      .catch(() => undefined)
    this.emit('destroyed')
  }

  static getAllWebContents(): WebContents[] {
    return [...all.values()]
  }

  static getFocusedWebContents(): WebContents | null {
    return [...all.values()].at(-1) ?? null
  }

  static fromId(id: number): WebContents | undefined {
    return all.get(id)
  }

  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return [...all.values()].find((contents) => contents.targetId === targetId)
  }

  static fromFrame(frame: WebFrameMain): WebContents | undefined {
    return [...all.values()].find((contents) => contents.mainFrame === frame.top)
  }
}

export function findWebContentsOfFrame(frameId: string): WebContents | undefined {
  return [...all.values()].find((contents) => contents.targetId === frameId || contents.frames?.has(frameId))
}

export function withoutHash(url: string): string {
  return url.split('#')[0] ?? url
}
