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
  },
})
