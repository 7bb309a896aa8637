import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  globalSetup: './global-keyring.ts',
  outputDir: '../../out/e2e',
  workers: 2,
  // Each test has a profile and an app of its own: a long file goes to both workers.
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { testIdAttribute: 'data-test', actionTimeout: 15_000 },
})
