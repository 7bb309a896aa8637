import { createPinia, setActivePinia } from 'pinia'
import { effectScope, ref, shallowRef } from 'vue'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { domainFilterSchema, type DomainFilter, type DomainRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useDomainSelection } from '#renderer/stores/domain-selection.ts'
import { useRefreshRowSelectionAndSelectAll } from '#renderer/features/list-tools/useRefreshRowSelectionAndSelectAll.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge, type RigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'a-key-for-selecting'
const everything: DomainFilter = domainFilterSchema.parse({})
const names = ['alpha-0.com', 'alpha-1.com', 'beta-0.com', 'beta-1.com']
let rig: SimulatorRig
let bridge: RigBridge
let rows: DomainRow[]

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains: names.map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
        },
      ],
    },
  })
  const { id: accountId } = await rig.addAccount('First', [token])
  await rig.call('orders.quote', {
    quoteId: 'reads-the-list',
    items: names.map((name) => ({ kind: 'renew', accountId, name, years: 1 })),
  })
  rows = (await rig.call('inventory.domains', {})).rows
})
afterAll(() => rig.close())
beforeEach(() => {
  bridge = connectRigBridge(rig)
  setActivePinia(createPinia())
})

/** Sets up the selection as the view does; `type` changes the filter text and the number of matching rows. */
function open(mayEmpty: () => Promise<boolean> = () => Promise.resolve(true)) {
  const filter = shallowRef<DomainFilter>(everything)
  const queryKey = ref('')
  const matching = ref<number | null>(names.length)
  const load = (offset: number, limit: number) => rig.call('inventory.domains', { filter: filter.value, offset, limit })
  const scope = effectScope()
  const selection = useDomainSelection()
  const selecting = scope.run(() =>
    useRefreshRowSelectionAndSelectAll({
      selection,
      loadNamed: (named, match) => mainCommands.inventory.namedDomains({ names: named, filter: match }),
      filter,
      queryKey,
      version: ref(0),
      load,
      matching,
      mayEmpty,
    }),
  )
  if (!selecting) throw new Error('The scope is not active')
  const type = (text: string, left: number) => {
    filter.value = { ...everything, text }
    queryKey.value = text
    matching.value = left
  }
  return { selecting, selection, type }
}

test('The checkbox of all rows deselects nothing until the selected rows under a new filter are known', async () => {
  const { selecting, selection, type } = open()
  await selecting.selectAll()
  await expect.poll(() => selecting.all.value).toBe('all')
  const release = bridge.hold('inventory.namedDomains')
  type('alpha', 2)
  await Promise.resolve()
  expect(selecting.all.value).toBe('some')
  selecting.toggleAll()
  release()
  await expect.poll(() => [selection.count, selection.shownSelectedCount, selecting.all.value]).toEqual([4, 2, 'all'])
  selecting.toggleAll()
  expect(selection.rows.map(({ name }) => name)).toEqual(['beta-0.com', 'beta-1.com'])
})

test('The error of a load of all rows ends when the filters change', async () => {
  const { selecting, type } = open()
  type('x'.repeat(100_000), 0)
  await selecting.selectAll()
  expect(selecting.error.value).not.toBeNull()
  type('alpha', 2)
  await expect.poll(() => selecting.error.value, { timeout: 2000 }).toBeNull()
})

test('After an error, what failed last is tried again', async () => {
  const { selecting, selection, type } = open()
  let renewals = 0
  const renew = async () => {
    renewals += 1
    await selecting.loadMatching(renew)
  }
  type('x'.repeat(100_000), 0)
  await renew()
  selecting.retry()
  expect(renewals).toBe(2)
  await expect.poll(() => selecting.isLoadingMatching.value).toBe(false)
  await selecting.selectAll()
  expect(selecting.error.value).not.toBeNull()
  type('', names.length)
  selecting.retry()
  await expect.poll(() => selection.count).toBe(names.length)
  expect(renewals).toBe(2)
})

test('Rows that are still loading when the selection is cleared are not selected afterwards', async () => {
  const { selecting, selection } = open()
  const all = selecting.selectAll()
  selecting.stop()
  await all
  expect([selection.count, selecting.isLoadingMatching.value]).toEqual([0, false])
  selection.setSelected(rows, true)
  expect(selection.count).toBe(4)
})

test('The last selected domain is deselected only if the question about the open form allows it', async () => {
  let answer = false
  let questions = 0
  const { selecting, selection } = open(() => {
    questions += 1
    return Promise.resolve(answer)
  })
  const [first, second] = rows as [DomainRow, DomainRow]
  await selecting.set([first, second], true)
  await selecting.set([first], false)
  expect([selection.count, questions]).toEqual([1, 0])
  await selecting.set([first, second], false)
  expect([selection.count, questions]).toEqual([1, 1])
  answer = true
  await selecting.set([second], false)
  expect([selection.count, questions]).toEqual([0, 2])

  answer = false
  await selecting.selectAll()
  await expect.poll(() => selecting.all.value).toBe('all')
  await selecting.toggleAll()
  expect([selection.count, questions]).toEqual([names.length, 3])
})

test('The rows of a renewal of all matching domains are not selected', async () => {
  const { selecting, selection } = open()
  expect((await selecting.loadMatching(selecting.selectAll))?.map(({ name }) => name)).toEqual(names)
  expect([selection.count, selecting.all.value]).toEqual([0, 'none'])
})
