import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDomain } from '#renderer/features/domains/useDomain.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const name = 'example.com'
const token = 'a-key-for-zones-only'
let rig: SimulatorRig
let accountId: string

beforeAll(async () => {
  const permissions = {
    domain: 'read',
    dns: 'full',
    nameserver: 'none',
    whois: 'none',
    registrar_lock: 'none',
  } as const
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token, services: { domain: { permission_type: 'custom', permissions } } }],
          domains: [{ domain_name: name }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
})
afterAll(() => rig.close())
beforeEach(() => {
  connectRigBridge(rig)
})

test('A detail that no key may read is not shown as being read while another detail is read', async () => {
  rig.simulator.faults.add({ match: { method: 'GET', path: '/dns$' }, times: 1, fault: { kind: 'hang' } })
  const { made, leave } = runInSetup(() => useDomain(accountId, name))
  await expect.poll(() => made.domain.value).not.toBeNull()
  void made.refresh(['detail', 'zone', 'nameservers', 'whois', 'lock'])
  await expect.poll(() => rig.simulator.ledger.requests.some(({ path }) => path.endsWith('/dns'))).toBe(true)
  await expect.poll(() => [...made.reading.value]).toEqual(['zone'])
  expect(made.domain.value?.nameservers.error?.kind).toBe('no_key')
  expect(made.domain.value?.detail.error).toBeNull()
  leave()
})
