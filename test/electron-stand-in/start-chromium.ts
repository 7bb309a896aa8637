import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import { connectCdp } from './cdp-connection.ts'
import type { Connection } from './cdp-connection.ts'

/** A window on the screen instead of a headless one: asked for, and there is a display to show it on. */
export const isWindowVisible =
  process.env['BANTO_HOST_WINDOW'] === '1' && Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

const candidates = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Chromium builds both pages of its address bar's popup for every window: a renderer of their own and a second of CPU, and nobody sees them. */
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
  // Chromium's own secrets must not touch the keychain that the app under test uses.
  '--password-store=basic',
  '--use-mock-keychain',
  // Foreign iframes stay in the process of their page, so one session sees every frame that can send a message.
  '--disable-site-isolation-trials',
  `--disable-features=IsolateOrigins,site-per-process,PaintHolding,LocalNetworkAccessChecks,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,${unseenPages.join(',')}`,
]

export type ChromiumProcess = {
  connection: Connection
  /** What Playwright waits for on stderr. */
  devToolsLine: Promise<string>
  close: () => void
}

/**
 * Starts Chromium under the watcher with a profile of its own. Nothing of it outlives this process.
 * @param debuggingPort as given by `--remote-debugging-port`; undefined opens none.
 */
export function startChromium(debuggingPort: string | undefined, switches: string[]): ChromiumProcess {
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
    env: { ...process.env, ...(isWindowVisible ? {} : { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }) },
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
  const connection = connectCdp(toBrowser, fromBrowser)
  return { connection, devToolsLine, close: () => lifeline.destroy() }
}
