import type { Connection } from './cdp-connection.ts'
import type { ChromiumProcess } from './start-chromium.ts'
import { startChromium } from './start-chromium.ts'

let browser: ChromiumProcess | undefined
let isEnding = false

/** Starts Chromium; `onLost` is called when it ends without `closeChromium`. */
export function openChromium(
  debuggingPort: string | undefined,
  switches: string[],
  onLost: () => void,
): ChromiumProcess {
  browser = startChromium(debuggingPort, switches)
  browser.connection.events.once('end', () => {
    if (!isEnding) onLost()
  })
  return browser
}

export function getCdpConnection(): Connection {
  if (!browser) throw new Error('Chromium is not running yet')
  return browser.connection
}

export function closeChromium(): void {
  isEnding = true
  browser?.close()
}
