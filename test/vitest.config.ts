import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take from half a minute to four minutes, the longest first. */
const longest = [
  'orders/campaign',
  'api/kill-app',
  'api/kill',
  'orders/sending/service-faults',
  'simulator/reference-model',
  'orders/journal/journal-damage',
].map((name) => `/${name}.test.ts`)

/** A run ends with its last file: what takes long begins first, also where no earlier run has told how long each file takes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name)) >>> 0
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  plugins: [vue()],
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/electron-stand-in/fixture/**'],
    globalSetup: 'test/keyring-global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    // How long a machine may be busy with something else says nothing about the product.
    expect: { poll: { timeout: 15_000 } },
    // The lines at the end of `npm test` hold messages alone, no differences beside them.
    chaiConfig: { truncateThreshold: 2_000 },
  },
})
