import { describe, expect, test } from 'vitest'
import { acquisition, createFastClock, order, paidRequests, renewal, startOrders, transfer, worldOf } from '#test/main/orders/orders-rig.ts'

const kinds = [
  { name: 'a renewal', item: renewal },
  { name: 'an acquisition', item: acquisition },
  { name: 'a transfer', item: transfer },
  { name: 'an order of a server', item: order },
] as const
const world = () => worldOf({}, { registered: ['moved-name.com'] })
const events = (intent: { steps: { event: string }[] }) => intent.steps.map(({ event }) => event)

describe.each(kinds)('$name', ({ item }) => {
  test('is read, written, sent once, and done by its answer', async () => {
    // Slow enough that a machine which stands still for a moment does not read anew.
    const rig = await startOrders(world(), { clock: createFastClock(10) })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'answered'])
    expect(rig.simulator.ledger.charges).toMatchObject([{ yen: intent.yen, idempotencyKey: intent.idempotencyKey }])
    expect(rig.simulator.ledger.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(intent.sealed).toBeNull()
  })

  test('is settled by a reading when its answer is lost, and not charged again', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'lost', 'settled_by_reading'])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('is settled by a reading when a server error follows its execution, and never sent again', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'after' } })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'server_error', 'settled_by_reading'])
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('waits for the person when a server error came and no reading shows it, and is never sent again', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'before' } })
    const [id] = await rig.place({ item })
    const intent = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(intent.state).toBe('unsettled')
    expect(events(intent)).toEqual(['planned', 'sent', 'server_error', 'read'])
    expect(rig.simulator.ledger.charges).toEqual([])
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })
})

describe('a request that was lost before it was executed', () => {
  test.each(kinds.slice(0, 3))('is sent again with the same idempotency key, API key and body: $name', async ({ item }) => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item })
    const intent = await rig.until(id as string, 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'lost', 'sent', 'answered'])
    const sent = paidRequests(rig.simulator)
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([intent.idempotencyKey, intent.idempotencyKey])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('is numbered in the log of calls as in the history of the order', async () => {
    const clock = createFastClock()
    // The log of calls takes whole milliseconds only.
    const rig = await startOrders(world(), { clock: { ...clock, now: () => Math.round(clock.now()) } })
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: transfer })
    const intent = await rig.until(id as string, 'done')
    expect(intent.steps.flatMap(({ event, fact }) => (event === 'sent' ? [fact?.attempt] : []))).toEqual([1, 2])
    expect(rig.database.all<{ attempt: number }>(`select attempt from request where method = 'POST' order by id`).map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  test('is never sent again when it is the order of a server: the person is asked', async () => {
    const rig = await startOrders(world())
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: order })
    await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })
})
