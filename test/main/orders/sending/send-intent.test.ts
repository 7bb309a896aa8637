import { describe, expect, test } from 'vitest'
import {
  acquisition,
  createFastClock,
  order,
  paidRequests,
  renewal,
  startOrders,
  transfer,
  buildOrdersWorld,
} from '#test/main/orders/orders-rig.ts'

const kinds = [
  { name: 'a renewal', item: renewal },
  { name: 'an acquisition', item: acquisition },
  { name: 'a transfer', item: transfer },
  { name: 'an order of a server', item: order },
] as const
const world = () => buildOrdersWorld({}, { registered: ['moved-name.com'] })
const events = (intent: { steps: { event: string }[] }) => intent.steps.map(({ event }) => event)

describe.each(kinds)('$name', ({ item }) => {
  test('The order is read, written and sent once, and its answer completes it', async () => {
    // Slow enough that a short standstill of the machine does not cause a second reading.
    const rig = await startOrders(world(), { clock: createFastClock(10) })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'answered'])
    expect(rig.simulator.ledger.charges).toMatchObject([{ yen: intent.yen, idempotencyKey: intent.idempotencyKey }])
    expect(rig.simulator.ledger.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(intent.sealed).toBeNull()
  })

  test('A lost answer is settled by a reading, and the order is not charged again', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'lost', 'settled_by_reading'])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A server error after the execution is settled by a reading, and the order is never sent again', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'after' },
    })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'server_error', 'settled_by_reading'])
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('After a server error without a proof in any reading, the order waits for the user and is never sent again', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'before' },
    })
    const [id] = await rig.place({ item })
    const intent = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(intent.state).toBe('unsettled')
    expect(events(intent)).toEqual(['planned', 'sent', 'server_error', 'read'])
    expect(rig.simulator.ledger.charges).toEqual([])
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })
})

describe('Requests lost before their execution', () => {
  test.each(kinds.slice(0, 3))(
    'A lost request is sent again with the same idempotency key, API key and body: $name',
    async ({ item }) => {
      // Slow enough that a short standstill of the machine does not make the connection fail before the request.
      const rig = await startOrders(world(), { clock: createFastClock(50) })
      rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
      const [id] = await rig.place({ item })
      const intent = await rig.until(id as string, 'done')
      // The check just before the second sending is recorded, too.
      expect(events(intent)).toEqual(['planned', 'sent', 'lost', 'read', 'sent', 'answered'])
      const sent = paidRequests(rig.simulator)
      expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([
        intent.idempotencyKey,
        intent.idempotencyKey,
      ])
      expect(rig.simulator.ledger.charges).toHaveLength(1)
    },
  )

  test('Attempts have the same numbers in the request log as in the order’s steps', async () => {
    const clock = createFastClock()
    // The request log stores whole milliseconds only.
    const rig = await startOrders(world(), { clock: { ...clock, now: () => Math.round(clock.now()) } })
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: transfer })
    const intent = await rig.until(id as string, 'done')
    expect(intent.steps.flatMap(({ event, fact }) => (event === 'sent' ? [fact?.attempt] : []))).toEqual([1, 2])
    expect(
      rig.database
        .all<{ attempt: number }>(`select attempt from request where method = 'POST' order by id`)
        .map(({ attempt }) => attempt),
    ).toEqual([1, 2])
  })

  test('A lost server order is never sent again, and the user is asked', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: order })
    await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })
})
