import { expect, onTestFinished, test } from 'vitest'
import {
  createFastClock,
  expiry,
  paidRequests,
  startOrders,
  renewal,
  rigApiKey,
  buildOrdersWorld,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'
import type { ApiClientDeps } from '#main/api/client.ts'
import { createTransport } from '#main/api/http/transport.ts'
import { AppError } from '#shared/app-error.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { domainListCall } from '#test/main/api/api-client-rig.ts'
import { keyInformationResponse } from '#test/main/api/accounts-in-memory.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

const names = Array.from({ length: 12 }, (_, index) => `name-${index}.com`)
const concurrent = 2

/** Places renewals that cannot be sent. Only the first `processed` paid requests are processed until `release`. */
async function placeHeldRenewals(
  setObstacle: (rig: OrdersRig, isSet: boolean) => void,
  {
    isOffline = () => false,
    triedAtOnce = 2 * 5,
    processed = 0,
    ...deps
  }: Partial<ApiClientDeps> & { triedAtOnce?: number; processed?: number } = {},
) {
  const released = Promise.withResolvers<void>()
  let mayRead = true
  let paid = 0
  const rig = await startOrders(
    {
      ...buildOrdersWorld({ domains: names.map((domain_name) => ({ domain_name, expiry_date: expiry })) }),
      limits: { domain: { ...permissiveRateLimits, concurrent } },
    },
    // Real time and a long time limit, so that no delayed request is lost.
    {
      clock: createFastClock(1),
      timeLimitMs: 60_000,
      isOffline,
      ...deps,
      onArrival({ method }) {
        if (method === 'POST') paid += 1
        const isProcessed = method === 'POST' ? paid <= processed : mayRead
        return isProcessed ? undefined : released.promise
      },
    },
  )
  onTestFinished(() => released.resolve())
  setObstacle(rig, true)
  const ids = await rig.place(
    ...names.map((name) => ({ item: { kind: 'renew', accountId: 'a', name, years: 1 } as const })),
  )
  const countHeld = () => ids.filter((id) => rig.intent(id).hold?.reason === 'cannot_send').length
  await expect.poll(countHeld).toBe(triedAtOnce)
  return {
    rig,
    ids,
    countHeld,
    run: () => rig.runs.list()[0],
    denyReading: () => void (mayRead = false),
    release: released.resolve,
  }
}

/** A connection that fails with this kind of error while `isConnected` is false. */
function createBreakableTransport(kind: 'no_network' | 'cut_off') {
  const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
  const state = { isConnected: true }
  return {
    state,
    transport: {
      send(request: Parameters<typeof transport.send>[0]) {
        if (state.isConnected) return transport.send(request)
        throw new AppError(kind, 'The connection failed')
      },
      close: transport.close,
    },
  }
}

let isOffline = false
const obstacles: [string, (rig: OrdersRig, isSet: boolean) => void, triedAtOnce?: number][] = [
  ['offline mode', (_, isSet) => void (isOffline = isSet)],
  ['a pause of its account', ({ accounts }, isPaused) => accounts.change('a', { isPaused })],
  ['the read-only setting of its account', ({ accounts }, isReadOnly) => accounts.change('a', { isReadOnly })],
  // An unusable key does not delay its account, so each order is tried.
  [
    'the state of its key',
    ({ accounts }, isSet) => accounts.changeKey('k', { state: isSet ? 'quarantined' : 'working' }),
    names.length,
  ],
  [
    'a missing permission of its key',
    ({ accounts }, isSet) =>
      accounts.changeKey('k', { me: keyInformationResponse({ domain: { allow_acquisition: !isSet } }) }),
    names.length,
  ],
]

test.each(obstacles)(
  'An order that was held by %s only waits for its turn once that ended',
  async (_, setObstacle, triedAtOnce) => {
    const { rig, ids, countHeld, run, denyReading, release } = await placeHeldRenewals(setObstacle, {
      isOffline: () => isOffline,
      ...(triedAtOnce && { triedAtOnce }),
    })
    denyReading()
    setObstacle(rig, false)
    rig.runs.retryPendingSendings()
    await expect.poll(countHeld).toBe(0)
    expect(run()).toMatchObject({ state: 'running', waitsForYou: 0 })
    expect(rig.simulator.ledger.charges).toEqual([])
    release()
    for (const id of ids) await rig.until(id, 'done')
    expect(paidRequests(rig.simulator)).toHaveLength(names.length)
    expect(rig.simulator.ledger.charges.map(({ target }) => target).toSorted()).toEqual(names.toSorted())
  },
)

test.each(obstacles)(
  'An order that is held by %s keeps this reason while another cause ends',
  async (_, setObstacle, triedAtOnce) => {
    const { rig, ids, countHeld } = await placeHeldRenewals(setObstacle, {
      isOffline: () => isOffline,
      ...(triedAtOnce && { triedAtOnce }),
    })
    rig.runs.retryPendingSendings()
    rig.accounts.changeKey('k', { label: 'Another label' })
    rig.runs.retryPendingSendings()
    await rig.untilIt(ids.at(-1) as string, ({ hold }) => hold?.reason === 'cannot_send')
    expect(countHeld()).toBeGreaterThanOrEqual(2 * 5)
    for (const id of ids) expect(rig.intent(id).steps.filter(({ event }) => event === 'held').length).toBeLessThan(2)
    setObstacle(rig, false)
  },
)

test.each(obstacles)(
  'The reason of an order that was held by %s is gone after a restart without it',
  async (_, setObstacle, triedAtOnce) => {
    const { rig, ids, countHeld, denyReading, release } = await placeHeldRenewals(setObstacle, {
      isOffline: () => isOffline,
      ...(triedAtOnce && { triedAtOnce }),
    })
    denyReading()
    setObstacle(rig, false)
    rig.crash()
    await expect.poll(countHeld).toBe(0)
    release()
    for (const id of ids) await rig.until(id, 'done')
    expect(rig.simulator.ledger.charges).toHaveLength(names.length)
  },
)

test('An order that met a broken connection only waits for its turn once another call reached the same service', async () => {
  const { state, transport } = createBreakableTransport('no_network')
  const { rig, countHeld, run } = await placeHeldRenewals((_, isSet) => void (state.isConnected = !isSet), {
    random: () => 0,
    transport,
  })
  rig.runs.endHoldsByEndedErrors()
  expect(run()).toMatchObject({ state: 'held', accounts: [{ error: { kind: 'no_network' } }] })
  state.isConnected = true
  await rig.api.call({ accountId: 'a', endpoint: 'server.list', input: {}, priority: 'interactive' })
  await expect.poll(countHeld, { timeout: 3_000 }).toBe(0)
  expect(run()).toMatchObject({ state: 'running' })
  expect(paidRequests(rig.simulator)).toEqual([])
})

test('Orders that met a cut connection only wait for their turn once one order of their account was sent', async () => {
  const { state, transport } = createBreakableTransport('cut_off')
  const { rig, ids, countHeld, run, release } = await placeHeldRenewals(
    (_, isSet) => void (state.isConnected = !isSet),
    { random: () => 0, transport, processed: 1 },
  )
  expect(run()).toMatchObject({ state: 'held', accounts: [{ error: { kind: 'cut_off' } }] })
  state.isConnected = true
  rig.runs.retryPendingSendings()
  await expect.poll(countHeld).toBe(0)
  expect(rig.simulator.ledger.charges).toHaveLength(1)
  expect(run()).toMatchObject({ state: 'running', accounts: [{ error: null }] })
  release()
  for (const id of ids) await rig.until(id, 'done')
  expect(rig.simulator.ledger.charges.map(({ target }) => target).toSorted()).toEqual(names.toSorted())
})

const failed = { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' } as const
const readings = { method: 'GET', path: '^/v1/domain' }

/** The reading before the sending failed five times, and the order is held. */
async function placeRenewalHeldByFailedReading(...of: Parameters<typeof startOrders>) {
  const rig = await startOrders(...of)
  const stopFault = rig.simulator.faults.add({ match: readings, fault: failed })
  const [id] = (await rig.place({ item: renewal })) as [string]
  await rig.untilIt(id, ({ hold }) => hold?.reason === 'cannot_send')
  return { rig, id, stopFault, run: () => rig.runs.list()[0] }
}

test('An order whose call failed shows the error until its next attempt waits for a limit', async () => {
  const { rig, id, stopFault, run } = await placeRenewalHeldByFailedReading()
  expect(run()).toMatchObject({ state: 'held', accounts: [{ error: { status: 503 } }] })
  rig.simulator.faults.add({
    match: readings,
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '3600' } },
  })
  stopFault()
  await rig.untilIt(id, ({ hold }) => hold?.reason === 'waiting')
  expect(run()).toMatchObject({ state: 'running', mayPause: true, waitsForYou: 0, accounts: [{ error: null }] })
  expect(paidRequests(rig.simulator)).toEqual([])
})

test('An order shows the error again if it comes again after a wait for a limit', async () => {
  const { rig, id, stopFault } = await placeRenewalHeldByFailedReading()
  const limited = {
    kind: 'status',
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    headers: { 'retry-after': '120' },
  } as const
  rig.simulator.faults.add({ match: readings, times: 1, fault: limited })
  rig.simulator.faults.add({ match: readings, fault: failed })
  stopFault()
  await rig.untilIt(id, ({ hold }) => hold?.reason === 'waiting')
  const { hold } = await rig.untilIt(id, ({ hold: current }) => current?.reason === 'cannot_send')
  expect(hold).toMatchObject({ error: { status: 503 } })
  // Each attempt consists of five calls.
  expect(rig.simulator.ledger.requests.length).toBeLessThan(3 * 5)
})

test('An order whose call failed shows the error until its next attempt waits for the end of a block', async () => {
  const { rig, id, stopFault, run } = await placeRenewalHeldByFailedReading(
    buildOrdersWorld({}, { auth_block: { failures: 2, block_seconds: 3600, retry_after: false } }),
    // The calls that lead to the block end before the next attempt of the order.
    { clock: createFastClock(20) },
  )
  rig.accounts.add({ id: 'b', baseUrl: rig.simulator.url })
  rig.accounts.addKey('b', { id: 'kb' }, rigApiKey)
  const typed = { keyTrialId: 'typed', baseUrl: rig.simulator.url, secret: 'no-such-key', proxy: null } as const
  for (let refused = 0; refused < 2; refused += 1)
    await captureRejection(rig.api.readWithGivenSecret({ ...typed, endpoint: 'account.me', input: {} }))
  stopFault()
  for (const accountId of ['a', 'b'])
    await captureRejection(rig.api.call({ ...domainListCall, accountId, maxWaitMs: 100 }))
  expect(rig.api.ipBlocks()).toHaveLength(1)
  expect(run()).toMatchObject({ state: 'held' })
  await rig.untilIt(id, ({ hold }) => hold?.reason === 'waiting')
  expect(run()).toMatchObject({ state: 'running', mayPause: true, accounts: [{ error: null }] })
  expect(paidRequests(rig.simulator)).toEqual([])
})
