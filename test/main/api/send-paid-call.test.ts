import { describe, expect, onTestFinished, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import type { PaidCallRequest } from '#main/api/api-client-interface.ts'
import { AppError } from '#shared/app-error.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startHttpConnectProxyServer, type ProxyBehaviour } from '#test/http-connect-proxy-server.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import { secret, startSimulatorClientRig, type ClientRig } from './api-client-rig.ts'
import { captureRejection } from '#test/capture-rejection.ts'

const world: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: secret }, { token: 'another-key' }],
      domains: [{ domain_name: 'example.com', expiry_date: '2027-03-31' }],
    },
  ],
}
const body = JSON.stringify({ years: 1, current_expiry_date: '2027-03-31', expected_total_price: 1_650 })
const renew = { match: { path: '/renew$' } } as const

async function start(deps: Parameters<typeof startSimulatorClientRig>[1] = {}) {
  const rig = await startSimulatorClientRig(world, deps)
  rig.accounts.changeKey('k', { me: null })
  return rig
}

function pay({ api }: Pick<ClientRig, 'api'>, changes: Partial<PaidCallRequest> = {}) {
  let leavings = 0
  const outcome = api.sendPaidCall({
    accountId: 'a',
    endpoint: 'domain.renew',
    input: { domain_name: 'example.com' },
    body,
    keyId: 'k',
    idempotencyKey: 'decision-0001',
    attempt: 1,
    priority: 'paid',
    beforeSend: async () => void (leavings += 1),
    mayStillSend: () => true,
    ...changes,
  })
  return outcome.then((result) => ({ ...result, leavings }))
}

describe('a paid call', () => {
  test('A paid call is sent once with its body byte for byte, and reports the clock of the service', async () => {
    const rig = await start()
    const odd = '{"expected_total_price":1650, "years":1,\n"current_expiry_date":"2027-03-31"}'
    expect(await pay(rig, { body: odd })).toMatchObject({
      isSent: true,
      status: 200,
      error: null,
      leavings: 1,
      serverAt: expect.any(Number) as number,
    })
    expect(rig.simulator.ledger.requests.map(({ bodyText }) => bodyText)).toEqual([odd])
  })

  test.each([
    [{ kind: 'reset-before' }, { status: null, error: { kind: 'cut_off' } }],
    [{ kind: 'reset-after' }, { status: null, error: { kind: 'cut_off' } }],
    [
      { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
      { status: 503, error: { kind: 'service' } },
    ],
    [
      { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED' },
      { status: 429, error: { kind: 'service' } },
    ],
    [{ kind: 'hang' }, { status: null, error: { kind: 'timeout' } }],
  ] as const)('A paid call is never repeated by itself: %o', async (fault, result) => {
    // Only the call that hangs gets a short time limit. On a slow machine, other calls could exceed it.
    const rig = await start(fault.kind === 'hang' ? { timeLimitMs: 1_500 } : {})
    rig.simulator.faults.add({ ...renew, fault })
    expect(await pay(rig)).toMatchObject({ isSent: true, leavings: 1, ...result })
    expect(rig.simulator.ledger.requests).toHaveLength(1)
  })

  test('A paid call has no silence limit below its time limit', async () => {
    const rig = await start({ silenceLimitMs: 100, timeLimitMs: 5_000 })
    rig.simulator.faults.add({ ...renew, fault: { kind: 'delay', ms: 400 } })
    expect(await pay(rig)).toMatchObject({ status: 200 })
  })

  test('An incomplete response to a paid call is reported with its status', async () => {
    const rig = await start()
    rig.simulator.faults.add({ ...renew, fault: { kind: 'truncate' } })
    expect(await pay(rig)).toMatchObject({ isSent: true, status: null, error: { kind: 'cut_off', status: 200 } })
  })

  test('A paid call is not sent if beforeSend fails', async () => {
    const rig = await start()
    const leaving = () => Promise.reject(new AppError('disk_full', 'The disk is full'))
    expect(await pay(rig, { beforeSend: leaving })).toMatchObject({ isSent: false, error: { kind: 'disk_full' } })
    expect(rig.simulator.ledger.requests).toEqual([])
    // The slot of the refused call is free again.
    expect(await pay(rig)).toMatchObject({ isSent: true, status: 200 })
  })

  test('The function beforeSend is called before the first byte is sent', async () => {
    const rig = await start()
    const seen: number[] = []
    await pay(rig, { beforeSend: async () => void seen.push(rig.simulator.ledger.requests.length) })
    expect(seen).toEqual([0])
  })

  test.each([
    ['read_only', (rig: ClientRig) => rig.accounts.change('a', { isReadOnly: true })],
    ['paused', (rig: ClientRig) => rig.accounts.change('a', { isPaused: true })],
    ['no_key', (rig: ClientRig) => rig.accounts.changeKey('k', { state: 'quarantined' })],
    ['not_found', (rig: ClientRig) => rig.accounts.remove('a')],
  ] as const)('A paid call is refused by the same checks as any other call: %s', async (kind, change) => {
    const rig = await start()
    rig.accounts.addKey('a', { id: 'other', me: null }, 'another-key')
    change(rig)
    expect(await pay(rig)).toMatchObject({ isSent: false, error: { kind }, leavings: 0 })
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test('A paid call is refused before beforeSend if offline mode was turned on while the call waited', async () => {
    let isOffline = false
    const rig = await start({ isOffline: () => isOffline })
    const waiting = pay(rig)
    isOffline = true
    expect(await waiting).toMatchObject({ isSent: false, error: { kind: 'offline' }, leavings: 0 })
  })

  test('A paid call continues if it is cancelled after beforeSend', async () => {
    const rig = await start()
    const cancel = new AbortController()
    const result = await pay(rig, { signal: cancel.signal, beforeSend: async () => cancel.abort() })
    expect(result).toMatchObject({ isSent: true, status: 200 })
  })

  test('A paid call with an invalid body, or as a dry run, is not sent', async () => {
    const rig = await start()
    expect(await pay(rig, { body: '{"years":9}' })).toMatchObject({ isSent: false, error: { kind: 'invalid_input' } })
    expect(await pay(rig, { body: body.replace('}', ',"dry_run":true}') })).toMatchObject({
      isSent: false,
      error: { kind: 'bug' },
    })
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test('A paid call without a connection is reported as not sent', async () => {
    const rig = await start({ transport: { ...createTransport({ resolveProxy: async () => 'PROXY 127.0.0.1:9' }) } })
    await rig.simulator.pause()
    expect(await pay(rig)).toMatchObject({ isSent: false, error: { kind: 'no_network' }, leavings: 1 })
  })

  test('A paid call in flight is awaited for five seconds when the app closes, and is then reported as sent', async () => {
    const clock = createVirtualClock()
    const rig = await start({ clock })
    rig.simulator.faults.add({ ...renew, fault: { kind: 'hang' } })
    const result = pay(rig)
    await expect.poll(() => rig.simulator.ledger.requests.length).toBe(1)
    const closed = rig.api.close()
    await clock.advance(5_000)
    await closed
    expect(await result).toMatchObject({ isSent: true, status: null })
    expect(
      await captureRejection(
        rig.api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive' }),
      ),
    ).toMatchObject({ kind: 'cancelled' })
  })
})

describe('a paid call through the proxy of its account', () => {
  async function startWithProxy(behaviour: ProxyBehaviour) {
    const rig = await start()
    const proxy = await startHttpConnectProxyServer({ from: '127.0.0.2' })
    onTestFinished(() => proxy.close())
    proxy.behave(behaviour)
    rig.accounts.setProxy('a', { id: 'one', url: proxy.url, authorization: null })
    return { ...rig, proxy }
  }

  test.each<[ProxyBehaviour, string]>([
    [407, 'proxy_refused'],
    [502, 'proxy_unreachable'],
    ['close', 'proxy_unreachable'],
  ])('An order is certainly not sent if the tunnel was not opened: %s', async (behaviour, kind) => {
    const rig = await startWithProxy(behaviour)
    expect(await pay(rig)).toMatchObject({ isSent: false, status: null, error: { kind }, leavings: 1 })
    expect(rig.simulator.ledger.requests).toEqual([])
    expect(rig.proxy.tunnels).toHaveLength(1)
  })

  test('The outcome of an order is unknown if the tunnel ended after the request may have left', async () => {
    const rig = await startWithProxy('cutAfterRequest')
    expect(await pay(rig)).toMatchObject({ isSent: true, status: null, error: { kind: 'cut_off' } })
    expect(rig.simulator.ledger.charges).toHaveLength(1)
    expect(rig.simulator.ledger.requests.map(({ remote }) => remote.address)).toEqual(['127.0.0.2'])
  })

  test('An order is not sent if the proxy is changed while the order is recorded, and is never sent directly', async () => {
    const rig = await startWithProxy('open')
    const outcome = await pay(rig, { beforeSend: async () => rig.accounts.setProxy('a', null) })
    expect(outcome).toMatchObject({
      isSent: false,
      error: { kind: 'proxy_unreachable', details: { reason: 'changed' } },
    })
    expect(rig.simulator.ledger.requests).toEqual([])
  })
})
