import process from 'node:process'
import { startMainRig } from '#test/main-process-rig.ts'

/** The whole main process on a profile that lasts: the first time adds its account, then asks for more than a minute holds, as a window would. */
const [baseUrl = '', profile = '', service = '', secret = ''] = process.argv.slice(2)
const main = await startMainRig({ profile, service })
const [account] = await main.call('accounts.list', null)
if (account) {
  for (let index = 0; index < 100; index += 1) {
    // Some wait longer than a person would: that is told, and of no matter here.
    main.call('api.call', { accountId: account.id, endpoint: 'domain.detail', input: { domain_name: `no-${index}.example` } }).catch(() => undefined)
  }
} else {
  const { pendingKeyId } = await main.call('accounts.tryKey', { baseUrl, secret })
  await main.call('accounts.add', { label: 'Mine', colour: 'blue', baseUrl, keys: [{ pendingKeyId, label: 'Key' }] })
}
console.log('ready')
// Never longer than its test.
setTimeout(() => process.exit(1), 50_000)
