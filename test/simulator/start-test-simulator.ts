import { afterEach, expect, onTestFinished } from 'vitest'
import type { SimulatorLedger } from '#simulator/request-and-charge-ledger.ts'
import { startSimulator } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { endpointsCoveredBy } from './api-rules-that-need-tests.ts'

/** Parsed JSON of type `any`, so that tests can read any field of it. */
export type Json = ReturnType<typeof JSON.parse>

export interface SimulatorResponse {
  status: number
  /** The parsed body; the text if it is not JSON. */
  body: Json
  headers: Headers
}

export interface SendOptions {
  token?: string | null
  body?: unknown
  /** Bytes or text to send instead of `body`. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A clock that only `advance` moves. It starts at noon in Japan on 20 November 2026. */
export function createTestClock(start = Date.UTC(2026, 10, 20, 3, 0, 0)) {
  let now = start
  return { now: () => now, advance: (ms: number) => (now += ms) }
}

export const token = 'test_token_of_the_first_key'

const ledgersOfTest: SimulatorLedger[] = []

// A test that covers an endpoint must call it and receive status 200.
afterEach(({ task }) => {
  const requests = ledgersOfTest.splice(0).flatMap((ledger) => ledger.requests)
  const called = new Set(requests.filter(({ status }) => status === 200).map(({ endpoint }) => endpoint))
  expect(
    endpointsCoveredBy(task.meta.apiRules).filter((name) => !called.has(name)),
    'endpoints that the test covers but does not call',
  ).toEqual([])
})

/** Starts a simulator for one test on a test clock. `send` and `get` use the first key by default. */
export async function startTestSimulator(world: WorldFile) {
  const clock = createTestClock()
  const simulator = await startSimulator({ world, clock })
  ledgersOfTest.push(simulator.ledger)
  onTestFinished(async () => {
    await simulator.close()
    if (simulator.ledger.bugs.length > 0) throw new Error(`The simulator failed: ${simulator.ledger.bugs.join('\n')}`)
  })
  const send = async (method: string, path: string, options: SendOptions = {}): Promise<SimulatorResponse> => {
    const key = options.token === undefined ? token : options.token
    const bytes = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const response = await fetch(simulator.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(bytes !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(bytes !== undefined && { body: bytes as BodyInit }),
      ...(options.signal && { signal: options.signal }),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text), headers: response.headers }
  }
  return { simulator, clock, send, get: (path: string, options?: SendOptions) => send('GET', path, options) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const formatStatusAndCode = ({ status, body }: SimulatorResponse) =>
  `${status} ${body?.error?.code ?? ''}`.trim()
