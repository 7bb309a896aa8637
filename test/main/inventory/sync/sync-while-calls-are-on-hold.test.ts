import { expect, test } from 'vitest'
import { domainDetailKinds } from '#shared/domain-and-server-detail-kinds.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { isSyncOver, startSyncRig, twoUsersWorld } from './sync-rig.ts'

test('A sync waits for the end of an assumed block, also when the user opens a domain that the sync is about to read', async () => {
  const details = createRequestGate(
    ({ path }) => /^\/v1\/(domain|server)\//.test(path) && !path.includes('other.example'),
  )
  const { rig, sync } = await startSyncRig(
    { ...twoUsersWorld, auth_block: { failures: 1, block_seconds: 900 } },
    { onArrival: details.onArrival },
  )
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  await sync()
  const { id: accountId } = await rig.addAccount('First', ['first-key-of-the-first'])
  const refresh = (account: string, name: string) =>
    rig.call('inventory.refreshDomain', { accountId: account, name, detailKinds: [...domainDetailKinds] })
  details.close()
  await rig.call('sync.start', { accountIds: [accountId] })
  await expect.poll(details.heldCount).toBeGreaterThan(0)
  // Another program at the same address makes the service block the address.
  expect((await fetch(`${rig.simulator.url}/v1/me`)).status).toBe(401)
  await refresh(second.id, 'other.example')
  details.open()
  await expect.poll(async () => (await rig.call('app.state', null)).ipBlocks.length).toBe(1)

  const ended = rig.event('sync.changed', (all) => all.every(isSyncOver))
  const names = ['later.example', 'soon.example', 'lapsed.example', 'company.co.jp']
  const opened = await Promise.all(names.map((name) => refresh(accountId, name)))
  const errors = opened.flatMap((domain) => domainDetailKinds.map((kind) => domain[kind].error))
  expect(errors).toContainEqual(expect.objectContaining({ kind: 'address_guarded' }))
  rig.simulator.advance(900_000)
  await rig.call('app.resumeCalls', null)
  expect((await ended).find((progress) => progress.accountId === accountId)).toMatchObject({
    state: 'idle',
    error: null,
    detailsFailed: 0,
    detailsUnread: 0,
  })
})
