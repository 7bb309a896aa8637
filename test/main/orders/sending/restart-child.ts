import { once } from 'node:events'
import process from 'node:process'
import { startMainRig } from '#test/main-process-rig.ts'

/** The whole main process as a process of its own: renews one domain, and is killed by the test. */
const [profile = '', service = '', accountId = ''] = process.argv.slice(2)
const rig = await startMainRig({ profile, service })
const { rows, totalYen } = await rig.call('orders.quote', { quoteId: 'quote', items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }] })
console.log('ready')
// Until the test has laid its fault.
await once(process.stdin, 'data')
await rig.call('orders.confirm', { quoteId: 'quote', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
// Never longer than its test.
setTimeout(() => process.exit(1), 25_000).unref()
