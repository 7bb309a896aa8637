import { connectCdp } from './cdp-connection.ts'
import type { ChromiumProcess } from './start-chromium.ts'
import { createWebSocketTransport } from './web-socket-transport.ts'

/**
 * Connects to a Chromium that serves one app after the other and does not end with them.
 * @param url its DevTools address, `ws://…`
 */
export function connectChromium(url: string): ChromiumProcess {
  const transport = createWebSocketTransport(url)
  const connection = connectCdp(transport)
  return {
    connection,
    devToolsLine: Promise.resolve(`DevTools listening on ${url}`),
    // A context has its own storage and permissions. Chromium ends it, with its pages, when the connection ends in any
    // way, so that even a killed app leaves nothing to the next one.
    context: connection.send<{ browserContextId: string }>('Target.createBrowserContext', { disposeOnDetach: true }),
    close: transport.close,
  }
}
