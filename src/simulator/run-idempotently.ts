import type { EndpointName } from '#shared/api/endpoints.ts'
import { idempotencyKeySchema } from '#shared/api/idempotency-key-schema.ts'
import { ErrorResponse, throwValidationError } from './error-response.ts'
import type { SimulatedUser, World } from './world-state.ts'

interface PaidCall {
  world: World
  user: SimulatedUser
  name: EndpointName
  input: Record<string, unknown>
  idempotencyKey: string | null
  now: number
}

const serverError = 500

/**
 * Returns a text that is equal for requests of equal content. The order of fields and written-out defaults do not
 * matter.
 */
function serializeContent(name: string, input: Record<string, unknown>): string {
  const fields = Object.entries(input).filter(([field]) => field !== 'dry_run')
  return JSON.stringify([name, fields.sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** Allows one procedure at a time on a domain. Server orders have no domain. */
async function withDomainLock(world: World, named: unknown, execute: () => Promise<unknown>): Promise<unknown> {
  if (typeof named !== 'string') return execute()
  const domain = named.toLowerCase()
  if (world.procedures.has(domain)) throw new ErrorResponse('DUPLICATE_OPERATION')
  world.procedures.add(domain)
  try {
    return await execute()
  } finally {
    world.procedures.delete(domain)
  }
}

/**
 * Runs a paid operation under the six rules of the API description's section "Idempotency rules". Server orders follow
 * them where the API description says so. The world setting `server_order_replay` says what happens when a key of a
 * finished order is sent again.
 */
export async function runIdempotently(
  { world, user, name, input, idempotencyKey, now }: PaidCall,
  execute: () => Promise<unknown>,
): Promise<unknown> {
  if (idempotencyKey !== null && !idempotencyKeySchema.safeParse(idempotencyKey).success)
    throwValidationError('Idempotency-Key', 'is not valid')
  if (input['dry_run'] === true) return execute()
  if (idempotencyKey === null) return throwValidationError('Idempotency-Key', 'is needed unless dry_run is true')

  const { idempotencyStore } = world
  const content = serializeContent(name, input)
  const remembered = idempotencyStore.lookUp(user.name, idempotencyKey, content, now)
  const replay = name === 'server.order' ? world.file.server_order_replay : 'replay'
  if (remembered.kind === 'running' || remembered.kind === 'invalidated') throw new ErrorResponse('DUPLICATE_REQUEST')
  if (remembered.kind !== 'new' && replay === 'refuse') throw new ErrorResponse('DUPLICATE_REQUEST')
  if (remembered.kind === 'other-content' && replay === 'replay')
    throwValidationError('Idempotency-Key', 'was used with other content')
  if (remembered.kind === 'done' && replay === 'replay') return remembered.answer

  idempotencyStore.begin(user.name, idempotencyKey, content, now)
  try {
    const answer = await withDomainLock(world, input['domain_name'], execute)
    idempotencyStore.finish(user.name, idempotencyKey, answer)
    return answer
  } catch (error) {
    const { status = serverError } = error as { status?: number }
    if (status < serverError) idempotencyStore.forget(user.name, idempotencyKey)
    else idempotencyStore.invalidate(user.name, idempotencyKey, now)
    throw error
  }
}
