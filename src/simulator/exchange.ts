import { isIP } from 'node:net'
import { type EndpointName, endpointOf } from '#shared/api/catalog.ts'
import { idempotencyHeader } from '#shared/api/idempotency.ts'
import { limitHeaders } from '#shared/api/limits.ts'
import { behaviourOf } from './behaviours/all.ts'
import type { Call } from './call.ts'
import type { Fault } from './faults.ts'
import { readInput } from './input.ts'
import { parseBody } from './json-text.ts'
import type { Ledger, ReceivedRequest } from './ledger.ts'
import { runPaid } from './paid-run.ts'
import { checkPermission, findDomain, findServer, refuseSelectedKey, requireInTargets } from './permissions.ts'
import type { Admission } from './quota.ts'
import { errorBody, Refusal } from './refusal.ts'
import { findRoute, type Route } from './routes.ts'
import { type Answer, executeUnder, StruckAnswer } from './strike.ts'
import type { KeyState, UserState, World } from './world.ts'

interface Received {
  note: ReceivedRequest
  /** Still encoded. */
  path: string
  query: URLSearchParams
  bytes: Buffer
  fault: Fault | null
  holder: { user: UserState; key: KeyState } | null
}

interface Found {
  world: World
  ledger: Ledger
  /** Called once the request has a place; the caller gives it back when the connection is done with it. */
  onAdmitted(admission: Admission): void
}

const serverError = 500
/** Not for keys of selected targets: what they make is in no selection. */
const allTargetsOnly = new Set<EndpointName>(['domain.acquire', 'server.order'])

function isDryRun({ bodyJson }: ReceivedRequest): boolean {
  return typeof bodyJson === 'object' && bodyJson !== null && (bodyJson as { dry_run?: unknown }).dry_run === true
}

/** Everything between the bytes of a request and the answer, in the order in which the service decides. */
export async function answerRequest(received: Received, { world, ledger, onAdmitted }: Found): Promise<Answer> {
  const { note, fault } = received
  let headers: Record<string, string> = {}
  let isStruck = false
  const strike = (execute: () => unknown) => {
    isStruck = true
    return executeUnder(fault, execute)
  }
  /** What a 5xx burns, whatever was refused before it. A dry run charges nothing and burns nothing. */
  let burnable = null as { user: string; key: string } | null
  try {
    try {
      const now = world.clock.now()
      refuseBlockedAddress(world, note, now)
      const { user, key } = authenticate(world, received, now)
      const route = requireRoute(note, received.path)
      const entry = endpointOf(route.name)
      note.endpoint = route.name
      const idempotencyKey = note.headers[idempotencyHeader.toLowerCase()] ?? null
      if (entry.effect === 'paid' && idempotencyKey !== null && !isDryRun(note)) burnable = { user: user.name, key: idempotencyKey }
      const admission = world.quota.enter(user.name, entry.limit, now)
      headers = admission.headers
      if (!admission.isAdmitted) throw new Refusal('RATE_LIMIT_EXCEEDED')
      onAdmitted(admission)

      checkPermission(entry, key)
      if (allTargetsOnly.has(route.name)) refuseSelectedKey(key, entry.service as 'domain' | 'server')
      const body = entry.method === 'GET' ? {} : parseBody(requireJson(note, received.bytes))
      const { domain_name, servername } = route.params
      // What is transferred in is not the user's yet.
      if (route.name === 'domain.transfer') requireInTargets(key, 'domain', domain_name as string)
      else if (domain_name !== undefined) findDomain(user, key, domain_name)
      if (servername !== undefined) findServer(user, key, servername)
      const input = readInput(entry, route.params, received.query, body)

      const behave = () => {
        note.isExecuted = true
        const charge: Call['charge'] = (kind, target, yen) => {
          user.balance -= yen
          ledger.charges.push({ at: world.clock.now(), user: user.name, kind, target, yen, idempotencyKey })
        }
        return behaviourOf(route.name)({ world, user, key, now: world.clock.now(), input, idempotencyKey, charge })
      }
      const run = () => strike(behave)
      const result = entry.effect === 'paid' ? await runPaid({ world, user, name: route.name, input, idempotencyKey, now }, run) : await run()
      // A stored answer was given and nothing ran: the fault was asked for all the same.
      if (!isStruck) await strike(() => undefined)
      return { status: 200, code: null, body: result, headers }
    } catch (error) {
      // Refused before anything could run: the fault was asked for all the same.
      if (!isStruck) await strike(() => undefined)
      throw error
    }
  } catch (error) {
    const answer = refusalOf(error, headers, ledger)
    if (burnable && answer.status >= serverError) world.idempotency.burn(burnable.user, burnable.key, world.clock.now())
    return answer
  }
}

function refusalOf(error: unknown, headers: Record<string, string>, ledger: Ledger): Answer {
  if (error instanceof StruckAnswer) return { ...error.answer, headers: { ...headers, ...error.answer.headers } }
  if (error instanceof BlockedAddress) return refusal(error, error.headers)
  if (error instanceof WrongMethod) return refusal(error, { ...headers, allow: error.allowed.join(', ') })
  if (error instanceof Refusal) return refusal(error, headers)
  // A defect of the simulator: tests look here.
  ledger.bugs.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return refusal(new Refusal('INTERNAL_ERROR'), headers)
}

function refusal({ status, code, message, errors }: Refusal, headers: Record<string, string>): Answer {
  return { status, code, body: errorBody(code, message, errors), headers }
}

class BlockedAddress extends Refusal {
  readonly headers: Record<string, string>

  constructor(headers: Record<string, string>) {
    super('RATE_LIMIT_EXCEEDED', 'Too many failed authentications from this address')
    this.headers = headers
  }
}

class WrongMethod extends Refusal {
  readonly allowed: string[]

  constructor(allowed: string[]) {
    super('METHOD_NOT_ALLOWED')
    this.allowed = allowed
  }
}

function refuseBlockedAddress(world: World, note: ReceivedRequest, now: number): void {
  const seconds = world.block.secondsLeft(note.remote.address, now)
  if (seconds !== null) throw new BlockedAddress(world.block.saysWhen ? { [limitHeaders.retryAfter]: String(seconds) } : {})
}

function authenticate(world: World, { note, holder }: Received, now: number): { user: UserState; key: KeyState } {
  const { address } = note.remote
  if (!holder || (holder.key.expiresAt !== null && holder.key.expiresAt <= now)) {
    world.block.fail(address, now)
    throw new Refusal('UNAUTHORIZED')
  }
  const { allowed } = holder.key
  if (allowed && !allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) throw new Refusal('FORBIDDEN', 'The key does not allow this address')
  return holder
}

function requireRoute({ method }: ReceivedRequest, path: string): Extract<Route, { kind: 'found' }> {
  const route = findRoute(method, path)
  if (route.kind === 'unknown') throw new Refusal('NOT_FOUND')
  if (route.kind === 'wrong-method') throw new WrongMethod(route.allowed)
  return route
}

function requireJson({ headers }: ReceivedRequest, bytes: Buffer): Buffer {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/json') throw new Refusal('BAD_REQUEST', 'The content type of a body is application/json')
  return bytes
}
