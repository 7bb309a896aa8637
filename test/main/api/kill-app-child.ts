import process from 'node:process'
import { startMain } from '#test/rig.ts'

/** The whole main process on a profile that lasts: adds its account the first time, then asks for more than a minute holds, as a window would. */
const [baseUrl = '', profile = '', service = '', secret = ''] = process.argv.slice(2)
const main = await startMain({ profile, service })
let [account] = await main.call('accounts.list', null)
if (!account) {
  const { ticket } = await main.call('accounts.tryKey', { baseUrl, secret })
  account = await main.call('accounts.add', { label: 'Mine', colour: 'blue', baseUrl, keys: [{ ticket, label: 'Key' }] })
}
const accountId = account.id
for (let index = 0; index < 100; index += 1) {
  // Some wait longer than a person would: that is told, and of no matter here.
  main.call('api.call', { accountId, endpoint: 'domain.detail', input: { domain_name: `no-${index}.example` } }).catch(() => undefined)
}
console.log('asked')
// Never longer than its test.
setTimeout(() => process.exit(1), 50_000)
