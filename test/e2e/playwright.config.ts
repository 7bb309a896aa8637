import { defineConfig } from '@playwright/test'

/** Tests that wait a minute for a time limit or a quota, and use little of the processor meanwhile. */
const waitingSpecs = ['**/keychain-timeout.spec.ts', '**/replace-address-in-many-zones.spec.ts']

export default defineConfig({
  testDir: '.',
  globalSetup: ['./support/playwright-temporary-folder-setup.ts', './support/playwright-keyring-setup.ts'],
  outputDir: '../../out/e2e',
  workers: 4,
  projects: [
    // A test often waits for its app or its window. Two workers leave a fifth of two cores idle.
    { name: 'app', testIgnore: waitingSpecs, workers: 3 },
    { name: 'waiting', testMatch: waitingSpecs, workers: 1 },
  ],
  // Each test has its own profile and app, so that the tests of one file can run in several workers.
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Time limits only end what hangs: on a busy machine tests take up to ten times as long.
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: { testIdAttribute: 'data-test', actionTimeout: 30_000 },
})
