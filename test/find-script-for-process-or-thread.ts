/** The scripts that tests start in threads and processes of their own, as paths from the root. */
export const scriptsForProcessesAndThreads = [
  'src/main/openapi/worker/openapi-worker.ts',
  'src/main/query-thread/query-worker.ts',
  'test/campaign/paid-orders/worker-thread.ts',
  'test/main/accounts/accounts-with-real-keychain-child-process.ts',
  'test/main/accounts/keychain-child-process.ts',
  'test/main/api/rate-limit/killed-app-child-process.ts',
  'test/main/api/rate-limit/killed-client-child-process.ts',
  'test/main/jobs/killed-job-child-process.ts',
  'test/main/orders/journal/journal-child-process.ts',
  'test/main/orders/sending/renew-one-domain-until-killed-child-process.ts',
] as const

export type ScriptForProcessOrThread = (typeof scriptsForProcessesAndThreads)[number]

/** Set by `bundle-scripts-for-processes-global-setup.ts`: the URL of the folder of bundles. */
export const bundleFolderEnvVariable = 'BANTO_TEST_BUNDLES'

/** The file to start: in a test run the bundle, which starts several times as fast, and otherwise the source. */
export function findScriptUrl(script: ScriptForProcessOrThread): URL {
  const bundles = process.env[bundleFolderEnvVariable]
  return bundles === undefined
    ? new URL(`../${script}`, import.meta.url)
    : new URL(script.replace(/\.ts$/, '.mjs'), bundles)
}
