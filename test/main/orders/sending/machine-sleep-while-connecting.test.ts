import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import {
  acquisition,
  createFastClock,
  paidRequests,
  renewal,
  startOrders,
  buildOrdersWorld,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'

const sleepMs = 72 * 3_600_000

/**
 * A machine that sleeps for three days on request: after the `sent` step of a paid call is written, while its
 * connection is made.
 */
async function startSleepy(): Promise<{ rig: OrdersRig; sleepAtNext: () => void }> {
  const awake = createFastClock()
  const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
  let sleptMs = 0
  let isTired = false
  const rig = await startOrders(buildOrdersWorld(), {
    clock: { ...awake, now: () => awake.now() + sleptMs },
    transport: {
      send(request) {
        if (isTired && request.method === 'POST') {
          isTired = false
          sleptMs += sleepMs
          rig.simulator.advance(sleepMs)
        }
        return transport.send(request)
      },
      close: transport.close,
    },
  })
  return { rig, sleepAtNext: () => (isTired = true) }
}

const events = ({ steps }: StoredIntent) => steps.map(({ event }) => event)
const isAtRest = ({ needsYou, settledAt, hold }: StoredIntent) =>
  needsYou || settledAt !== null || hold?.reason === 'run_paused' || hold?.reason === 'target_moved'

describe('Machine sleep during the connection', () => {
  test('A request that the service may have forgotten is not sent again', async () => {
    const { rig, sleepAtNext } = await startSleepy()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const [id = ''] = await rig.place({ item: acquisition })
    await rig.untilIt(id, (intent) => events(intent).includes('lost'))
    sleepAtNext()
    await rig.untilIt(id, isAtRest)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A request is not sent when its reading is from before the sleep', async () => {
    const { rig, sleepAtNext } = await startSleepy()
    sleepAtNext()
    const [id = ''] = await rig.place({ item: renewal })
    const intent = await rig.untilIt(id, isAtRest)
    expect(events(intent)).toContain('not_sent')
    expect(paidRequests(rig.simulator)).toEqual([])
    expect(rig.simulator.ledger.charges).toEqual([])
  })
})
