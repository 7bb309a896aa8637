import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isWindowVisible, startChromium } from '#test/electron-stand-in/chromium/start-chromium.ts'
import type { ChromiumProcess } from '#test/electron-stand-in/chromium/start-chromium.ts'
import { electronHostName, launchBanto } from './launch-app.ts'
import type { LaunchedApp, LaunchOptions } from './launch-app.ts'

export interface SharedChromium {
  /**
   * Starts the app in the shared Chromium. The app gets its own Chromium in two cases. (1) Its language differs,
   * because Chromium reads the language from its environment. (2) Another app still uses the shared Chromium, because
   * Playwright would show the pages of both apps in each.
   */
  launch(options: LaunchOptions): Promise<LaunchedApp>
  close(): void
}

/**
 * V8 without its optimizing compilers: a window that lives for seconds spends more processor time on them than it
 * gains. Large young generations are collected less often. V8 keeps the source positions when it compiles: otherwise it
 * would parse the whole bundle again for the first stack trace.
 */
const jsFlags = '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16 --no-enable-lazy-source-positions'

/**
 * One Chromium for the apps that a worker starts one after the other, because its start takes processor time. It ends
 * with this process. The real Electron and windows on the screen are not shared.
 * @param language the variables LANG and LANGUAGE of the Chromium and of the apps that use it
 */
export function createSharedChromium(language: Record<string, string> = {}): SharedChromium {
  if (electronHostName() !== 'stand-in' || isWindowVisible) return { launch: launchBanto, close: () => undefined }

  let running: { chromium: ChromiumProcess; url: string } | undefined
  let user: LaunchedApp | undefined
  /** The handshakes of Playwright's connections to the Chromium. */
  const handshakes = new Set<ClientRequest>()

  const watchHandshakes = (message: unknown): void => {
    const { request } = message as { request: ClientRequest }
    if (running === undefined || request.getHeader('host') !== new URL(running.url).host) return
    // On one machine, compressing the messages takes more processor time than it saves.
    request.removeHeader('sec-websocket-extensions')
    handshakes.add(request)
  }
  subscribe('http.client.request.created', watchHandshakes)

  /**
   * Closes Playwright's WebSocket connections. After an app has exited, Playwright waits for that but does not close
   * them.
   */
  function disconnect(): void {
    for (const request of handshakes) request.socket?.destroy()
    handshakes.clear()
  }

  async function start(): Promise<string> {
    const chromium = startChromium('0', ['--no-sandbox', jsFlags], language)
    const failed = once(chromium.connection.events, 'end').then(() => {
      throw new Error('Chromium ended at its start')
    })
    const line = await Promise.race([chromium.devToolsLine, failed])
    const url = line.replace('DevTools listening on ', '')
    running = { chromium, url }
    return url
  }

  function stop(): void {
    disconnect()
    running?.chromium.close()
    running = undefined
  }

  return {
    async launch(options) {
      const hasLanguage = Object.entries(language).every(([name, value]) => options.env?.[name] === value)
      if (!hasLanguage || user?.isRunning()) return launchBanto(options)
      disconnect()
      if (running !== undefined && !(await becomesEmpty(running.chromium))) stop()
      const url = running?.url ?? (await start())
      const app = await launchBanto({ ...options, env: { BANTO_HOST_DEVTOOLS: url, ...options.env } })
      user = app
      if (app.isRunning()) app.app.process().once('exit', disconnect)
      else disconnect()
      return app
    },
    close() {
      unsubscribe('http.client.request.created', watchHandshakes)
      stop()
    },
  }
}

/** Waits until the pages of the previous app are gone. Returns false if they stay, or if Chromium has ended. */
async function becomesEmpty({ connection }: ChromiumProcess): Promise<boolean> {
  try {
    for (let attempt = 0; attempt < 200; attempt++) {
      const { browserContextIds } = await connection.send<{ browserContextIds: string[] }>('Target.getBrowserContexts')
      const { targetInfos } = await connection.send<{ targetInfos: { type: string }[] }>('Target.getTargets')
      if (browserContextIds.length === 0 && targetInfos.every(({ type }) => type !== 'page')) return true
      await sleep(50)
    }
  } catch {
    // The Chromium has ended.
  }
  return false
}
