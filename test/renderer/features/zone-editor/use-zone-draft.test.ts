import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { addDraftRows, editDraftRow, toRecordEdits } from '#renderer/features/zone-editor/zone-draft-rows.ts'
import { useZoneDraft } from '#renderer/features/zone-editor/useZoneDraft.ts'

const token = 'a-key-that-may-do-everything'
const domain = 'one.com'
const records = [{ type: 'A', host: '@', content: '192.0.2.1' } as const]
const world = { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: domain, records }] }] }
const typed = { type: 'A', host: 'www', content: '192.0.2.9', ttl: 3600, priority: 0, baseId: null }

let rig: Awaited<ReturnType<typeof startSimulatorRig>>
beforeEach(async () => {
  rig = await startSimulatorRig({ world })
})
afterEach(() => rig.close())

test('A stored draft is kept when the editor is left before the draft is loaded', async () => {
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  await rig.call('zoneDrafts.save', { accountId, domain, base: [], records: [typed] })
  const bridge = connectRigBridge(rig)
  const release = bridge.hold('zoneDrafts.get')
  const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
  const loading = draft.load()
  await draft.readZone()
  leave()
  release()
  await loading
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toMatchObject({ records: [typed] })
  expect(bridge.calls).not.toContain('zoneDrafts.discard')
})

test('Edits stay on a zone that was changed elsewhere, are the whole plan, and can still be undone', async () => {
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  connectRigBridge(rig)
  const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
  await draft.load()
  draft.change(addDraftRows(draft.rows.value ?? [], [typed], null))
  const served = rig.simulator.world.users[0]?.domains.get(domain)?.records
  for (const record of served?.values() ?? []) Object.assign(record, { content: '192.0.2.5' })
  await draft.readZone()
  expect(draft.counts.value).toEqual({ same: 1, added: 1, changed: 0, deleted: 0 })
  expect(draft.zoneChanges.value).toEqual({ followed: [{ type: 'A', host: '@' }], made: [] })
  expect(draft.changedByOthers.value.overwritten).toEqual([])
  expect(toRecordEdits(draft.rows.value ?? [], ({ record }) => record.content)).toEqual([
    { before: null, after: '192.0.2.9' },
  ])
  draft.undo()
  expect(draft.counts.value).toEqual({ same: 1, added: 0, changed: 0, deleted: 0 })
  expect(draft.rows.value?.[0]?.record.content).toBe('192.0.2.5')
  leave()
})

test('What a draft would overwrite is shown each time it is opened, and opening it does not store it again', async () => {
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  const bridge = connectRigBridge(rig)
  const edited = runInSetup(() => useZoneDraft(accountId, domain))
  await edited.made.load()
  const [row] = edited.made.rows.value ?? []
  if (!row) throw new Error('The draft has no row')
  edited.made.change(editDraftRow(edited.made.rows.value ?? [], row.key, { ...row.record, content: '192.0.2.9' }))
  await edited.made.store()
  edited.leave()
  const stored = await rig.call('zoneDrafts.get', { accountId, domain })
  const served = rig.simulator.world.users[0]?.domains.get(domain)?.records
  for (const record of served?.values() ?? []) Object.assign(record, { content: '192.0.2.5' })
  const saves = () => bridge.calls.filter((command) => command === 'zoneDrafts.save').length
  const savesBefore = saves()
  for (const reads of [true, false]) {
    const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
    await draft.load()
    if (reads) await draft.readZone()
    expect(draft.changedByOthers.value.overwritten).toEqual([{ type: 'A', host: '@' }])
    expect(draft.rows.value).toMatchObject([{ base: { content: '192.0.2.5' }, record: { content: '192.0.2.9' } }])
    draft.closeZoneChanges()
    expect(draft.changedByOthers.value.overwritten).toHaveLength(1)
    leave()
  }
  expect(saves()).toBe(savesBefore)
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toEqual(stored)

  const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
  await draft.load()
  draft.change(addDraftRows(draft.rows.value ?? [], [typed], null))
  leave()
  await expect.poll(saves).toBe(savesBefore + 1)
  const opened = runInSetup(() => useZoneDraft(accountId, domain))
  await opened.made.load()
  expect(opened.made.changedByOthers.value.overwritten).toEqual([{ type: 'A', host: '@' }])
  expect(opened.made.counts.value).toEqual({ same: 0, added: 1, changed: 1, deleted: 0 })
  opened.leave()
})

async function openSyncedDraft() {
  const { id: accountId } = await rig.addAccount('First', [token])
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  const bridge = connectRigBridge(rig)
  const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
  onTestFinished(leave)
  await draft.load()
  return { accountId, bridge, draft }
}

const failNextZoneReading = () =>
  rig.simulator.faults.add({
    match: { method: 'GET', path: '/dns$' },
    times: 1,
    fault: { kind: 'status', status: 403 },
  })

test('The error of a failed reading stays when edits are stored, and ends when the zone is read', async () => {
  const { draft } = await openSyncedDraft()
  failNextZoneReading()
  await draft.readZone()
  expect(draft.readError.value).not.toBeNull()
  draft.change(addDraftRows(draft.rows.value ?? [], [typed], null))
  await draft.store()
  expect(draft.readError.value).not.toBeNull()
  await draft.readZone()
  expect(draft.readError.value).toBeNull()
})

test('The error of a failed reading ends when something else reads the zone', async () => {
  const { accountId, bridge, draft } = await openSyncedDraft()
  failNextZoneReading()
  await draft.readZone()
  expect(draft.readError.value).not.toBeNull()
  await rig.call('dns.refresh', { accountId, domain })
  bridge.emit('inventory.changed', { accountId, domain })
  await expect.poll(() => draft.readError.value).toBeNull()
})

test('The error of a reading that the pause of the account refused ends with the pause', async () => {
  const { accountId, draft } = await openSyncedDraft()
  const accounts = useAccounts()
  await rig.call('accounts.update', { accountId, isPaused: true })
  await accounts.load()
  await draft.readZone()
  expect(draft.readError.value).toMatchObject({ kind: 'paused' })
  await rig.call('accounts.update', { accountId, isPaused: false })
  await accounts.load()
  expect(draft.readError.value).toBeNull()
})

test('Edits that could not be stored stay on screen and can be stored again', async () => {
  const { accountId, draft } = await openSyncedDraft()
  const tooLong = { ...typed, content: 'x'.repeat(10_001) }
  draft.change(addDraftRows(draft.rows.value ?? [], [tooLong], null))
  await draft.store()
  expect(draft.storeError.value).toMatchObject({ kind: 'invalid_input' })
  await draft.readZone()
  expect(draft.storeError.value).not.toBeNull()
  expect(draft.rows.value?.[1]?.record.content).toHaveLength(10_001)
  const added = draft.rows.value?.[1]?.key ?? 0
  draft.change(editDraftRow(draft.rows.value ?? [], added, typed))
  await draft.store()
  expect(draft.storeError.value).toBeNull()
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toMatchObject({ records: [{}, typed] })
})

test('The notice about changes elsewhere ends when all edits are discarded', async () => {
  const { draft } = await openSyncedDraft()
  draft.change(addDraftRows(draft.rows.value ?? [], [typed], null))
  const served = rig.simulator.world.users[0]?.domains.get(domain)?.records
  for (const record of served?.values() ?? []) Object.assign(record, { content: '192.0.2.5' })
  await draft.readZone()
  expect(draft.zoneChanges.value.followed).toHaveLength(1)
  draft.discard()
  expect(draft.zoneChanges.value).toEqual({ followed: [], made: [] })
})

test('All edits are discarded also before the zone is read, and the stored draft with them', async () => {
  const { id: accountId } = await rig.addAccount('First', [token])
  const refusal = { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } as const
  rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, fault: refusal })
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  await rig.call('zoneDrafts.save', { accountId, domain, base: [], records: [typed] })
  connectRigBridge(rig)
  const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
  await draft.load()
  expect([draft.zone.value, draft.changeCount.value]).toEqual([null, 1])
  draft.discard()
  expect(draft.changeCount.value).toBe(0)
  await draft.store()
  expect(await rig.call('zoneDrafts.get', { accountId, domain })).toBeNull()
  leave()
})

test('An editor opened before its domain is stored shows the zone once a sync lists the domain', async () => {
  const { id: accountId } = await rig.addAccount('First', [token])
  const bridge = connectRigBridge(rig)
  const { made: draft, leave } = runInSetup(() => useZoneDraft(accountId, domain))
  onTestFinished(leave)
  await draft.load()
  expect(draft.loadError.value?.kind).toBe('not_found')
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', { accountIds: [accountId] })
  await ended
  bridge.emit('inventory.changed', { accountId, domain: null })
  await expect.poll(() => draft.loadError.value).toBeNull()
  if (draft.rows.value === null) await draft.readZone()
  expect(draft.rows.value).toMatchObject([{ record: { host: '@' } }])
})
