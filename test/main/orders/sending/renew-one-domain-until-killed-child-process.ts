import { once } from 'node:events'
import process from 'node:process'
import { startMainRig } from '#test/main-process-rig.ts'

/** Runs the main process as a child process. It renews one domain and is killed by the test. */
const [profile = '', service = '', accountId = ''] = process.argv.slice(2)
const rig = await startMainRig({ profile, service })
const { rows, totalYen } = await rig.call('orders.quote', {
  quoteId: 'quote',
  items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
})
console.log('ready')
// Waits until the test has set its fault.
await once(process.stdin, 'data')
await rig.call('orders.confirm', { quoteId: 'quote', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
// Ends before the test's timeout at the latest.
setTimeout(() => process.exit(1), 100_000).unref()
