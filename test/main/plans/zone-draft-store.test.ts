import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'
const other = 'another-key-of-the-same-user'
const world = { users: [{ name: 'first', keys: [{ token }, { token: other }], domains: [{ domain_name: 'one.com' }] }] }
const domain = 'one.com'
const base = [{ id: 1, type: 'A', host: '@', content: '192.0.2.1', ttl: 3600, priority: 0 }]
const unfinished = { type: 'MX', host: '', content: 'mail', ttl: null, priority: null, baseId: null }

let rig: Awaited<ReturnType<typeof startSimulatorRig>>
let accountId: string
beforeEach(async () => {
  rig = await startSimulatorRig({ world })
  accountId = (await rig.addAccount('First', [token])).id
})
afterEach(() => rig.close())

test('A draft survives a restart, also with a record that is not complete', async () => {
  const { savedAt } = await rig.call('zoneDrafts.save', { accountId, domain, base, records: [unfinished] })
  await rig.restart()
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toEqual({ base, records: [unfinished], savedAt })
})

test('A saved draft replaces the earlier draft of the zone, and a discarded draft is gone', async () => {
  await rig.call('zoneDrafts.save', { accountId, domain, base, records: [unfinished] })
  await rig.call('zoneDrafts.save', { accountId, domain, base, records: [] })
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toMatchObject({ base, records: [] })
  await rig.call('zoneDrafts.discard', { accountId, domain })
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toBeNull()
})

test('The removal of an account deletes its drafts, and no draft is saved for it afterwards', async () => {
  await rig.call('zoneDrafts.save', { accountId, domain, base, records: [] })
  await rig.call('accounts.remove', { accountId })
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toBeNull()
  await expect(rig.call('zoneDrafts.save', { accountId, domain, base, records: [] })).rejects.toMatchObject({
    kind: 'not_found',
  })
})

test('A merge moves the drafts to the remaining account', async () => {
  const into = await rig.addAccount('Into', [other])
  await rig.call('zoneDrafts.save', { accountId, domain, base, records: [unfinished] })
  await rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })
  expect(await rig.call('zoneDrafts.get', { accountId: into.id, domain })).toMatchObject({ records: [unfinished] })
})
