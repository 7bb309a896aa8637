import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { callMain } from './call-main.ts'
import type { LaunchOptions, LaunchedApp } from './launch-app.ts'
import { createSharedChromium, type SharedChromium } from './shared-chromium.ts'
import { smallWorld } from './small-world.ts'
import { createSyncedProfiles, type SyncedAccounts, type SyncedProfiles } from './synced-profiles.ts'

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
  /**
   * Starts the app on a copy of a profile with accounts that were read before. The profile lacks what the test changed
   * in the world before this call.
   */
  startWithSyncedAccounts(contents: SyncedAccounts, options?: Partial<LaunchOptions>): Promise<Page>
  /** The app that this test started last. */
  app(): LaunchedApp
  /** Returns and forgets the uncaught errors of the window, which would fail the test. */
  takeUncaughtErrors(): string[]
  /** Everything that the apps of this test wrote to stdout and stderr. */
  output(): string
  /**
   * Every message between main and the windows of this test, with the option `tracesMessages`; empty with the real
   * Electron.
   */
  messages(): TracedMessage[]
}

const english = { LANGUAGE: 'en', LANG: 'en_US.UTF-8' }

export interface WorkerFixtures {
  sharedSimulator: Simulator
  sharedChromium: SharedChromium
  syncedProfiles: SyncedProfiles
}

/** The fixtures of every test: a simulator and a Chromium per worker, reset before each test, and a new profile. */
export const test = base.extend<
  {
    harness: AppHarness
    simulator: Simulator
    /**
     * Whether the stand-in writes every message between main and the windows into a file, which takes processor time.
     */
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
  syncedProfiles: [
    async ({ sharedChromium }, use) => {
      const profiles = createSyncedProfiles((options) => sharedChromium.launch({ ...options, env: english }))
      await use(profiles)
      profiles.close()
    },
    { scope: 'worker' },
  ],
  simulator: async ({ sharedSimulator }, use) => {
    sharedSimulator.reset()
    await use(sharedSimulator)
    await sharedSimulator.pause()
    await sharedSimulator.resume()
  },
  harness: async ({ sharedChromium, syncedProfiles, tracesMessages }, use, info) => {
    const folder = mkdtempSync(join(tmpdir(), 'banto-e2e-'))
    const profile = join(folder, 'profile')
    const trace = join(folder, 'trace.jsonl')
    const started: LaunchedApp[] = []
    mkdirSync(profile)
    const harness: AppHarness = {
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
      async startWithSyncedAccounts(contents, options) {
        await syncedProfiles.copyTo(profile, contents)
        const page = await harness.start(options)
        await callMain(page, 'app.saveSettings', { syncsAtStart: true })
        // Keys that are pressed before the accounts are shown have no effect.
        await expect(page.getByTestId('sidebar-account').first()).toBeVisible()
        return page
      },
      app: () => started.at(-1) as LaunchedApp,
      takeUncaughtErrors: () => started.flatMap(({ uncaughtErrors }) => uncaughtErrors.splice(0)),
      output: () => started.map(({ output }) => output()).join('\n'),
      messages() {
        if (!tracesMessages) throw new Error('The messages are traced with test.use({ tracesMessages: true }) only')
        const text = existsSync(trace) ? readFileSync(trace, 'utf8') : ''
        return text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as TracedMessage)
      },
    }
    await use(harness)
    const last = started.at(-1)
    if (last && info.status !== info.expectedStatus) {
      await last.page.screenshot({ path: info.outputPath('last.png') }).catch(() => undefined)
      await info.attach('output', { body: started.map(({ output }) => output()).join('\n') })
    }
    for (const app of started) await app.close()
    const faults = started.flatMap(({ textsWithoutValue, uncaughtErrors }) => [...textsWithoutValue, ...uncaughtErrors])
    rmSync(folder, { recursive: true, force: true })
    if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'))
  },
})
export { expect }
