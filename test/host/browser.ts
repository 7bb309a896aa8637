import type { Connection } from './cdp.ts'
import type { Browser } from './chromium.ts'
import { startChromium } from './chromium.ts'

let browser: Browser | undefined
let isEnding = false

/** Starts Chromium; `onLost` is called when it ends without having been asked to. */
export function openBrowser(debuggingPort: string | undefined, switches: string[], onLost: () => void): Browser {
  browser = startChromium(debuggingPort, switches)
  browser.connection.events.once('end', () => {
    if (!isEnding) onLost()
  })
  return browser
}

export function cdp(): Connection {
  if (!browser) throw new Error('Chromium is not running yet')
  return browser.connection
}

export function closeBrowser(): void {
  isEnding = true
  browser?.close()
}
