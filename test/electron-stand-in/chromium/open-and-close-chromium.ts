import type { Connection } from './cdp-connection.ts'
import { connectChromium } from './connect-chromium.ts'
import type { ChromiumProcess } from './start-chromium.ts'
import { startChromium } from './start-chromium.ts'

let browser: ChromiumProcess | undefined
let isEnding = false

/**
 * Connects to the Chromium that BANTO_HOST_DEVTOOLS names, or starts one; `onLost` is called when it ends without
 * `closeChromium`.
 */
export function openChromium(
  debuggingPort: string | undefined,
  switches: string[],
  onLost: () => void,
): ChromiumProcess {
  const running = process.env['BANTO_HOST_DEVTOOLS']
  browser = running === undefined ? startChromium(debuggingPort, switches) : connectChromium(running)
  browser.connection.events.once('end', () => {
    if (!isEnding) onLost()
  })
  return browser
}

export function getCdpConnection(): Connection {
  if (!browser) throw new Error('Chromium is not running yet')
  return browser.connection
}

/** The browser context of the app's pages, as a parameter of commands. */
export function getBrowserContext(): Promise<{ browserContextId?: string }> {
  if (!browser) throw new Error('Chromium is not running yet')
  return browser.context
}

export function closeChromium(): void {
  isEnding = true
  browser?.close()
}
