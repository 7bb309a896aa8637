import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDomainList } from '#renderer/features/domains/useDomainList.ts'
import { noAttributeFilters } from '#renderer/stores/create-list-filter-and-sort.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-for-all-domains'
let rig: SimulatorRig

beforeAll(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains: [
            { domain_name: 'read.example', nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'] },
            { domain_name: 'unread.example', nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'] },
            { domain_name: 'unoffered.example' },
            { domain_name: 'lapsed.example', status: 'expired' },
          ],
        },
      ],
    },
  })
  await rig.addAccount('First', [token])
  rig.simulator.faults.add({
    match: { path: '/unread.example(/dns|/nameservers|/whois|/registrar-lock|)$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  rig.simulator.faults.add({
    match: { path: '/unoffered.example/(nameservers|whois|registrar-lock)$' },
    fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
  })
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
})
afterAll(() => rig.close())
beforeEach(() => {
  connectRigBridge(rig)
})

const noLists = { domainLists: 0, deniedDomainLists: 0 }

test.each([
  ['autoRenew', { autoRenew: 'on' }, { autoRenew: 1 }],
  ['lock', { lock: 'off' }, { registrarLock: 1 }],
  ['privacy', { privacy: 'on' }, { whoisPrivacy: 1 }],
  ['nameserver', { nameserver: 'elsewhere' }, { nameservers: 1 }],
  ['two at once', { lock: 'on', nameserver: 'elsewhere' }, { registrarLock: 1, nameservers: 1 }],
  ['the absence of a value', { lock: 'unread' }, {}],
  ['another value that is known to differ', { nameserver: 'elsewhere', tlds: ['com'] }, { nameservers: 0 }],
] as const)(
  'A filter counts the domains whose value was never read and may match, without those that have no such value: %s',
  async (_filter, facts, counts) => {
    const { made, leave } = runInSetup(() => useDomainList())
    useDomainFilters().facts = { ...noAttributeFilters, ...structuredClone(facts as object) }
    await expect.poll(() => made.unread.value).toEqual({ ...counts, ...noLists })
    leave()
  },
)

test('A zone that was never read counts as not searched, even if the value for another filter was not read either', async () => {
  const filter = { lock: 'on' } as const
  expect(await rig.call('inventory.neverReadCounts', { filter })).toMatchObject({ unreadableZones: 1 })
})

test('Values that no filter asks for are not counted, because the searches would wait for it', async () => {
  expect(await rig.call('inventory.neverReadCounts', {})).toMatchObject({
    autoRenew: 0,
    registrarLock: 0,
    whoisPrivacy: 0,
    nameservers: 0,
  })
})

test('A search in name servers counts the domains whose name servers were never read', async () => {
  expect(await rig.call('inventory.neverReadCounts', { searchesNameservers: true })).toMatchObject({
    registrarLock: 0,
    nameservers: 1,
  })
})
