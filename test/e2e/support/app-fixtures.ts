import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import type { LaunchOptions, LaunchedApp } from './launch-app.ts'
import { createSharedChromium, type SharedChromium } from './shared-chromium.ts'
import { smallWorld } from './small-world.ts'

/** One message between main and the window, as traced by the Electron stand-in. */
export interface TracedMessage {
  direction: 'to-main' | 'to-renderer'
  kind: 'invoke' | 'send' | 'reply'
  channel: string
  data: unknown
}

export interface AppHarness {
  /** The folder of the profile; deleted after the test. */
  profile: string
  /** Starts the app on the profile, in English by default. */
  start(options?: Partial<LaunchOptions>): Promise<Page>
  /** The app that this test started last. */
  app(): LaunchedApp
  /** Everything that the apps of this test wrote to stdout and stderr. */
  output(): string
  /** Every message between main and the windows of this test, with the option `tracesMessages`; empty with the real Electron. */
  messages(): TracedMessage[]
}

const english = { LANGUAGE: 'en', LANG: 'en_US.UTF-8' }

export interface WorkerFixtures {
  sharedSimulator: Simulator
  sharedChromium: SharedChromium
}

/** The fixtures of every test: a simulator and a Chromium per worker, reset before each test, and a new profile. */
export const test = base.extend<
  {
    harness: AppHarness
    simulator: Simulator
    /** Whether the stand-in writes every message between main and the windows into a file, which takes processor time. */
    tracesMessages: boolean
  },
  WorkerFixtures
>({
  tracesMessages: [false, { option: true }],
  sharedSimulator: [
    async ({}, use) => {
      const simulator = await startSimulator({ world: smallWorld })
      await use(simulator)
      await simulator.close()
    },
    { scope: 'worker' },
  ],
  sharedChromium: [
    async ({}, use) => {
      const chromium = createSharedChromium(english)
      await use(chromium)
      chromium.close()
    },
    { scope: 'worker' },
  ],
  simulator: async ({ sharedSimulator }, use) => {
    sharedSimulator.reset()
    await use(sharedSimulator)
    await sharedSimulator.pause()
    await sharedSimulator.resume()
  },
  harness: async ({ sharedChromium, tracesMessages }, use, info) => {
    const folder = mkdtempSync(join(tmpdir(), 'banto-e2e-'))
    const profile = join(folder, 'profile')
    const trace = join(folder, 'trace.jsonl')
    const started: LaunchedApp[] = []
    mkdirSync(profile)
    await use({
      profile,
      async start(options = {}) {
        const app = await sharedChromium.launch({
          profile,
          size: { width: 1280, height: 800 },
          ...options,
          env: { ...(tracesMessages && { BANTO_HOST_TRACE: trace }), ...english, ...options.env },
        })
        started.push(app)
        return app.page
      },
      app: () => started.at(-1) as LaunchedApp,
      output: () => started.map(({ output }) => output()).join('\n'),
      messages() {
        if (!tracesMessages) throw new Error('The messages are traced with test.use({ tracesMessages: true }) only')
        const text = existsSync(trace) ? readFileSync(trace, 'utf8') : ''
        return text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as TracedMessage)
      },
    })
    const last = started.at(-1)
    if (last && info.status !== info.expectedStatus) {
      await last.page.screenshot({ path: info.outputPath('last.png') }).catch(() => undefined)
      await info.attach('output', { body: started.map(({ output }) => output()).join('\n') })
    }
    for (const app of started) await app.close()
    const texts = started.flatMap(({ textsWithoutValue }) => textsWithoutValue)
    rmSync(folder, { recursive: true, force: true })
    if (texts.length > 0) throw new Error([...new Set(texts)].join('\n'))
  },
})
export { expect } from '@playwright/test'
