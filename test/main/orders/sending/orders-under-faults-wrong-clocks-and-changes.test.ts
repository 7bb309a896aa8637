import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import {
  acquisition,
  createFastClock,
  rigApiKey,
  order,
  paidRequests,
  renewal,
  startOrders,
  transfer,
  buildOrdersWorld,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'

const events = ({ steps }: { steps: { event: string }[] }) => steps.map(({ event }) => event)
const post = { method: 'POST' }
const tenYearsMs = 10 * 365 * 86_400_000
const hourMs = 3_600_000

async function renew(rig: OrdersRig): Promise<string> {
  const [id] = await rig.place({ item: renewal })
  return id as string
}

describe('Orders accepted and then rejected', () => {
  test.each(['rejected', 'failed', 'expired'])(
    'An order whose answer and list say %s is not done, and the user decides',
    async (status) => {
      const rig = await startOrders()
      const domain = { domain_name: 'fresh-name.com', status, expiry_date: null, epp_statuses: [] }
      rig.simulator.faults.add({ match: post, fault: { kind: 'status', status: 200, when: 'after', body: { domain } } })
      const stopList = rig.simulator.faults.add({
        match: { method: 'GET', path: '^/v1/domain$' },
        fault: { kind: 'status', status: 200, when: 'after', body: { domains: [] } },
      })
      const [id] = (await rig.place({ item: acquisition })) as [string]
      const unsettled = await rig.until(id, 'unsettled')
      expect(unsettled.steps.at(-1)).toMatchObject({ event: 'unclear', fact: { becomes: status } })
      rig.simulator.faults.add({
        match: { method: 'GET', path: '^/v1/domain$' },
        fault: { kind: 'status', status: 200, when: 'after', body: { domains: [domain] } },
      })
      stopList()
      const asked = await rig.untilIt(id, ({ needsYou }) => needsYou)
      expect(asked).toMatchObject({ state: 'unsettled', settledAt: null })
      expect(asked.steps.at(-1)).toMatchObject({ event: 'read', fact: { listed: true, becomes: status } })
      expect(paidRequests(rig.simulator)).toHaveLength(1)
      rig.simulator.faults.clear()
      // The registrar may accept the order later. Then the list proves it.
      expect(await rig.until(id, 'done')).toMatchObject({
        steps: expect.arrayContaining([expect.objectContaining({ event: 'settled_by_reading' })]),
      })
    },
  )
})

describe('A renewal that another renewal follows', () => {
  const renewElsewhere = (rig: OrdersRig) => {
    const domain = rig.simulator.world.findKeyHolder(rigApiKey)?.user.domains.get('example.com')
    if (domain) domain.expiryDate = '2028-03-31'
  }

  test('A later expiry does not complete the order when the expiry was unchanged after the answer, and the user decides', async () => {
    const rig = await startOrders()
    const fault = { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE', when: 'before' } as const
    rig.simulator.faults.add({ match: post, times: 1, fault })
    const id = await renew(rig)
    await rig.untilIt(id, ({ steps }) => steps.some(({ event }) => event === 'read'))
    renewElsewhere(rig)
    await rig.runs.checkOutcomeNow(id)
    expect(rig.intent(id)).toMatchObject({ state: 'unsettled', needsYou: true })
    expect(rig.intent(id).steps.at(-1)).toMatchObject({ event: 'read', fact: { expiry_date: '2028-03-31' } })
    // An automatic check later does not complete the order, either.
    const { nextLookAt } = rig.intent(id)
    await rig.untilIt(id, (intent) => intent.nextLookAt !== nextLookAt)
    expect(rig.intent(id)).toMatchObject({ state: 'unsettled', needsYou: true })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test.each([
    ['renewal', renewal],
    ['acquisition', acquisition],
  ])(
    'What another procedure leads to does not complete the %s that was refused because of it, and the user decides',
    async (_, item) => {
      const finishElsewhere = (rig: OrdersRig) => {
        if (item.kind === 'renew') return renewElsewhere(rig)
        const domain = { domain_name: 'fresh-name.com', status: 'active', expiry_date: '2028-03-31', epp_statuses: [] }
        const fault = { kind: 'status', status: 200, when: 'after', body: { domains: [domain] } } as const
        rig.simulator.faults.add({ match: { method: 'GET', path: '^/v1/domain$' }, fault })
      }
      const rig: OrdersRig = await startOrders(buildOrdersWorld(), {
        onArrival: ({ method }) => void (method === 'POST' && finishElsewhere(rig)),
      })
      const fault = { kind: 'status', status: 409, code: 'DUPLICATE_OPERATION', when: 'before' } as const
      rig.simulator.faults.add({ match: post, times: 1, fault })
      const [id] = (await rig.place({ item })) as [string]
      const asked = await rig.untilIt(id, ({ needsYou }) => needsYou)
      expect(asked).toMatchObject({ state: 'unsettled', settledAt: null })
      expect(asked.steps.at(-1)).toMatchObject({ event: 'read', fact: { expiry_date: '2028-03-31' } })
      expect(paidRequests(rig.simulator)).toHaveLength(1)
    },
  )

  test('A request that a rate limit refused before does not make what another procedure leads to our renewal', async () => {
    let posts = 0
    const rig: OrdersRig = await startOrders(buildOrdersWorld(), {
      onArrival({ method }) {
        if (method !== 'POST') return
        posts += 1
        if (posts === 2) renewElsewhere(rig)
      },
    })
    const limited = { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', when: 'before' } as const
    const other = { kind: 'status', status: 409, code: 'DUPLICATE_OPERATION', when: 'before' } as const
    for (const fault of [limited, other]) rig.simulator.faults.add({ match: post, times: 1, fault })
    const id = await renew(rig)
    const asked = await rig.untilIt(id, ({ needsYou, state }) => needsYou || state === 'done')
    expect(asked).toMatchObject({ state: 'unsettled', settledAt: null })
    expect(events(asked)).toEqual(expect.arrayContaining(['rate_refused', 'unclear', 'read']))
    expect(paidRequests(rig.simulator)).toHaveLength(2)
  })

  test('Checks of a lost renewal count although its account is read-only, so that nothing is sent again', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const id = await renew(rig)
    const { sentAt } = await rig.until(id, 'unsettled')
    rig.accounts.change('a', { isReadOnly: true })
    await rig.untilIt(id, ({ steps }) =>
      steps.some(({ event, at }) => event === 'read' && at - (sentAt ?? 0) > hourMs / 12),
    )
    renewElsewhere(rig)
    await rig.runs.checkOutcomeNow(id)
    expect(rig.intent(id)).toMatchObject({ state: 'unsettled', needsYou: true })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('If another program renewed the domain, a repeat that the user allows is held and is not shown as completed', async () => {
    const rig = await startOrders()
    const fault = { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE', when: 'before' } as const
    rig.simulator.faults.add({ match: post, times: 1, fault })
    const id = await renew(rig)
    await rig.untilIt(id, ({ steps }) => steps.some(({ event }) => event === 'read'))
    renewElsewhere(rig)
    await rig.runs.checkOutcomeNow(id)
    const { steps } = await rig.runs.settleByUser(id, false, true)
    const repeat = await rig.untilIt(
      String(steps.at(-1)?.fact['intentId']),
      ({ state, hold }) => state !== 'planned' || hold?.reason === 'target_moved',
    )
    expect(repeat).toMatchObject({ state: 'planned', hold: { reason: 'target_moved' } })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
    expect(rig.simulator.ledger.charges).toEqual([])
  })
})

describe('Faults during a renewal', () => {
  test('A renewal slower than the time limit is not charged again while it runs, and is settled by a reading', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'delay', ms: 3_000 } })
    const intent = await rig.until(await renew(rig), 'done')
    expect(events(intent).slice(0, 6)).toEqual(['planned', 'sent', 'lost', 'read', 'sent', 'running'])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A renewal that arrives late, after it was sent again, is charged once', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'late', ms: 300 } })
    const id = await renew(rig)
    await rig.until(id, 'done')
    const served = () =>
      rig.simulator.world.findKeyHolder(rigApiKey)?.key.log.filter(({ method }) => method === 'POST').length
    await expect.poll(served).toBe(2)
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A lost renewal is not sent again after two days, although a cache answers with an old Date', async () => {
    const clock = createFastClock(10)
    let laterMs = 0
    // Only the app's clock advances by two days. The simulator's clock does not, so its `Date` header is old, as from a
    // cache.
    const rig = await startOrders(buildOrdersWorld(), { clock: { ...clock, now: () => clock.now() + laterMs } })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const id = await renew(rig)
    await rig.until(id, 'unsettled')
    laterMs = 48 * hourMs
    const intent = await rig.untilIt(id, ({ steps }) =>
      steps.some(({ event }) => event === 'read' || event === 'answered'),
    )
    expect(events(intent)).toEqual(['planned', 'sent', 'lost', 'read'])
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A renewal that hangs is sent again with the same idempotency key, is reported as running, and is never charged twice', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'hang' } })
    const intent = await rig.untilIt(
      await renew(rig),
      ({ steps }) => steps.filter(({ event }) => event === 'running').length >= 2,
    )
    expect(events(intent).slice(0, 6)).toEqual(['planned', 'sent', 'lost', 'read', 'sent', 'running'])
    expect(new Set(paidRequests(rig.simulator).map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([intent.idempotencyKey]),
    )
    expect(intent).toMatchObject({ state: 'unsettled', needsYou: false })
    expect(rig.simulator.ledger.charges).toEqual([])
  })

  test.each(['drip', 'truncate', 'garbage', 'html', 'other-json', 'wrong-shape', 'huge', 'redirect'] as const)(
    'A renewal with a damaged answer (%s) is settled by a reading and not sent again',
    async (kind) => {
      const rig = await startOrders()
      rig.simulator.faults.add({
        match: post,
        times: 1,
        fault:
          kind === 'redirect'
            ? { kind, location: 'https://elsewhere.example/' }
            : kind === 'drip'
              ? { kind, ms: 60 }
              : { kind },
      })
      const intent = await rig.until(await renew(rig), 'done')
      expect(events(intent)).toEqual([
        'planned',
        'sent',
        kind === 'drip' ? expect.stringMatching(/unclear|lost/) : 'unclear',
        'settled_by_reading',
      ])
      expect(paidRequests(rig.simulator)).toHaveLength(1)
      expect(rig.simulator.ledger.charges).toHaveLength(1)
    },
  )

  test('A renewal without a connection counts as not sent, and is sent when there is a connection', async () => {
    const rig = await startOrders()
    await rig.simulator.pause()
    const id = await renew(rig)
    const held = await rig.untilIt(id, ({ hold }) => hold?.reason === 'cannot_send')
    expect(held).toMatchObject({ state: 'planned', sentAt: null, hold: { error: { kind: 'no_network' } } })
    await rig.simulator.resume()
    rig.runs.retryPendingSendings()
    expect(events(await rig.until(id, 'done'))).toEqual(['planned', 'held', 'sent', 'answered'])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A renewal that was recorded as sent but had no connection is planned again', async () => {
    const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
    let isCut = false
    const rig = await startOrders(buildOrdersWorld(), {
      transport: {
        send: (request) =>
          transport.send(isCut && request.method === 'POST' ? { ...request, baseUrl: 'http://127.0.0.1:9' } : request),
        close: transport.close,
      },
    })
    isCut = true
    const id = await renew(rig)
    const held = await rig.untilIt(id, ({ steps }) => steps.some(({ event }) => event === 'not_sent'))
    expect(held).toMatchObject({ state: 'planned', sentAt: null, sendings: { count: 0, lost: 0 } })
    isCut = false
    rig.runs.retryPendingSendings()
    await rig.until(id, 'done')
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A renewal is sent again after a rate limit refusal', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({
      match: post,
      times: 2,
      fault: {
        kind: 'status',
        status: 429,
        code: 'RATE_LIMIT_EXCEEDED',
        headers: { 'retry-after': '1', 'x-ratelimit-limit': '10000' },
      },
    })
    const intent = await rig.until(await renew(rig), 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'rate_refused', 'sent', 'rate_refused', 'sent', 'answered'])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A renewal is refused when the price has changed, and the price is never raised', async () => {
    const rig = await startOrders()
    const [id] = await rig.place({ item: renewal, yen: 1 })
    const intent = await rig.until(id as string, 'refused')
    expect(intent.error).toMatchObject({ code: 'PRICE_MISMATCH', status: 422 })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
    expect(rig.simulator.ledger.charges).toEqual([])
  })

  test('A renewal whose domain was renewed since the confirmation is held and not sent', async () => {
    const rig = await startOrders(
      buildOrdersWorld({ domains: [{ domain_name: 'example.com', expiry_date: '2028-03-31' }] }),
    )
    const intent = await rig.untilIt(await renew(rig), ({ hold }) => hold?.reason === 'target_moved')
    expect(intent.steps.at(-1)?.fact).toMatchObject({ expiry_date: '2028-03-31' })
    expect(paidRequests(rig.simulator)).toEqual([])
  })

  test('A renewal whose key was refused before the sending is held, and no other key sends it', async () => {
    const rig = await startOrders()
    rig.accounts.addKey('a', { id: 'other', me: null }, 'another-key')
    rig.accounts.changeKey('k', { state: 'quarantined' })
    const id = await renew(rig)
    const held = await rig.untilIt(id, ({ hold }) => hold?.reason === 'cannot_send')
    expect(held.hold?.error?.kind).toBe('no_key')
    expect(rig.simulator.ledger.requests).toEqual([])
    rig.accounts.changeKey('k', { state: 'working' })
    rig.runs.retryPendingSendings()
    await rig.until(id, 'done')
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })

  test('A held renewal shows the newest reason why its key cannot send it', async () => {
    const rig = await startOrders()
    rig.accounts.changeKey('k', { state: 'forbidden' })
    const id = await renew(rig)
    await rig.untilIt(id, ({ hold }) => hold?.reason === 'cannot_send')
    rig.accounts.changeKey('k', { state: 'quarantined' })
    rig.runs.retryPendingSendings()
    const reasons = [{ keyId: 'k', reason: 'quarantined' }]
    await rig.untilIt(id, ({ hold }) => JSON.stringify(hold?.error?.details['reasons']) === JSON.stringify(reasons))
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test('A held renewal shows the newest answer that keeps it from being sent, and stores the same answer once', async () => {
    const rig = await startOrders()
    const stopFirst = rig.simulator.faults.add({ match: { method: 'GET' }, fault: { kind: 'status', status: 404 } })
    const id = await renew(rig)
    await rig.untilIt(id, ({ hold }) => hold?.error?.status === 404)
    const tried = rig.simulator.ledger.requests.length
    rig.runs.retryPendingSendings()
    await expect.poll(() => rig.simulator.ledger.requests.length).toBeGreaterThan(tried)
    stopFirst()
    rig.simulator.faults.add({ match: { method: 'GET' }, fault: { kind: 'status', status: 422 } })
    rig.runs.retryPendingSendings()
    expect(events(await rig.untilIt(id, ({ hold }) => hold?.error?.status === 422))).toEqual([
      'planned',
      'held',
      'held',
    ])
    expect(paidRequests(rig.simulator)).toEqual([])
  })

  test('A renewal with a refused key waits for the user, and keeps that reason while its run is paused', async () => {
    const rig = await startOrders()
    rig.accounts.changeKey('k', { state: 'quarantined' })
    const id = await renew(rig)
    const { runId } = await rig.untilIt(id, ({ hold }) => hold?.reason === 'cannot_send')
    const [run] = rig.runs.list()
    expect(run).toMatchObject({ waitsForYou: 1, accounts: [{ onHold: 1 }] })
    expect(rig.runs.intentIdsWaitingFor(runId, 'hold')).toEqual([id])
    await rig.runs.pause(runId)
    expect((await rig.untilIt(id, ({ hold }) => hold?.reason === 'run_paused')).hold?.error?.kind).toBe('no_key')
  })

  test.each([
    ['paused', { isPaused: true }],
    ['read_only', { isReadOnly: true }],
  ] as const)('A renewal of an account that is %s is not sent', async (kind, change) => {
    const rig = await startOrders()
    rig.accounts.change('a', change)
    const held = await rig.untilIt(await renew(rig), ({ hold }) => hold?.reason === 'cannot_send')
    expect(held.hold?.error?.kind).toBe(kind)
    expect(paidRequests(rig.simulator)).toEqual([])
  })

  test('A renewal of an account whose address has changed since the confirmation is not sent', async () => {
    const rig = await startOrders()
    const [id] = await rig.place({ item: renewal, baseUrl: 'https://elsewhere.example' })
    await rig.untilIt(id as string, ({ hold }) => hold?.reason === 'cannot_send')
    expect(rig.simulator.ledger.requests).toEqual([])
  })
})

describe('Wrong machine clocks', () => {
  test.each([
    ['ten years ahead', tenYearsMs],
    ['ten years behind', -tenYearsMs],
  ])('A lost request is sent again with a clock that is %s', async (_, errorMs) => {
    const clock = createFastClock()
    const rig = await startOrders(buildOrdersWorld(), { clock: { ...clock, now: () => clock.now() + errorMs } })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const intent = await rig.until(await renew(rig), 'done')
    expect(events(intent)).toEqual(['planned', 'sent', 'lost', 'read', 'sent', 'answered'])
    expect(rig.simulator.ledger.charges).toHaveLength(1)
  })
})

describe('Expired idempotency keys', () => {
  test('A request is not sent again 48 hours later by the service’s clock, and the user is asked', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const id = await renew(rig)
    await rig.until(id, 'unsettled')
    rig.simulator.advance(48 * hourMs)
    const intent = await rig.untilIt(id, ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
    expect(intent.state).toBe('unsettled')
  })

  test('A request is not sent again when the service sends no Date', async () => {
    const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
    const rig = await startOrders(buildOrdersWorld(), {
      transport: {
        async send(request) {
          const answer = await transport.send(request)
          const { date: _, ...headers } = answer.headers
          return { ...answer, headers }
        },
        close: transport.close,
      },
    })
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    await rig.untilIt(await renew(rig), ({ needsYou }) => needsYou)
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })
})

describe('Targets of orders', () => {
  test('A domain is in one open order at a time, in whatever spelling', async () => {
    const rig = await startOrders()
    rig.simulator.faults.add({ match: post, fault: { kind: 'status', status: 500 } })
    const id = await renew(rig)
    await rig.until(id, 'unsettled')
    await expect(rig.place({ item: { ...renewal, name: 'EXAMPLE.com' } as typeof renewal })).rejects.toMatchObject({
      kind: 'open_intent',
      details: { intentId: id },
    })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A rejection by the registrar after the payment is never shown as refused', async () => {
    const rig = await startOrders(buildOrdersWorld({}, { registered: ['moved-name.com'] }))
    rig.simulator.faults.add({
      match: post,
      times: 1,
      fault: { kind: 'status', status: 409, code: 'REGISTRAR_REJECTED', when: 'before' },
    })
    const [id] = await rig.place({ item: acquisition })
    const intent = await rig.untilIt(id as string, ({ needsYou }) => needsYou)
    expect(intent.state).toBe('unsettled')
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A listed target is not acquired, transferred or ordered again', async () => {
    const rig = await startOrders(
      buildOrdersWorld({
        domains: [{ domain_name: 'fresh-name.com' }, { domain_name: 'moved-name.com' }],
        servers: [{ server_id: 'banto01' }],
      }),
    )
    const ids = await rig.place({ item: acquisition }, { item: transfer }, { item: order })
    for (const id of ids) await rig.untilIt(id, ({ hold }) => hold?.reason === 'target_moved')
    expect(paidRequests(rig.simulator)).toEqual([])
  })
})

describe('Auth codes', () => {
  test('An auth code is in no step, even when the answer repeats it', async () => {
    const rig = await startOrders(buildOrdersWorld({}, { registered: ['moved-name.com'] }))
    rig.simulator.faults.add({
      match: post,
      times: 1,
      fault: {
        kind: 'status',
        status: 422,
        code: 'VALIDATION_ERROR',
        body: { error: { code: 'VALIDATION_ERROR', message: 'auth-code is wrong', errors: ['auth-code'] } },
      },
    })
    const [id] = await rig.place({ item: transfer })
    const intent = await rig.until(id as string, 'refused')
    expect(JSON.stringify(intent)).not.toContain('auth-code')
    expect(intent).toMatchObject({ sealed: null, body: null, error: { code: 'VALIDATION_ERROR' } })
  })
})
