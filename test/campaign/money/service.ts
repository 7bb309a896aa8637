import { type EndpointName, endpointOf } from '#shared/api/catalog.ts'
import { pathParams } from '#shared/api/endpoint.ts'
import { behaviourOf } from '#simulator/behaviours/all.ts'
import { readInput } from '#simulator/input.ts'
import { parseBody } from '#simulator/json-text.ts'
import type { Charge } from '#simulator/ledger.ts'
import { runPaid } from '#simulator/paid-run.ts'
import { errorBody, Refusal } from '#simulator/refusal.ts'
import type { WorldFile } from '#simulator/world-file.ts'
import { createWorld, type UserState, type World } from '#simulator/world.ts'
import type { Time } from './time.ts'

/** A request as it reaches the service. */
export interface Arrival {
  userName: string
  endpoint: EndpointName
  params: Record<string, string>
  /** Of a GET none; of paid calls byte for byte. */
  body: string | null
  idempotencyKey: string | null
}

export interface Reply {
  status: number
  body: unknown
}

/** How the service deals with one paid request. */
export interface Handling {
  /** From the arrival to the execution, and from there to the answer, milliseconds. Infinity: never. */
  beforeMs: number
  afterMs: number
  /** A failure with 5xx instead of the execution, or after it. */
  failure: { status: number; code: string; when: 'before' | 'after' } | null
}

/** One charge, and for which expiry a renewal paid. */
export interface NotedCharge extends Charge {
  /** The domain's name or the server's id. */
  name: string
  body: string
}

export interface Service {
  world: World
  charges: NotedCharge[]
  read(arrival: Arrival): Reply
  pay(arrival: Arrival, handling: Handling): Promise<Reply>
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
  time: Time
  /** False: a service that looks at no `current_expiry_date`, so that nothing but idempotency keys protects a renewal. */
  isGuarded: boolean
}

/** The simulator's own rules and behaviours, in virtual time and without HTTP. */
export function createService({ file, time, isGuarded }: Options): Service {
  const world = createWorld(file, { now: time.now })
  const charges: NotedCharge[] = []

  const userOf = ({ userName }: Arrival) => world.user(userName)

  function inputOf({ endpoint: name, params, body }: Arrival): Record<string, unknown> {
    const entry = endpointOf(name)
    const input = readInput(entry, params, new URLSearchParams(), body === null ? {} : parseBody(Buffer.from(body)))
    // The path names what the simulator's route would.
    return { ...input, ...Object.fromEntries(pathParams(entry.path).map((param) => [param, params[param]])) }
  }

  function behave(arrival: Arrival, user: UserState, input: Record<string, unknown>): unknown {
    const charge = (kind: Charge['kind'], target: string, yen: number) => {
      user.balance -= yen
      const name = kind === 'order' ? (target.split('.')[0] as string) : target
      charges.push({ at: time.now(), user: user.name, kind, target, yen, idempotencyKey: arrival.idempotencyKey, name, body: arrival.body ?? '' })
    }
    const call = { world, user, key: user.keys[0], now: time.now(), input: isGuarded ? input : withoutGuards(arrival.endpoint, user, input), idempotencyKey: arrival.idempotencyKey, charge }
    return behaviourOf(arrival.endpoint)(call as never)
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
      const pass = (ms: number) => (ms === Infinity ? new Promise<never>(() => undefined) : ms > 0 ? time.wait(ms) : undefined)
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
        return { status: 200, body: await runPaid({ world, user, name, input, idempotencyKey, now: time.now() }, () => execute(input)) }
      } catch (error) {
        return replyOf(error)
      }
    },
  }
}

function withoutGuards(endpoint: EndpointName, user: UserState, input: Record<string, unknown>): Record<string, unknown> {
  if (endpoint !== 'domain.renew') return input
  return { ...input, current_expiry_date: user.domains.get(String(input['domain_name']))?.expiryDate ?? input['current_expiry_date'] }
}

function replyOf(error: unknown): Reply {
  if (error instanceof Refusal) return { status: error.status, body: errorBody(error.code, error.message, error.errors) }
  if (error instanceof Failed) return { status: error.status, body: errorBody(error.code, error.message) }
  throw error
}
