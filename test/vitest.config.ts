import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vue()],
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/host/fixture/**'],
    globalSetup: 'test/keyring-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    // How long a machine may be busy with something else says nothing about the product.
    expect: { poll: { timeout: 15_000 } },
    // The lines at the end of `npm test` hold messages alone, no differences beside them.
    chaiConfig: { truncateThreshold: 2_000 },
  },
})
