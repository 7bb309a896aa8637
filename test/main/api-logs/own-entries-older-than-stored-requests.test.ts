import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { maxStoredRequests } from '#main/api/max-stored-requests.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'first-key-of-the-first'
const name = 'one.com'
const renewalPath = `/v1/domain/${name}/renew`

test('Calls of this app that are older than its stored requests are not called calls of another program, and are no certain purchases elsewhere', async () => {
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          balance: 50_000,
          keys: [{ token }],
          domains: [{ domain_name: name, expiry_date: '2027-03-31' }],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  const { id: accountId } = await rig.addAccount('First', [token])
  await rig.call('logs.fetch', { filter: {}, limit: 500 })
  await rig.call('orders.prices', { accountId, refresh: true })
  await rig.call('orders.quote', { quoteId: 'quote', items: [{ kind: 'renew', accountId, name, years: 1 }] })
  await rig.restart(() => {
    const file = new DatabaseSync(join(rig.profile, 'banto.db'))
    // The calls of many other accounts.
    file
      .prepare(
        `insert into request (id, endpoint, method, path, at, attempt, duration_ms, status)
         values (?, 'account.me', 'GET', '/v1/me', ?, 1, 1, 200)`,
      )
      .run(2 * maxStoredRequests, Date.now())
    file.close()
  })
  await rig.call('logs.refreshArchive', { accountIds: [accountId] })
  const senders = async () =>
    (await rig.call('logs.page', { filter: {}, limit: 100 })).rows.flatMap(({ entry }) =>
      entry && ['/v1/domain/pricing', renewalPath].includes(entry.path) ? [entry.sender] : [],
    )
  expect(new Set(await senders())).toEqual(new Set(['ownOrOther']))
  expect(await rig.call('orders.externalPurchases', { accountIds: null })).toMatchObject([
    { path: renewalPath, isPossiblyOwn: false, isBeforeStoredRequests: true },
  ])
})
