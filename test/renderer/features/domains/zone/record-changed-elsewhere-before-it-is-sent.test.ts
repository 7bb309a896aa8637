import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { shallowReactive } from 'vue'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { CompleteRecordInput } from '#shared/ipc/dns.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import { useEditAndSendRecord } from '#renderer/features/domains/zone/useEditAndSendRecord.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const domain = 'one.com'
let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token: 'key-of-first' }], domains: [{ domain_name: domain }] }] },
  })
  accountId = (await rig.addAccount('First', ['key-of-first'])).id
  const listed = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists'))
  await rig.call('sync.start', {})
  await listed
})
beforeEach(() => void connectRigBridge(rig))
afterAll(() => rig.close())

const served = () => rig.simulator.world.users[0]?.domains.get(domain)?.records as Map<number, ZoneRecord>

const createInput = (host: string): CompleteRecordInput => ({
  type: 'A',
  host,
  content: '192.0.2.1',
  ttl: 3600,
  priority: 0,
})

async function addRecord(host: string): Promise<ZoneRecord> {
  const { data } = await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after: createInput(host) } })
  const added = data?.find((record) => record.host === host)
  if (!added) throw new Error('The record was not added')
  return added
}

/** `zone`: as read before another program changed it. */
function openForm(record: ZoneRecord | null, zone: ZoneRecord[]) {
  const edited = shallowReactive({
    accountId,
    domain,
    decoded: null,
    record,
    zone: zone as readonly ZoneRecord[],
    zoneReadAt: null as number | null,
    delegation: { state: 'unknown' as const, readAt: null, isUncertain: false },
  })
  const show = ({ data, readAt }: Cached<ZoneRecord[]>) =>
    void Object.assign(edited, { zone: data ?? [], zoneReadAt: readAt })
  const { made: editor, leave } = runInSetup(() =>
    useEditAndSendRecord(edited, { showZone: show, done: () => undefined }),
  )
  onTestFinished(leave)
  return {
    editor,
    readZone: async () => show(await rig.call('dns.refresh', { accountId, domain })),
    async saveIntoConflict(kind = 'conflict'): Promise<void> {
      const saved = editor.save()
      await expect.poll(() => currentConfirmation.value).not.toBeNull()
      currentConfirmation.value?.answer(true)
      await saved
      expect(editor.failure.value?.error.kind).toBe(kind)
    },
  }
}

test('After a conflict, the current record is that of the newest reading of the zone', async () => {
  const record = await addRecord('changed-twice')
  const { editor, readZone, saveIntoConflict } = openForm(record, [record])
  const setElsewhere = (content: string) => served().set(record.id, { ...record, content })
  const current = () => editor.zoneOfConflict.value?.find(({ id }) => id === record.id)?.content
  setElsewhere('192.0.2.7')
  editor.input.value = { ...editor.input.value, ttl: 600 }
  await saveIntoConflict()
  expect(current()).toBe('192.0.2.7')
  setElsewhere('192.0.2.8')
  await readZone()
  expect(current()).toBe('192.0.2.8')
})

test('A conflict ends when a newer reading shows the record as it was before', async () => {
  const record = await addRecord('changed-and-restored')
  const { editor, readZone, saveIntoConflict } = openForm(record, [record])
  served().set(record.id, { ...record, content: '192.0.2.7' })
  editor.input.value = { ...editor.input.value, ttl: 600 }
  await saveIntoConflict()
  served().set(record.id, record)
  await readZone()
  expect(editor.failure.value).toBeNull()
  expect(editor.input.value.ttl).toBe(600)
})

test('A record that the zone already has is reported only until the input changes', async () => {
  await addRecord('exists')
  const { editor, saveIntoConflict } = openForm(null, [])
  editor.input.value = createInput('exists')
  await saveIntoConflict()
  editor.input.value = { ...editor.input.value, content: '192.0.2.2' }
  await expect.poll(() => editor.failure.value).toBeNull()
})

test('A changed record is still reported after the input changes', async () => {
  const record = await addRecord('changed-once')
  const { editor, saveIntoConflict } = openForm(record, [record])
  served().set(record.id, { ...record, content: '192.0.2.7' })
  editor.input.value = { ...editor.input.value, ttl: 600 }
  await saveIntoConflict()
  editor.input.value = { ...editor.input.value, ttl: 700 }
  await new Promise(setImmediate)
  expect(editor.failure.value?.error.kind).toBe('conflict')
})

test('A rule that the newer zone makes the input break is reported only until the input changes', async () => {
  await addRecord('duplicate')
  const { editor, saveIntoConflict } = openForm(null, [])
  editor.input.value = { ...createInput('duplicate'), ttl: 600 }
  await saveIntoConflict('invalid_input')
  editor.input.value = { ...editor.input.value, content: '192.0.2.2' }
  await expect.poll(() => editor.failure.value).toBeNull()
})

test('A rule that the zone made the input break is reported only until the zone is read without the other record', async () => {
  const other = await addRecord('duplicate-until-removed')
  const { editor, readZone, saveIntoConflict } = openForm(null, [])
  editor.input.value = { ...createInput('duplicate-until-removed'), ttl: 600 }
  await saveIntoConflict('invalid_input')
  await readZone()
  expect(editor.failure.value?.error.kind).toBe('invalid_input')
  served().delete(other.id)
  await readZone()
  await expect.poll(() => editor.failure.value).toBeNull()
})
