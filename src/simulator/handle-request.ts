import { isIP } from 'node:net'
import { type EndpointName, getEndpoint } from '#shared/api/endpoints.ts'
import { idempotencyHeader } from '#shared/api/idempotency-key-schema.ts'
import { rateLimitHeaders } from '#shared/api/service-limits.ts'
import { getEndpointBehaviour } from '#simulator/behaviours/behaviour-by-endpoint.ts'
import type { EndpointCall } from './endpoint-call.ts'
import type { Fault } from './fault-rules.ts'
import { parseEndpointInput } from './parse-endpoint-input.ts'
import { parseJsonBody } from './parse-json-body.ts'
import type { SimulatorLedger, ReceivedRequest } from './request-and-charge-ledger.ts'
import { runIdempotently } from './run-idempotently.ts'
import {
  requirePermission,
  requireDomain,
  requireServer,
  requireKeyForAllTargets,
  requireTargetOfKey,
} from './require-key-permission-and-targets.ts'
import { checkOpenapiCall, runOpenapiOperation } from './run-openapi-operation.ts'
import type { RequestQuotaLimitsOfHostingServer, QuotaDecision } from './request-quota.ts'
import { createErrorBody, ErrorResponse } from './error-response.ts'
import { matchRoute, type RouteMatch } from './match-route.ts'
import { type SimulatedResponse, executeWithFault, FaultResponseError } from './execute-with-fault.ts'
import { completeServerSetupIfDue, type SimulatedKey, type SimulatedUser, type World } from './world-state.ts'

interface IncomingRequest {
  received: ReceivedRequest
  /** Percent-encoded. */
  path: string
  query: URLSearchParams
  bytes: Buffer
  fault: Fault | null
  holder: { user: SimulatedUser; key: SimulatedKey } | null
}

interface RequestContext {
  world: World
  ledger: SimulatorLedger
  /**
   * Called when the request has a concurrency slot. The caller releases the slot when the connection no longer needs
   * it.
   */
  onAdmitted(admission: QuotaDecision): void
}

const serverError = 500
/**
 * These endpoints are not allowed for keys with selected targets, because a new domain or server is not among the
 * targets.
 */
const allTargetsOnly = new Set<EndpointName>(['domain.acquire', 'server.order'])

function isDryRun({ bodyJson }: ReceivedRequest): boolean {
  return typeof bodyJson === 'object' && bodyJson !== null && (bodyJson as { dry_run?: unknown }).dry_run === true
}

/** Handles a received request up to its response, with the checks in the order of the service. */
export async function handleRequest(
  incoming: IncomingRequest,
  { world, ledger, onAdmitted }: RequestContext,
): Promise<SimulatedResponse> {
  const { received, fault } = incoming
  let headers: Record<string, string> = {}
  let isFaultApplied = false
  const applyFault = (execute: () => unknown) => {
    isFaultApplied = true
    return executeWithFault(fault, execute)
  }
  /** The idempotency key that a 5xx invalidates, whatever was refused before. A dry run invalidates no key. */
  let keyToInvalidate = null as { user: string; key: string } | null
  try {
    try {
      const now = world.clock.now()
      refuseBlockedAddress(world, received, now)
      const { user, key } = authenticate(world, incoming, now)
      const described = world.openapiOperations?.find(received.method, incoming.path)
      if (world.openapiOperations && described && matchRoute(received.method, incoming.path).kind !== 'found') {
        const admitted = world.quota.admit(user.name, 'server', now, null)
        headers = admitted.headers
        if (!admitted.isAdmitted) throw new ErrorResponse('RATE_LIMIT_EXCEEDED')
        onAdmitted(admitted)
        const body = received.method === 'GET' ? {} : parseJsonBody(requireJson(received, incoming.bytes))
        checkOpenapiCall(described, { user, key, body })
        const operations = world.openapiOperations
        const result = await applyFault(() => {
          received.isExecuted = true
          return runOpenapiOperation(operations, described, body)
        })
        return { status: 200, code: null, body: result, headers }
      }
      const route = requireRoute(received, incoming.path)
      const entry = getEndpoint(route.name)
      received.endpoint = route.name
      const idempotencyKey = received.headers[idempotencyHeader.toLowerCase()] ?? null
      if (entry.idempotency === 'paid' && idempotencyKey !== null && !isDryRun(received))
        keyToInvalidate = { user: user.name, key: idempotencyKey }
      const own = findOwnLimit(world, user, route.params['servername'], now)
      const admission = world.quota.admit(user.name, entry.limit, now, own)
      headers = admission.headers
      if (!admission.isAdmitted) throw new ErrorResponse('RATE_LIMIT_EXCEEDED')
      onAdmitted(admission)

      requirePermission(entry, key)
      if (allTargetsOnly.has(route.name)) requireKeyForAllTargets(key, entry.service as 'domain' | 'server')
      const body = entry.method === 'GET' ? {} : parseJsonBody(requireJson(received, incoming.bytes))
      const { domain_name, servername } = route.params
      // A domain to transfer in does not belong to the user yet.
      if (route.name === 'domain.transfer') requireTargetOfKey(key, 'domain', domain_name as string)
      else if (domain_name !== undefined) requireDomain(user, key, domain_name)
      if (servername !== undefined) requireServer(user, key, servername)
      const input = parseEndpointInput(entry, route.params, incoming.query, body)

      const runBehaviour = () => {
        received.isExecuted = true
        const charge: EndpointCall['charge'] = (kind, target, yen) => {
          user.balance -= yen
          ledger.charges.push({ at: world.clock.now(), user: user.name, kind, target, yen, idempotencyKey })
        }
        return getEndpointBehaviour(route.name)({
          world,
          user,
          key,
          now: world.clock.now(),
          input,
          idempotencyKey,
          charge,
        })
      }
      const run = () => applyFault(runBehaviour)
      const result =
        entry.idempotency === 'paid'
          ? await runIdempotently({ world, user, name: route.name, input, idempotencyKey, now }, run)
          : await run()
      // A stored response was returned and nothing ran: the fault still applies.
      if (!isFaultApplied) await applyFault(() => undefined)
      return { status: 200, code: null, body: result, headers }
    } catch (error) {
      // The request was refused before anything ran: the fault still applies.
      if (!isFaultApplied) await applyFault(() => undefined)
      throw error
    }
  } catch (error) {
    const answer = toErrorAnswer(error, headers, ledger)
    if (keyToInvalidate && answer.status >= serverError)
      world.idempotencyStore.invalidate(keyToInvalidate.user, keyToInvalidate.key, world.clock.now())
    return answer
  }
}

/**
 * The limits of the server that a path names, if its plan has any (API description, section "Limits": they differ by
 * plan and state).
 */
function findOwnLimit(
  world: World,
  user: SimulatedUser,
  servername: string | undefined,
  now: number,
): RequestQuotaLimitsOfHostingServer | null {
  const server = servername === undefined ? undefined : user.servers.get(servername.toLowerCase())
  if (!server) return null
  const plan = world.file.plans.find(({ plan_id }) => plan_id === server.planId)
  const isSuspended = completeServerSetupIfDue(server, now).status === 'suspended'
  const limit = (isSuspended ? plan?.suspended_server_limits : undefined) ?? plan?.server_limits
  return limit ? { servername: server.servername, limit } : null
}

function toErrorAnswer(error: unknown, headers: Record<string, string>, ledger: SimulatorLedger): SimulatedResponse {
  if (error instanceof FaultResponseError) return { ...error.answer, headers: { ...headers, ...error.answer.headers } }
  if (error instanceof IpBlockedError) return createErrorAnswer(error, error.headers)
  if (error instanceof MethodNotAllowedError)
    return createErrorAnswer(error, { ...headers, allow: error.allowed.join(', ') })
  if (error instanceof ErrorResponse) return createErrorAnswer(error, headers)
  // A defect of the simulator; tests read these entries.
  ledger.bugs.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return createErrorAnswer(new ErrorResponse('INTERNAL_ERROR'), headers)
}

function createErrorAnswer(
  { status, code, message, errors }: ErrorResponse,
  headers: Record<string, string>,
): SimulatedResponse {
  return { status, code, body: createErrorBody(code, message, errors), headers }
}

class IpBlockedError extends ErrorResponse {
  readonly headers: Record<string, string>

  constructor(headers: Record<string, string>) {
    super('RATE_LIMIT_EXCEEDED', 'Too many failed authentications from this address')
    this.headers = headers
  }
}

class MethodNotAllowedError extends ErrorResponse {
  readonly allowed: string[]

  constructor(allowed: string[]) {
    super('METHOD_NOT_ALLOWED')
    this.allowed = allowed
  }
}

function refuseBlockedAddress(world: World, received: ReceivedRequest, now: number): void {
  const seconds = world.ipBlock.secondsLeft(received.remote.address, now)
  if (seconds !== null)
    throw new IpBlockedError(world.ipBlock.tellsRetryAfter ? { [rateLimitHeaders.retryAfter]: String(seconds) } : {})
}

function authenticate(
  world: World,
  { received, holder }: IncomingRequest,
  now: number,
): { user: SimulatedUser; key: SimulatedKey } {
  const { address } = received.remote
  if (!holder || (holder.key.expiresAt !== null && holder.key.expiresAt <= now)) {
    world.ipBlock.recordFailure(address, now)
    throw new ErrorResponse('UNAUTHORIZED')
  }
  const { allowed } = holder.key
  if (allowed && !allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
    throw new ErrorResponse('FORBIDDEN', 'The key does not allow this address')
  return holder
}

function requireRoute({ method }: ReceivedRequest, path: string): Extract<RouteMatch, { kind: 'found' }> {
  const route = matchRoute(method, path)
  if (route.kind === 'unknown') throw new ErrorResponse('NOT_FOUND')
  if (route.kind === 'wrong-method') throw new MethodNotAllowedError(route.allowed)
  return route
}

function requireJson({ headers }: ReceivedRequest, bytes: Buffer): Buffer {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/json')
    throw new ErrorResponse('BAD_REQUEST', 'The content type of a body is application/json')
  return bytes
}
