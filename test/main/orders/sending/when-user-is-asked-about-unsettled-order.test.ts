import { describe, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import {
  acquisition,
  createFastClock,
  order,
  rigApiKey,
  renewal,
  startOrders,
  buildOrdersWorld,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'

const events = ({ steps }: { steps: { event: string }[] }) => steps.map(({ event }) => event)
const post = { method: 'POST' }

describe('Changed settings', () => {
  test('A changed setting does not count as a check, so the user is not asked too early', async () => {
    const clock = createFastClock(1)
    const rig = await startOrders(buildOrdersWorld(), { clock })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    for (let times = 0; times < 8; times += 1) {
      rig.runs.retryPendingSendings()
      await systemClock.sleep(60)
    }
    expect(rig.intent(id as string)).toMatchObject({ state: 'unsettled', needsYou: false })
  })

  test('A changed setting is no reason to send a lost order again', async () => {
    const clock = createFastClock(1)
    const rig = await startOrders(buildOrdersWorld(), { clock })
    rig.simulator.faults.add({ match: post, fault: { kind: 'reset-before' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    for (let times = 0; times < 8; times += 1) {
      rig.runs.retryPendingSendings()
      await systemClock.sleep(60)
    }
    expect(events(rig.intent(id as string)).filter((event) => event === 'sent').length).toBeLessThanOrEqual(2)
  })
})

describe('Requests that the service reports as still running', () => {
  test('A request that is reported as running for long is shown to the user', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    rig.simulator.faults.add({ match: post, fault: { kind: 'status', status: 409, code: 'DUPLICATE_REQUEST' } })
    const [id] = await rig.place({ item: renewal })
    const intent = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(intent.state).toBe('unsettled')
    expect(events(intent).filter((event) => event === 'running').length).toBeLessThanOrEqual(6)
  })
})

describe('Orders of the same name by another program', () => {
  const serverError = { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } as const
  const buyElsewhere = (rig: OrdersRig, path: string, body: object) =>
    fetch(rig.simulator.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${rigApiKey}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })

  test.each([
    [
      'domain for another term',
      { item: { ...acquisition, years: 3 }, yen: 2_970 },
      '/v1/domain',
      { domain_name: 'fresh-name.com', years: 1, expected_total_price: 990, agree_to_terms: true },
      { differsInTerm: true },
    ],
    [
      'server of another plan',
      { item: order },
      '/v1/server',
      { plan_id: 'premium', period: 12, server_id: 'banto01', expected_total_price: 26_400, agree_to_terms: true },
      { differsInPlan: true },
    ],
  ] as const)('A %s does not show that an order without an answer was accepted', async (_, draft, path, body, fact) => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: serverError })
    const [id] = await rig.place(draft)
    await rig.until(id as string, 'unsettled')
    expect((await buyElsewhere(rig, path, body)).status).toBe(200)
    const intent = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(intent).toMatchObject({
      state: 'unsettled',
      steps: expect.arrayContaining([expect.objectContaining({ event: 'read', fact: expect.objectContaining(fact) })]),
    })
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })
})

describe('Outcomes that cannot be checked', () => {
  test.each([
    [
      'the service refuses every reading',
      (rig: OrdersRig) =>
        rig.simulator.faults.add({
          match: { method: 'GET' },
          fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
        }),
    ],
    ['the account was paused', (rig: OrdersRig) => rig.accounts.change('a', { isPaused: true })],
  ])('The user is asked within hours: %s', async (_, change) => {
    const rig = await startOrders(buildOrdersWorld(), { clock: createFastClock(5_000) })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
    const [id] = await rig.place({ item: renewal })
    await rig.until(id as string, 'unsettled')
    change(rig)
    const asked = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(asked.state).toBe('unsettled')
  })
})
