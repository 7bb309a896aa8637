import { expect, test } from 'vitest'
import { draft, exampleDomain, startPlansRig } from './plans-rig.ts'

test('A domain that two accounts list gets a record once, although both accounts are changed at the same time', async () => {
  const rig = await startPlansRig({
    user: { keys: [{ token: 'first-key-of-the-first' }, { token: 'second-key-of-the-first' }] },
    accounts: { Second: 'second-key-of-the-first' },
  })
  const accounts = (await rig.call('accounts.list', null)).map(({ id }) => id)
  expect(accounts).toHaveLength(2)
  const plan = await rig.call('plans.create', {
    planId: 'for-both-accounts',
    domains: accounts.map((accountId) => ({ accountId, name: exampleDomain.domain_name })),
    source: { kind: 'record_operation', operation: { kind: 'add_record', record: draft('shop', '192.0.2.40') } },
  })
  expect(plan).toMatchObject({ included: 2, adds: 2 })
  const items = await rig.untilEnded(await rig.start(plan))
  expect(rig.writes()).toHaveLength(1)
  expect(rig.servedZone().filter((record) => record.startsWith('shop '))).toEqual(['shop A 192.0.2.40'])
  expect(items.map(({ state, changes }) => [state, changes[0]?.result]).toSorted()).toEqual([
    ['done', 'done'],
    ['not_needed', 'not_needed'],
  ])
})
