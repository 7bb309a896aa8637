import { expect, test } from 'vitest'
import { hourMs, startSyncRig, twoUsersWorld } from './sync-rig.ts'

test('A failed sync of one account does not stop the other accounts, and its error is shown', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  rig.simulator.faults.add({ match: { user: 'first' }, fault: { kind: 'status', status: 403, code: 'FORBIDDEN' } })
  const ended = await sync()
  expect(ended.find(({ accountId }) => accountId === first.id)).toMatchObject({
    state: 'failed',
    error: { code: 'FORBIDDEN', status: 403 },
  })
  expect(ended.find(({ accountId }) => accountId === second.id)).toMatchObject({ state: 'idle', error: null })
  expect((await rig.call('accounts.list', null)).find(({ id }) => id === first.id)?.syncError).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual(['other.example'])
})

test('The time of a failed sync stays the time of its error when the reading of details ends later', async () => {
  const { rig, advanceClock } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({
    match: { path: '/v1/server$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  const failedAt = async () => {
    const { attention } = await rig.call('inventory.overview', { accountIds: [id] })
    return attention.flatMap((item) => (item.kind === 'sync_failed' ? [item.at] : []))
  }
  const details = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.error !== null)
  await rig.call('sync.start', {})
  await details
  const before = await failedAt()
  expect(before).toHaveLength(1)
  advanceClock(2 * hourMs)
  await rig.call('sync.cancel', {})
  expect(await failedAt()).toEqual(before)
})

test('A running sync reports that its calls get no answer, and that the account needs attention', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  const late = rig.event('sync.changed', ([first]) => first?.responsiveness === 'late')
  const health = rig.event('accounts.changed', ([account]) => account?.health.reasons.includes('no_answer') === true)
  await rig.call('sync.start', { accountIds: [id] })
  expect(await late).toMatchObject([{ state: 'details' }])
  expect(await health).toMatchObject([{ health: { level: 'attention' } }])
  await rig.call('sync.cancel', {})
  expect(await rig.call('sync.progress', null)).toMatchObject([{ state: 'cancelled', responsiveness: 'answering' }])
  expect((await rig.call('accounts.list', null))[0]?.health.reasons).not.toContain('no_answer')
})

test('A sync of one account starts while the sync of another account hangs', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  rig.simulator.faults.add({ match: { user: 'first' }, fault: { kind: 'hang' } })
  const ended = rig.event('sync.changed', (all) =>
    all.some(({ accountId, state, endedAt }) => accountId === second.id && state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', { accountIds: [first.id] })
  await rig.call('sync.start', { accountIds: [second.id] })
  expect((await ended).find(({ accountId }) => accountId === first.id)).toMatchObject({ state: 'lists' })
  expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual(['other.example'])
  await rig.call('sync.cancel', {})
})

test('The progress of a removed account is withdrawn at once, without waiting for a call of another account', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  await sync()
  const withdrawn = rig.event('sync.changed', (all) => all.length === 1)
  await rig.call('accounts.remove', { accountId: first.id })
  expect(await withdrawn).toMatchObject([{ accountId: second.id }])
})
