import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { usePaletteSearch } from '#renderer/features/search/usePaletteSearch.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-of-the-account'
let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: { users: [{ name: 'user', keys: [{ token }], domains: [{ domain_name: 'kumo.example' }] }] },
  })
  await rig.addAccount('Aoba', [token])
})
afterAll(() => rig.close())

test('A search begins with the first letter; what is typed meanwhile is searched once, and only its result is shown', async () => {
  const bridge = connectRigBridge(rig)
  const text = ref('')
  const { made: search, leave } = runInSetup(() => usePaletteSearch(text))
  const searches = () => bridge.calls.filter((name) => name === 'inventory.search').length
  const answerFirst = bridge.hold('inventory.search')
  text.value = 'a'
  await nextTick()
  expect(searches()).toBe(1)
  for (const typed of ['ao', 'aob', 'aoba']) {
    text.value = typed
    await nextTick()
  }
  expect(searches()).toBe(1)
  answerFirst()
  await expect.poll(() => search.isSearching.value).toBe(false)
  expect(searches()).toBe(2)
  expect(search.searched.value).toBe('aoba')
  expect(search.hits.value.map(({ title }) => title)).toEqual(['Aoba'])
  leave()
})

test('A text that is deleted while its search is under way has no result, and nothing is searched after it', async () => {
  const bridge = connectRigBridge(rig)
  const text = ref('')
  const { made: search, leave } = runInSetup(() => usePaletteSearch(text))
  const answer = bridge.hold('inventory.search')
  for (const typed of ['a', 'ao', '']) {
    text.value = typed
    await nextTick()
  }
  expect(search.isSearching.value).toBe(false)
  answer()
  text.value = 'aoba'
  await expect.poll(() => search.searched.value).toBe('aoba')
  expect(bridge.calls.filter((name) => name === 'inventory.search')).toHaveLength(2)
  leave()
})

test('A text that was searched before the list of its domain was read finds the domain when the list is stored', async () => {
  const bridge = connectRigBridge(rig)
  const text = ref('')
  const { made: search, leave } = runInSetup(() => usePaletteSearch(text))
  text.value = 'kumo'
  await expect.poll(() => search.searched.value).toBe('kumo')
  expect(search.hits.value).toEqual([])
  await rig.call('sync.start', {})
  await expect.poll(async () => (await rig.call('inventory.domains', {})).total).toBe(1)
  bridge.emit('inventory.changed', { accountId: null, domain: null })
  await expect.poll(() => search.hits.value.map(({ target }) => target)).toEqual(['kumo.example'])
  await expect.poll(() => search.domains.value).toBe(1)
  leave()
})

test('The matches in the list of domains are counted after the hits, and only the count for the newest text is shown', async () => {
  const bridge = connectRigBridge(rig)
  const text = ref('')
  const { made: search, leave } = runInSetup(() => usePaletteSearch(text))
  const counts = () => bridge.calls.filter((name) => name === 'inventory.domainCounts').length
  const answerSearch = bridge.hold('inventory.search')
  const answerCount = bridge.hold('inventory.domainCounts')
  text.value = 'kumo'
  await nextTick()
  expect(counts()).toBe(0)
  answerSearch()
  await expect.poll(counts).toBe(1)
  expect(search.hits.value.map(({ target }) => target)).toEqual(['kumo.example'])
  expect(search.domains.value).toBe(0)
  text.value = 'none'
  await expect.poll(() => search.searched.value).toBe('none')
  answerCount()
  await new Promise((resolve) => setTimeout(resolve))
  expect(search.domains.value).toBe(0)
  text.value = 'kum'
  await expect.poll(() => search.domains.value).toBe(1)
  leave()
})
