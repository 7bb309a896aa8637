import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import { connectCdp } from './cdp-connection.ts'
import type { Connection } from './cdp-connection.ts'
import { createPipeTransport } from './cdp-transport.ts'

/** Whether Chromium shows its windows on the screen: BANTO_HOST_WINDOW is 1 and there is a display. */
export const isWindowVisible =
  process.env['BANTO_HOST_WINDOW'] === '1' && Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

/** Chromium without the parts that show windows; it starts with half of the processor time. */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

const candidates = [
  ...(isWindowVisible ? [] : [headlessShell]),
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Features for the popups of the address bar. For every window Chromium would load both popups in a renderer of their
 * own, which costs a second of CPU time, although the windows have no address bar.
 */
const unseenPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const flags = [
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-proxy-server',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-popup-blocking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-ipc-flooding-protection',
  '--force-color-profile=srgb',
  // Chromium must not store its own secrets in the keychain of the app under test.
  '--password-store=basic',
  '--use-mock-keychain',
  // Foreign iframes stay in the process of their page, so that one session has every frame that can send a message.
  '--disable-site-isolation-trials',
  `--disable-features=IsolateOrigins,site-per-process,PaintHolding,LocalNetworkAccessChecks,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,${unseenPages.join(',')}`,
]

export type ChromiumProcess = {
  connection: Connection
  /** The line on stderr that Playwright waits for. */
  devToolsLine: Promise<string>
  /** The browser context of the app's pages, as a parameter of commands; empty for the default context. */
  context: Promise<{ browserContextId?: string }>
  close: () => void
}

/**
 * Starts Chromium with its own profile under kill-chromium-with-parent.sh, which ends Chromium with this process.
 * Throws if no Chromium is found.
 * @param debuggingPort value of `--remote-debugging-port`; undefined opens no port.
 * @param env variables added to the environment of this process
 */
export function startChromium(
  debuggingPort: string | undefined,
  switches: string[],
  env: Record<string, string> = {},
): ChromiumProcess {
  const binary = process.env['BANTO_CHROMIUM'] ?? candidates.find((path) => existsSync(path))
  if (binary === undefined)
    throw new Error('The stand-in needs Chromium: install the Debian package "chromium" or name one in BANTO_CHROMIUM')
  const profile = mkdtempSync(join(tmpdir(), 'banto-host-'))
  const isRoot = process.getuid?.() === 0
  const args = [
    ...flags,
    `--user-data-dir=${profile}`,
    ...(isRoot ? ['--no-sandbox'] : []),
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(isWindowVisible
      ? ['--app=about:blank', '--test-type']
      : ['--headless', '--no-startup-window', '--hide-scrollbars']),
    ...switches,
  ]
  const watcher = spawn(join(import.meta.dirname, 'kill-chromium-with-parent.sh'), [profile, binary, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...(isWindowVisible ? {} : { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }) },
  })
  const [lifeline, , stderr, toBrowser, fromBrowser] = watcher.stdio as [Duplex, null, Readable, Duplex, Duplex]
  for (const stream of [lifeline, toBrowser, fromBrowser]) stream.on('error', () => undefined)
  watcher.on('error', (error) => process.stderr.write(`stand-in: ${error.message}\n`))
  const devToolsLine = new Promise<string>((resolve) => {
    createInterface({ input: stderr }).on('line', (line) => {
      if (line.startsWith('DevTools listening on ')) resolve(line)
      else if (process.env['BANTO_HOST_VERBOSE']) process.stderr.write(`chromium: ${line}\n`)
    })
  })
  const connection = connectCdp(createPipeTransport(toBrowser, fromBrowser))
  return { connection, devToolsLine, context: Promise.resolve({}), close: () => lifeline.destroy() }
}
