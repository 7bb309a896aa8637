import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useDomainChangeCsvFile } from '#renderer/features/domain-change-csv/useDomainChangeCsvFile.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

let rig: SimulatorRig
let accountId: string
let bridge: RigBridge

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'key-of-first' }],
          domains: [{ domain_name: 'one.com' }, { domain_name: 'two.com' }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', ['key-of-first'])).id
  const listed = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists'))
  await rig.call('sync.start', {})
  await listed
  bridge = connectRigBridge(rig)
})
afterAll(() => rig.close())

type SelectedDomains = ReturnType<Parameters<typeof useDomainChangeCsvFile>[0]>

const text = 'one.com,lock,on\nthree.com,lock,on\none.com,lock,perhaps\ntwo.com,ttl,300'

test('A file in Shift_JIS shows what it would change by domain and account, and every line that cannot be used, before a plan is made', async () => {
  const { made: changes, leave } = runInSetup(() => useDomainChangeCsvFile(() => null))
  const comment = [0x23, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a]
  await changes.input.readFile(new File([new Uint8Array(comment), text], 'changes.csv'))
  expect(changes.input.file.value).toMatchObject({ name: 'changes.csv', encoding: 'shift_jis' })
  expect(changes.isLookingUp.value).toBe(true)
  await vi.waitFor(() => expect(changes.isLookingUp.value).toBe(false))
  expect(changes.domains.value.map(({ name, accountId: owner, lines }) => [name, owner, lines.length])).toEqual([
    ['one.com', accountId, 1],
    ['two.com', accountId, 1],
  ])
  expect(changes.findings.value.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '3 csvDomainNotFound',
    '4 csvNotOnOrOff',
  ])
  expect(changes.lineCount.value).toBe(2)
  expect(bridge.calls.filter((call) => call.startsWith('plans.'))).toEqual([])
  leave()
})

test('A file for the selected domains leaves out the others', async () => {
  const selected = shallowRef<SelectedDomains>([{ accountId, name: 'two.com', goneSince: null }])
  const { made: changes, leave } = runInSetup(() => useDomainChangeCsvFile(() => selected.value))
  await changes.input.readText(text)
  await vi.waitFor(() => expect(changes.domains.value.map(({ name }) => name)).toEqual(['two.com']))
  expect(changes.findings.value[0]).toMatchObject({ line: 1, code: 'csvDomainNotInPlan' })
  selected.value = null
  await vi.waitFor(() => expect(changes.domains.value.map(({ name }) => name)).toEqual(['one.com', 'two.com']))
  leave()
})

test('A selected domain that is gone, or selected in several accounts, is not used, and its line says why', async () => {
  const selected: SelectedDomains = [
    { accountId, name: 'one.com', goneSince: 1 },
    { accountId, name: 'two.com', goneSince: null },
    { accountId: 'other', name: 'two.com', goneSince: null },
  ]
  const { made: changes, leave } = runInSetup(() => {
    void useAccounts().load()
    return useDomainChangeCsvFile(() => selected)
  })
  await vi.waitFor(() => expect(useAccounts().isLoaded).toBe(true))
  await changes.input.readText('one.com,lock,on\ntwo.com,ttl,300')
  await vi.waitFor(() => expect(changes.isLookingUp.value).toBe(false))
  expect(changes.domains.value).toEqual([])
  expect(changes.findings.value).toMatchObject([
    { line: 1, code: 'csvDomainGone', values: { domain: 'one.com', account: 'First' } },
    { line: 2, code: 'csvDomainSelectedInSeveralAccounts' },
  ])
  leave()
})

test('The domains of a file that was replaced meanwhile are not shown', async () => {
  const { made: changes, leave } = runInSetup(() => useDomainChangeCsvFile(() => null))
  const answer = bridge.hold('inventory.findDomains')
  await changes.input.readText('one.com,lock,on')
  await vi.waitFor(() => expect(bridge.calls.at(-1)).toBe('inventory.findDomains'))
  await changes.input.readText('two.com,lock,on')
  await vi.waitFor(() => expect(changes.isLookingUp.value).toBe(false))
  answer()
  await new Promise((resolve) => setTimeout(resolve))
  expect(changes.domains.value.map(({ name }) => name)).toEqual(['two.com'])
  leave()
})

test('A domain that a later sync adds to a list is found without reading the file again', async () => {
  const { made: changes, leave } = runInSetup(() => useDomainChangeCsvFile(() => null))
  await changes.input.readText('added.com,lock,on')
  await vi.waitFor(() => expect(changes.findings.value).toMatchObject([{ code: 'csvDomainNotFound' }]))
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
  const { domains } = rig.simulator.world.user('first')
  const one = domains.get('one.com')
  if (one) domains.set('added.com', { ...one, name: 'added.com' })
  const changed = rig.event('inventory.changed', ({ domain }) => domain === null)
  await rig.call('sync.start', {})
  bridge.emit('inventory.changed', await changed)
  await ended
  expect(changes.isLookingUp.value).toBe(false)
  await vi.waitFor(() => expect(changes.domains.value.map(({ name }) => name)).toEqual(['added.com']), 5000)
  expect(changes.findings.value).toEqual([])
  domains.delete('added.com')
  leave()
})

test('A line for a domain that is gone from the list of an account says so, before and in the plan', async () => {
  const sync = async () => {
    const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
    await rig.call('sync.start', {})
    await ended
  }
  await sync()
  rig.simulator.world.user('first').domains.delete('two.com')
  await sync()
  const [account] = await rig.call('accounts.list', null)
  const readAt = account?.shrunkenLists.find(({ list }) => list === 'domain')?.readAt
  if (readAt !== undefined) await rig.call('inventory.acceptShrunkenList', { accountId, list: 'domain', readAt })

  const { made: changes, leave } = runInSetup(() => useDomainChangeCsvFile(() => null))
  await changes.input.readText(text)
  await vi.waitFor(() => expect(changes.isLookingUp.value).toBe(false))
  const gone = { line: 4, code: 'csvDomainGone', values: { domain: 'two.com', account: 'First' } }
  expect(changes.findings.value).toContainEqual(expect.objectContaining(gone))
  const plan = await rig.call('plans.create', {
    planId: 'plan-1',
    source: { kind: 'csv', text, includesOneWayLocks: false },
    domains: [],
  })
  expect(plan.lineFindings).toContainEqual(expect.objectContaining(gone))
  leave()
})
