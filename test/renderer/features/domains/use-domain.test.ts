import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDomain } from '#renderer/features/domains/useDomain.ts'
import { isInteractiveDomainCallWaiting } from '#renderer/features/domains/is-interactive-domain-call-waiting.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
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

const usage: QuotaUsage = {
  accountId: 'a',
  limitClass: 'domain',
  perMinute: 60,
  perDay: 10_000,
  concurrent: 5,
  learnt: [],
  usedMinute: 60,
  usedMinuteElsewhere: 0,
  usedDay: 60,
  inFlight: 0,
  waiting: { interactive: 2, paid: 0, job: 0, background: 0 },
  nextFreeAt: 1,
  nextFreeAfter: null,
  isWaitUnexplained: false,
  waitsForAnswer: false,
  heldUntil: null,
}

test.each([
  ['waits for the quota while interactive calls wait for a free minute', {}, true],
  ['does not wait for the quota when a call can be sent', { nextFreeAt: null }, false],
  [
    'does not wait for the quota when only the sync waits',
    { waiting: { ...usage.waiting, interactive: 0, background: 9 } },
    false,
  ],
  ['does not wait for the quota of the server API', { limitClass: 'server' }, false],
  ['does not wait for the quota of another account', { accountId: 'b' }, false],
] as const)('A read %s', (_, changes, waits) => {
  expect(isInteractiveDomainCallWaiting([{ ...usage, ...changes }], 'a')).toBe(waits)
})
