import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient, PaidEndpointName } from '#main/api/api-client-interface.ts'
import { callReadEndpoint } from '#renderer/ipc-client.ts'
import { type EndpointName, endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { idempotencyHeader } from '#shared/api/idempotency-key-schema.ts'
import { isAppError } from '#shared/app-error.ts'
import type { PreloadBridge } from '#shared/ipc/preload-bridge.ts'
import type { ReceivedRequest } from '#simulator/request-and-charge-ledger.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createClientRig, startSimulatorForApiClient } from '#test/main/api/api-client-rig.ts'
import { startSimulatorRig, type SimulatorRig } from './main-process-rig.ts'
import { permissiveRateLimits } from './permissive-rate-limits.ts'
import { covers } from '#test/simulator/api-rules-that-need-tests.ts'

type Input = Record<string, unknown>

const token = 'contract_key_that_may_do_all'

const example = {
  domain_name: 'example.com',
  expiry_date: '2027-03-31',
  records: [{ id: 1, type: 'A', host: 'www', content: '192.0.2.10' }],
} as const
const server = { server_id: 'banto01' }

function worldWith(user: object, rest: Partial<WorldFile> = {}): WorldFile {
  return {
    limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
    ...rest,
    users: [{ name: 'aoi', keys: [{ token }], ...user }],
  }
}

/** The world in which the examples of unpaid endpoints succeed. */
const world = worldWith({ domains: [structuredClone(example)], servers: [server] })

/** The worlds in which a paid example succeeds. */
const paidWorlds: Partial<Record<EndpointName, WorldFile>> = {
  'server.order': worldWith({}),
  'domain.acquire': worldWith({}),
  'domain.transfer': worldWith({}, { registered: ['example.com'] }),
  'domain.renew': world,
}

const paid = endpointNames.filter((name): name is PaidEndpointName => getEndpoint(name).idempotency === 'paid')
const unpaid = endpointNames.filter((name) => getEndpoint(name).idempotency !== 'paid')
const reads = endpointNames.filter((name) => getEndpoint(name).idempotency === 'read')
const changes = unpaid.filter((name) => !reads.includes(name))
const exampleOf = (name: EndpointName) => getEndpoint(name).example.input as Input

/** The request that the catalog entry describes, computed independently of the code that sends it. */
function expectedRequest(name: EndpointName, input: Input) {
  const { method, path } = getEndpoint(name)
  const whole = getEndpoint(name).input.parse(input) as Input
  const params = listPathParamNames(path)
  const rest = Object.entries(whole).filter(([field]) => !params.includes(field))
  const isRead = method === 'GET'
  return {
    endpoint: name,
    method,
    target: path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(whole[param]))),
    query: isRead ? Object.fromEntries(rest.map(([field, value]) => [field, String(value)])) : {},
    body: isRead || (method === 'DELETE' && rest.length === 0) ? undefined : Object.fromEntries(rest),
    contentType: isRead || (method === 'DELETE' && rest.length === 0) ? undefined : 'application/json',
  }
}

function arrived({ endpoint, method, target, query, bodyText, bodyJson, headers }: ReceivedRequest) {
  return {
    endpoint,
    method,
    target: target.split('?')[0],
    query,
    body: bodyText === '' ? undefined : bodyJson,
    contentType: headers['content-type'],
  }
}

/** Expects an answer that the entry describes and that has values, because every field of a schema may be optional. */
function expectAnswer(name: EndpointName, data: unknown) {
  const {
    output,
    example: { output: shown },
  } = getEndpoint(name)
  expect(output.parse(data)).toEqual(data)
  expect(Object.keys(data as object)).toEqual(expect.arrayContaining(Object.keys(shown as object)))
}

let rig: SimulatorRig
let accountId: string

/** The bridge of the preload without Electron; values are cloned as IPC clones them. */
function bridgeTo(main: SimulatorRig): PreloadBridge {
  return {
    call: async (name, input) => structuredClone(await main.answer(name, structuredClone(input))),
    listen: () => () => undefined,
  }
}

function createClient(url: string): ApiClient {
  const { api: client, accounts } = createClientRig(url)
  accounts.addKey('a', { id: 'aoi', me: null }, token)
  return client
}
const callFromWindow = (name: EndpointName, input: Input) =>
  (
    callReadEndpoint as (
      account: string,
      name: EndpointName,
      input: Input,
    ) => Promise<{ data: unknown; readAt: number }>
  )(accountId, name, input)
/** The window calls each change only through a separate command. */
const callUnpaid = (name: EndpointName, input: Input) =>
  reads.includes(name)
    ? callFromWindow(name, input)
    : createClient(rig.simulator.url).call({
        accountId: 'a',
        keyId: 'aoi',
        endpoint: name,
        input: input as never,
        priority: 'interactive',
      })
const captureErrorKindAndReason = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

beforeAll(async () => {
  rig = await startSimulatorRig({ world })
  ;({ id: accountId } = await rig.addAccount('Contract', [token]))
  Object.assign(globalThis, { window: { banto: bridgeTo(rig) } })
})
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'window')
  await rig.close()
})

describe('To the service and back', () => {
  test.each(unpaid)(
    'The request of %s arrives as the catalog describes it, and so does its answer',
    covers('conventions: every endpoint arrives as described'),
    async (name) => {
      rig.simulator.reset()
      for (const first of getEndpoint(name).example.after ?? [])
        await callUnpaid(first as EndpointName, exampleOf(first as EndpointName))
      const { ledger } = rig.simulator
      const mark = ledger.requests.length
      const startedAt = Date.now()

      const { data, readAt } = await callUnpaid(name, exampleOf(name))

      const requests = ledger.requests.slice(mark)
      expect(requests.map(arrived)).toEqual([expectedRequest(name, exampleOf(name))])
      expect(requests).toMatchObject([{ status: 200, isExecuted: true, isAuthorizationSent: true }])
      expectAnswer(name, data)
      expect(readAt).toBeGreaterThanOrEqual(startedAt)
      expect(ledger.bugs).toEqual([])
      expect(ledger.charges).toEqual([])
      expect(JSON.stringify([data, requests])).not.toContain(token)
    },
  )

  test.each([...changes, ...paid])('The window cannot call %s, which changes something, as a reading', async (name) => {
    rig.simulator.reset()
    const error = await captureErrorKindAndReason(callFromWindow(name, exampleOf(name)))
    expect(isAppError(error, 'invalid_input')).toBe(true)
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test.each(unpaid.filter((name) => listPathParamNames(getEndpoint(name).path).length > 0))(
    'A refusal of %s by the service comes back with its code',
    async (name) => {
      rig.simulator.reset()
      const nothing = Object.fromEntries(
        listPathParamNames(getEndpoint(name).path).map((param) => [
          param,
          param === 'dns_id' ? 999 : `none.${param.replaceAll('_', '-')}.example`,
        ]),
      )
      const error = await captureErrorKindAndReason(callUnpaid(name, { ...exampleOf(name), ...nothing }))
      expect(isAppError(error, 'service') && [error.status, error.code]).toEqual([
        404,
        name.startsWith('domain.') ? 'DOMAIN_NOT_FOUND' : 'NOT_FOUND',
      ])
    },
  )

  test(
    'A parameter with spaces, slashes, an at sign and Japanese characters arrives as one segment of the path',
    covers('conventions: path parameters are encoded'),
    async () => {
      rig.simulator.reset()
      const odd = 'info@例え.com/a b?c#d%2F'
      await captureErrorKindAndReason(callFromWindow('hosting.domain', { ...exampleOf('hosting.domain'), domain: odd }))
      const [request] = rig.simulator.ledger.requests
      expect(request?.endpoint).toBe('hosting.domain')
      expect(request?.target.split('/').slice(5).map(decodeURIComponent)).toEqual([odd])
    },
  )
})

describe('Paid endpoints from main’s client to the service and back', () => {
  test('Every paid endpoint has a world in which its example succeeds', () => {
    expect(Object.keys(paidWorlds).sort()).toEqual([...paid].sort())
  })

  test.each(paid)(
    'The request of %s arrives with its idempotency key, is answered as the catalog says and is charged once',
    covers('conventions: every paid endpoint arrives as described'),
    async (name) => {
      const simulator = await startSimulatorForApiClient(paidWorlds[name])
      const client = createClient(simulator.url)
      const input = exampleOf(name)
      const params = listPathParamNames(getEndpoint(name).path)
      const body = JSON.stringify(
        Object.fromEntries(
          Object.entries(getEndpoint(name).input.parse(input)).filter(
            ([field]) => !params.includes(field) && field !== 'dry_run',
          ),
        ),
      )
      const asked = { accountId: 'a', keyId: 'aoi', endpoint: name, priority: 'paid' } as const

      expect(await captureErrorKindAndReason(client.call({ ...asked, input: input as never }))).toMatchObject({
        kind: 'paid_endpoint',
      })
      expect(simulator.ledger.requests).toEqual([])
      let written = 0
      const beforeSend = async () => {
        written += 1
        expect(simulator.ledger.requests).toEqual([])
      }
      const { isSent, status, data, error } = await client.sendPaidCall({
        ...asked,
        input,
        body,
        idempotencyKey: 'contract-0001',
        attempt: 1,
        beforeSend,
        mayStillSend: () => true,
      })

      expect({ isSent, status, error, written }).toEqual({ isSent: true, status: 200, error: null, written: 1 })
      const { requests, charges, bugs } = simulator.ledger
      expect(requests[0]?.bodyText).toBe(body)
      const { dry_run: _, ...expected } = expectedRequest(name, input).body as Input
      expect(requests.map(arrived)).toEqual([{ ...expectedRequest(name, input), body: expected }])
      expect(requests[0]?.headers[idempotencyHeader.toLowerCase()]).toBe('contract-0001')
      expectAnswer(name, data)
      expect(charges).toMatchObject([
        { user: 'aoi', idempotencyKey: 'contract-0001', yen: exampleOf(name)['expected_total_price'] },
      ])
      expect(bugs).toEqual([])
    },
  )

  test.each(paid)(
    'A dry run of %s has no idempotency key, is not charged and is not sent again when its answer is lost',
    async (name) => {
      const simulator = await startSimulatorForApiClient(paidWorlds[name])
      const client = createClient(simulator.url)
      const dryRun = () =>
        client.call({
          accountId: 'a',
          keyId: 'aoi',
          endpoint: name,
          input: { ...exampleOf(name), dry_run: true } as never,
          priority: 'interactive',
        })
      expect((await dryRun()).data).toEqual({ dry_run: true, total_price: exampleOf(name)['expected_total_price'] })
      simulator.faults.add({ times: 1, fault: { kind: 'reset-after' } })
      expect(await captureErrorKindAndReason(dryRun())).toMatchObject({ kind: 'cut_off' })

      const { requests, charges } = simulator.ledger
      expect(requests.map(({ headers }) => headers[idempotencyHeader.toLowerCase()])).toEqual([undefined, undefined])
      expect(charges).toEqual([])
    },
  )
})
