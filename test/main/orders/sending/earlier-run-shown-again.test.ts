import { expect, onTestFinished, test } from 'vitest'
import { serviceErrors } from '#shared/api/service-errors.ts'
import { dayMs } from '#shared/durations.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { createClockWithForwardJumps } from '#test/system-clock-with-forward-jumps.ts'

const tokens = { first: 'the-key-of-the-first-account', second: 'the-key-of-the-second-account' }
const services = { domain: { allow_acquisition: true } }
/** After a restart, runs with declined orders are shown for a week. */
const daysSinceRun = 10

async function acquire(
  rig: SimulatorRig,
  accountId: string,
  names: readonly string[],
  beforeConfirmation: () => void = () => undefined,
) {
  const items = names.map((name): OrderItem => ({ kind: 'acquire', accountId, name, years: 1, nameservers: null }))
  const { quoteId, rows, totalYen } = await rig.call('orders.quote', { quoteId: crypto.randomUUID(), items })
  expect(rows.map(({ problem }) => problem)).toEqual(items.map(() => null))
  beforeConfirmation()
  const confirmed = { quoteId, rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true as const }
  const { runId } = await rig.call('orders.confirm', confirmed)
  return runId
}

test.each(['the same start', 'a later start'] as const)(
  'An order that was ordered again from another account does not wait for the user in an old run that is shown again: %s',
  async (start) => {
    const clock = createClockWithForwardJumps()
    const rig = await startSimulatorRig({
      clock,
      world: {
        users: [
          {
            name: 'first',
            keys: [{ token: tokens.first, services }],
            domains: [{ domain_name: 'own.com', expiry_date: '2030-03-31' }],
          },
          { name: 'second', keys: [{ token: tokens.second, services }] },
        ],
      },
    })
    onTestFinished(() => rig.close())
    const first = (await rig.addAccount('First', [tokens.first])).id
    const second = (await rig.addAccount('Second', [tokens.second])).id
    const { faults } = rig.simulator
    const orders = async (runId: string) => (await rig.call('orders.list', { filter: { runId } })).rows
    const statuses = async (runId: string) => (await orders(runId)).map(({ status }) => status).toSorted()

    const runId = await acquire(rig, first, ['one.com', 'two.com'], () => {
      const { status } = serviceErrors.PRICE_MISMATCH
      const declined = { kind: 'status' as const, status, code: 'PRICE_MISMATCH' }
      faults.add({ match: { method: 'POST' }, fault: declined, times: 1 })
      const unclear = { kind: 'status' as const, when: 'before' as const, status: 502, code: 'BACKEND_ERROR' }
      faults.add({ match: { method: 'POST' }, fault: unclear })
    })
    await expect.poll(() => statuses(runId)).toEqual(['refused', 'unsettled'])
    faults.clear()
    const placed = await orders(runId)
    const declined = placed.find(({ status }) => status === 'refused')
    const unclear = placed.find(({ status }) => status === 'unsettled')
    if (!declined || !unclear) throw new Error('The orders have no such outcome')
    await rig.call('orders.settle', { intentId: unclear.id, happened: false, repeat: false })
    const again = await acquire(rig, second, [declined.target])
    await expect.poll(() => statuses(again)).toEqual(['done'])

    clock.advance(daysSinceRun * dayMs)
    await rig.restart()
    const { domains } = rig.simulator.world.user('first')
    const [own] = domains.values()
    domains.set(unclear.target, { ...(own as NonNullable<typeof own>), name: unclear.target })
    await rig.call('sync.start', { accountIds: [first] })
    await expect.poll(() => statuses(runId)).toEqual(['needs_you', 'refused'])
    if (start === 'a later start') await rig.restart()

    const shown = async () => (await rig.call('orders.runs', null)).find(({ id }) => id === runId)
    await expect.poll(shown).toMatchObject({ waitsForYou: 1, ordersToQuoteAgain: 0, accounts: [{ declined: 0 }] })
  },
)
