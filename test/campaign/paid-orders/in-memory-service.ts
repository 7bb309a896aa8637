import { type EndpointName, getEndpoint } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { getEndpointBehaviour } from '#simulator/behaviours/behaviour-by-endpoint.ts'
import { parseEndpointInput } from '#simulator/parse-endpoint-input.ts'
import { parseJsonBody } from '#simulator/parse-json-body.ts'
import type { SimulatedCharge } from '#simulator/request-and-charge-ledger.ts'
import { runIdempotently } from '#simulator/run-idempotently.ts'
import { createErrorBody, ErrorResponse } from '#simulator/error-response.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createWorld, type SimulatedUser, type World } from '#simulator/world-state.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A request as it arrives at the service. */
export interface ArrivedRequest {
  userName: string
  endpoint: EndpointName
  params: Record<string, string>
  /** Null for a GET; for a paid call, the exact body. */
  body: string | null
  idempotencyKey: string | null
}

export interface Reply {
  status: number
  body: unknown
}

/** How the service handles one paid request. */
export interface PaidRequestDelaysAndFailure {
  /** Time from the arrival to the execution, in milliseconds. Infinity: the request is never executed. */
  beforeMs: number
  /** Time from the execution to the answer, in milliseconds. Infinity: the request is never answered. */
  afterMs: number
  /** A 5xx failure before the execution (instead of it), or after it. */
  failure: { status: number; code: string; when: 'before' | 'after' } | null
}

/** One charge. `body` contains the expiry date for which a renewal paid. */
export interface RecordedCharge extends SimulatedCharge {
  /** Name of the domain, or id of the server. */
  name: string
  body: string
}

export interface InMemoryService {
  world: World
  charges: RecordedCharge[]
  read(arrival: ArrivedRequest): Reply
  pay(arrival: ArrivedRequest, handling: PaidRequestDelaysAndFailure): Promise<Reply>
}

class Failed extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`Failed with ${status}`)
    this.status = status
    this.code = code
  }
}

interface Options {
  file: WorldFile
  time: VirtualTime
  /** False: the service ignores `current_expiry_date`. Only idempotency keys then protect a renewal. */
  isGuarded: boolean
}

/** The simulator's rules and behaviours, in virtual time and without HTTP. */
export function createInMemoryService({ file, time, isGuarded }: Options): InMemoryService {
  const world = createWorld(file, { now: time.now })
  const charges: RecordedCharge[] = []

  const userOf = ({ userName }: ArrivedRequest) => world.user(userName)

  function inputOf({ endpoint: name, params, body }: ArrivedRequest): Record<string, unknown> {
    const entry = getEndpoint(name)
    const input = parseEndpointInput(
      entry,
      params,
      new URLSearchParams(),
      body === null ? {} : parseJsonBody(Buffer.from(body)),
    )
    // The path parameters, which the simulator's routing would add.
    return { ...input, ...Object.fromEntries(listPathParamNames(entry.path).map((param) => [param, params[param]])) }
  }

  function behave(arrival: ArrivedRequest, user: SimulatedUser, input: Record<string, unknown>): unknown {
    const charge = (kind: SimulatedCharge['kind'], target: string, yen: number) => {
      user.balance -= yen
      const name = kind === 'order' ? (target.split('.')[0] as string) : target
      charges.push({
        at: time.now(),
        user: user.name,
        kind,
        target,
        yen,
        idempotencyKey: arrival.idempotencyKey,
        name,
        body: arrival.body ?? '',
      })
    }
    const call = {
      world,
      user,
      key: user.keys[0],
      now: time.now(),
      input: isGuarded ? input : withoutGuards(arrival.endpoint, user, input),
      idempotencyKey: arrival.idempotencyKey,
      charge,
    }
    return getEndpointBehaviour(arrival.endpoint)(call as never)
  }

  return {
    world,
    charges,
    read(arrival) {
      try {
        return { status: 200, body: behave(arrival, userOf(arrival), inputOf(arrival)) }
      } catch (error) {
        return replyOf(error)
      }
    },
    async pay(arrival, { beforeMs, afterMs, failure }) {
      const user = userOf(arrival)
      const pass = (ms: number) =>
        ms === Infinity ? new Promise<never>(() => undefined) : ms > 0 ? time.wait(ms) : undefined
      const fail = (when: 'before' | 'after') => {
        if (failure?.when === when) throw new Failed(failure.status, failure.code)
      }
      const execute = async (input: Record<string, unknown>) => {
        await pass(beforeMs)
        fail('before')
        let answer: unknown
        try {
          answer = behave(arrival, user, input)
        } catch (error) {
          fail('after')
          throw error
        }
        await pass(afterMs)
        fail('after')
        return answer
      }
      try {
        const input = inputOf(arrival)
        const { endpoint: name, idempotencyKey } = arrival
        return {
          status: 200,
          body: await runIdempotently({ world, user, name, input, idempotencyKey, now: time.now() }, () =>
            execute(input),
          ),
        }
      } catch (error) {
        return replyOf(error)
      }
    },
  }
}

function withoutGuards(
  endpoint: EndpointName,
  user: SimulatedUser,
  input: Record<string, unknown>,
): Record<string, unknown> {
  if (endpoint !== 'domain.renew') return input
  return {
    ...input,
    current_expiry_date: user.domains.get(String(input['domain_name']))?.expiryDate ?? input['current_expiry_date'],
  }
}

function replyOf(error: unknown): Reply {
  if (error instanceof ErrorResponse)
    return { status: error.status, body: createErrorBody(error.code, error.message, error.errors) }
  if (error instanceof Failed) return { status: error.status, body: createErrorBody(error.code, error.message) }
  throw error
}
