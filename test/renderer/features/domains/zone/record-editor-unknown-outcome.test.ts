import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { nextTick, shallowReactive } from 'vue'
import { maxServiceExecutionDelayMs } from '#shared/api/max-service-execution-delay.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import { classifyStoredDelegation } from '#renderer/features/domains/zone/classify-stored-delegation.ts'
import { useEditAndSendRecord } from '#renderer/features/domains/zone/useEditAndSendRecord.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
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

const served = () => [...(rig.simulator.world.users[0]?.domains.get(domain)?.records.values() ?? [])]

type Fault = Parameters<SimulatorRig['simulator']['faults']['add']>[0]['fault']

function openForm(record: ZoneRecord | null) {
  const edited = shallowReactive({
    accountId,
    domain,
    decoded: null,
    record,
    zone: (record ? [record] : []) as readonly ZoneRecord[],
    zoneReadAt: null as number | null,
    delegation: classifyStoredDelegation(null),
  })
  const show = ({ data, readAt }: Cached<ZoneRecord[]>) =>
    void Object.assign(edited, { zone: data ?? [], zoneReadAt: readAt })
  const { made: editor, leave } = runInSetup(() =>
    useEditAndSendRecord(edited, { showZone: show, done: () => undefined }),
  )
  return { editor, leave, show }
}

/** Adds a record whose answer is lost. By default, the service executes the request a moment later. */
async function addWithLostAnswer(host: string, fault: Fault = { kind: 'late', ms: 500 }) {
  const { editor, leave, show } = openForm(null)
  rig.simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, times: 1, fault })
  editor.input.value = { ...editor.input.value, type: 'A', host, content: '192.0.2.1' }
  const saved = editor.save()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  currentConfirmation.value?.answer(true)
  await expect.poll(() => editor.isBusy.value).toBe(true)
  expect(editor.isReading.value).toBe(false)
  await saved
  expect(editor.failure.value?.error.kind).toBe('unsettled')
  return {
    editor,
    leave,
    show,
    untilExecuted: () => expect.poll(() => served().some((record) => record.host === host)).toBe(true),
  }
}

test('A form whose change the zone shows is left without a question, and shows no error of its input', async () => {
  const { editor, leave, untilExecuted } = await addWithLostAnswer('confirmed')
  await untilExecuted()
  const read = editor.readAgain()
  expect([editor.isBusy.value, editor.isReading.value]).toEqual([true, true])
  await read
  expect([editor.isBusy.value, editor.isReading.value]).toEqual([false, false])
  expect(editor.found.value).toBe(true)
  expect(editor.findings.value).toEqual([])
  expect(await editor.mayLeave()).toBe(true)
  leave()
})

test('A form whose change of a record the zone shows is a form of the changed record, and cannot be reset before that', async () => {
  const { data } = await rig.call('dns.apply', {
    accountId,
    domain,
    change: { kind: 'add', after: { type: 'A', host: 'to-change', content: '192.0.2.1', ttl: 3600, priority: 0 } },
  })
  const added = data?.find(({ host }) => host === 'to-change') ?? null
  const { editor, leave } = openForm(added)
  onTestFinished(leave)
  editor.input.value = { ...editor.input.value, content: '192.0.2.2' }
  expect(editor.mayReset.value).toBe(true)
  onTestFinished(rig.simulator.faults.add({ match: { method: 'PUT' }, fault: { kind: 'reset-before' } }))
  const saved = editor.save()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  currentConfirmation.value?.answer(true)
  await saved
  expect(editor.failure.value?.error.kind).toBe('unsettled')
  expect(editor.mayReset.value).toBe(false)
  Object.assign(served().find(({ id }) => id === added?.id) ?? {}, { content: '192.0.2.2' })
  await editor.readAgain()
  expect(editor.found.value).toBe(true)
  expect(editor.base.value).toEqual({ ...added, content: '192.0.2.2' })
  expect(editor.isChanged.value).toBe(false)
})

test('A reading that failed because the app was offline leaves no error after the app is online', async () => {
  const { editor, leave, untilExecuted } = await addWithLostAnswer('offline')
  await untilExecuted()
  const app = useAppState()
  const setOffline = async (isOffline: boolean) => {
    await rig.call('app.saveSettings', { isOffline })
    app.state = { ...app.state, settings: { ...app.settings, isOffline } }
  }
  await setOffline(true)
  await editor.readAgain()
  expect(editor.readError.value?.kind).toBe('offline')
  await setOffline(false)
  expect(editor.readError.value).toBeNull()
  leave()
})

test('The question before a form with an unknown outcome is left names the record that was sent', async () => {
  const { editor, leave, untilExecuted } = await addWithLostAnswer('unknown')
  const left = editor.mayLeave()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  expect(currentConfirmation.value?.body).toMatch(/A unknown/)
  currentConfirmation.value?.answer(false)
  expect(await left).toBe(false)
  await untilExecuted()
  leave()
})

test('A form that was changed after the zone showed its first input asks before it is left', async () => {
  const { editor, leave, untilExecuted } = await addWithLostAnswer('changed')
  await untilExecuted()
  await editor.readAgain()
  editor.input.value = { ...editor.input.value, content: '192.0.2.2' }
  const left = editor.mayLeave()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  expect(currentConfirmation.value?.body).not.toMatch(/sent|送信/)
  currentConfirmation.value?.answer(true)
  expect(await left).toBe(true)
  leave()
})

test('A change that the zone does not show may still arrive, but not if the zone was read after the time for that', async () => {
  const { editor, leave } = await addWithLostAnswer('missing', { kind: 'reset-before' })
  await editor.readAgain()
  expect([editor.found.value, editor.mayStillArrive.value]).toEqual([false, true])
  const readClock = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => readClock() + maxServiceExecutionDelayMs)
  await editor.readAgain().finally(() => clock.mockRestore())
  expect([editor.found.value, editor.mayStillArrive.value]).toEqual([false, false])
  const left = editor.mayLeave()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  expect(currentConfirmation.value?.body).not.toMatch(/sent|送信/)
  currentConfirmation.value?.answer(true)
  expect(await left).toBe(true)
  leave()
})

test('A change can no longer arrive after the computer slept for that time, also if the monotonic clock stopped meanwhile', async () => {
  const { editor, leave } = await addWithLostAnswer('slept', { kind: 'reset-before' })
  onTestFinished(leave)
  await editor.readAgain()
  expect([editor.found.value, editor.mayStillArrive.value]).toEqual([false, true])
  const readClock = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => readClock() + maxServiceExecutionDelayMs)
  await editor.readAgain().finally(() => clock.mockRestore())
  expect([editor.found.value, editor.mayStillArrive.value]).toEqual([false, false])
})

test('A zone that something else reads after a change with an unknown outcome shows whether it was made', async () => {
  const { editor, leave, show, untilExecuted } = await addWithLostAnswer('read-elsewhere')
  await untilExecuted()
  expect(editor.found.value).toBeNull()
  show(await rig.call('dns.refresh', { accountId, domain }))
  await expect.poll(() => editor.found.value).toBe(true)
  leave()
})

test('A zone that something else reads when a change can no longer arrive shows that it was not made', async () => {
  const { editor, leave, show } = await addWithLostAnswer('not-arrived', { kind: 'reset-before' })
  show(await rig.call('dns.refresh', { accountId, domain }))
  await expect.poll(() => [editor.found.value, editor.mayStillArrive.value]).toEqual([false, true])
  const readClock = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => readClock() + maxServiceExecutionDelayMs)
  onTestFinished(() => clock.mockRestore())
  show(await rig.call('dns.refresh', { accountId, domain }))
  await nextTick()
  expect([editor.found.value, editor.mayStillArrive.value]).toEqual([false, false])
  leave()
})

test('A change that may still arrive is named before the form is left, also after its notice was closed and the input changed', async () => {
  const { editor, leave } = await addWithLostAnswer('may-arrive', { kind: 'reset-before' })
  onTestFinished(leave)
  await editor.readAgain()
  editor.hideFailure()
  expect(editor.failure.value).toBeNull()
  editor.input.value = { ...editor.input.value, host: 'other' }
  const left = editor.mayLeave()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  expect(currentConfirmation.value?.body).toMatch(/sent|送信/)
  expect(currentConfirmation.value?.body).toMatch(/A may-arrive/)
  currentConfirmation.value?.answer(false)
  expect(await left).toBe(false)
})

test('A change that may still arrive is named before the form is left, also after a later change was declined', async () => {
  const { editor, leave } = await addWithLostAnswer('declined-later', { kind: 'reset-before' })
  onTestFinished(leave)
  await editor.readAgain()
  onTestFinished(
    rig.simulator.faults.add({ match: { method: 'POST', path: '/dns$' }, fault: { kind: 'status', status: 422 } }),
  )
  const saved = editor.save()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  currentConfirmation.value?.answer(true)
  await saved
  expect(editor.failure.value?.error.kind).toBe('service')
  const left = editor.mayLeave()
  await expect.poll(() => currentConfirmation.value).not.toBeNull()
  expect(currentConfirmation.value?.body).toMatch(/sent|送信/)
  currentConfirmation.value?.answer(false)
  expect(await left).toBe(false)
})

test('A form whose change a later reading shows is left without a question, also after its notice was closed', async () => {
  const { editor, leave, show } = await addWithLostAnswer('found-later', { kind: 'reset-before' })
  onTestFinished(leave)
  await editor.readAgain()
  editor.hideFailure()
  const after = { type: 'A', host: 'found-later', content: '192.0.2.1', ttl: 3600, priority: 0 } as const
  show(await rig.call('dns.apply', { accountId, domain, change: { kind: 'add', after } }))
  await expect.poll(() => editor.base.value?.host).toBe('found-later')
  expect([editor.failure.value, editor.found.value]).toEqual([null, null])
  expect(await editor.mayLeave()).toBe(true)
})
