import { flushCompileCache } from 'node:module'
import process from 'node:process'
import { startMainRig } from '#test/main-process-rig.ts'

/**
 * Runs the whole main process on a lasting profile. The first run adds an account; later runs make more calls than a
 * minute allows.
 */
const [baseUrl = '', profile = '', service = '', secret = ''] = process.argv.slice(2)
const main = await startMainRig({ profile, service })
const [account] = await main.call('accounts.list', null)
if (account) {
  for (let index = 0; index < 100; index += 1) {
    // Some calls fail with `waited_too_long`; that does not matter here.
    main
      .call('api.call', {
        accountId: account.id,
        endpoint: 'domain.detail',
        input: { domain_name: `no-${index}.example` },
      })
      .catch(() => undefined)
  }
} else {
  const { pendingKeyId } = await main.call('accounts.tryKey', { baseUrl, secret })
  await main.call('accounts.add', { label: 'Mine', colour: 'blue', baseUrl, keys: [{ pendingKeyId, label: 'Key' }] })
}
// Node writes the cache at a normal exit only, which a killed process does not have.
flushCompileCache()
console.log('ready')
// Ends before the test does.
setTimeout(() => process.exit(1), 250_000)
