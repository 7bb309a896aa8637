import {
  isServiceErrorCode,
  serviceErrors,
  successHttpStatus,
  type ServiceErrorCode,
} from '#shared/api/service-errors.ts'
import type { AppError } from '#shared/app-error.ts'
import { unchargedRefusalCodes } from '#shared/api/uncharged-refusals.ts'
import { isServerErrorStatus } from '#shared/api/error-predicates.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { PaidCallOutcome } from '#main/api/api-client-interface.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { maySendingHaveBeenExecuted } from '#main/orders/may-sending-have-been-executed.ts'
import { isTargetStatusAfterAcceptedOrder } from './is-target-status-after-accepted-order.ts'

/** The outcome of one sending, and the facts of the answer that are stored. */
export interface ClassifiedSendingOutcome {
  event: 'not_sent' | 'answered' | 'refused' | 'rate_refused' | 'lost' | 'running' | 'server_error' | 'unclear'
  fact: Record<string, string | number | boolean | null>
}

type SentIntentFields = Pick<StoredIntent, 'item' | 'target' | 'expiryDate' | 'sendings' | 'repeats'>

/** For a repeat, these codes may mean that the repeated order has happened after all, after the user's check. */
const doubleOrderGuardCodes: readonly ServiceErrorCode[] = [
  'EXPIRY_MISMATCH',
  'SERVER_ID_TAKEN',
  'DOMAIN_NOT_ACTIVE',
  'VALIDATION_ERROR',
]

const redirectStatusFrom = 300
const rateLimitStatus = serviceErrors.RATE_LIMIT_EXCEEDED.status

/**
 * Classifies the outcome of one sending (API description, sections "Errors", "Idempotency rules" and "Domain API"). An
 * outcome that proves neither success nor failure is `unclear`. A refusal concerns this sending only. A lost earlier
 * sending may still have happened, or may arrive after the reason of the refusal has ended.
 */
export function classifySendingOutcome(intent: SentIntentFields, outcome: PaidCallOutcome): ClassifiedSendingOutcome {
  const { isSent, error, data } = outcome
  if (!isSent) return { event: 'not_sent', fact: {} }
  const status = outcome.status ?? error?.status ?? null
  const fact = status === null ? {} : { status }
  if (isServerErrorStatus(status)) return { event: 'server_error', fact }
  if (outcome.status === null) {
    const isSilent = error !== null && getRequestStateOfError(error) === 'unanswered' && status === null
    return { event: isSilent ? 'lost' : 'unclear', fact }
  }
  if (outcome.status === successHttpStatus && !error) return classifySuccess(intent, data)
  if (status === null || status < redirectStatusFrom || !error) return { event: 'unclear', fact }
  return { event: classifyRefusal(intent, status, error), fact }
}

function classifyRefusal(
  { item, sendings, repeats }: SentIntentFields,
  status: number,
  error: AppError,
): ClassifiedSendingOutcome['event'] {
  // An answer that was not read to its end may contain anything.
  if (error.kind === 'too_large') return 'unclear'
  const code = codeOf(error)
  if (status === rateLimitStatus)
    return error.code === undefined || code === 'RATE_LIMIT_EXCEEDED' ? 'rate_refused' : 'unclear'
  if (error.kind !== 'service' || code === null || serviceErrors[code].status !== status) return 'unclear'
  if (code === 'DUPLICATE_REQUEST')
    return hasLostSending(sendings) && mayStillBeRunning(item.kind) && !sendings.isBurnt ? 'running' : 'unclear'
  const mayBeDone = maySendingHaveBeenExecuted(sendings) || (repeats !== null && doubleOrderGuardCodes.includes(code))
  return unchargedRefusalCodes.includes(code) && !mayBeDone ? 'refused' : 'unclear'
}

/**
 * The service's idempotency is documented for the domain API only (API description, section "Idempotency rules (domain
 * API)"), not for server orders.
 */
function mayStillBeRunning(kind: OrderIntentKind): boolean {
  return kind !== 'order'
}

function hasLostSending({ lost }: StoredIntent['sendings']): boolean {
  return lost > 0
}

function codeOf({ code }: AppError): ServiceErrorCode | null {
  return code !== undefined && isServiceErrorCode(code) ? code : null
}

interface PaidAnswer {
  domain?: {
    domain_name?: unknown
    status?: unknown
    expiry_date?: unknown
    renewed?: unknown
    previous_expiry_date?: unknown
  }
  server?: { server_id?: unknown; servername?: unknown; status?: unknown; expiry_date?: unknown }
  dry_run?: unknown
}

function classifySuccess(intent: SentIntentFields, data: unknown): ClassifiedSendingOutcome {
  const answer = (typeof data === 'object' && data !== null ? data : {}) as PaidAnswer
  const shown =
    intent.item.kind === 'order'
      ? pickFacts(answer.server, ['server_id', 'servername', 'status', 'expiry_date'])
      : pickFacts(answer.domain, ['status', 'expiry_date', 'renewed', 'previous_expiry_date'])
  return {
    event: answer.dry_run !== true && isExpectedSuccess(intent, answer) ? 'answered' : 'unclear',
    fact: { status: successHttpStatus, ...renameStatusFact(shown) },
  }
}

function isExpectedSuccess({ item, target, expiryDate }: SentIntentFields, { domain, server }: PaidAnswer): boolean {
  if (!isTargetStatusAfterAcceptedOrder(item.kind, (item.kind === 'order' ? server : domain)?.status)) return false
  if (item.kind === 'order') return server?.server_id === target
  if (typeof domain?.domain_name !== 'string' || domain.domain_name.toLowerCase() !== target) return false
  if (item.kind !== 'renew') return true
  const { renewed, expiry_date: expiry, previous_expiry_date: previous } = domain
  return renewed === true && isLater(expiry, previous) && isLater(expiry, expiryDate)
}

/** The service's dates (`YYYY-MM-DD`) sort as text. */
function isLater(expiry: unknown, than: unknown): boolean {
  return typeof expiry === 'string' && typeof than === 'string' && isDate(expiry) && isDate(than) && expiry > than
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function pickFacts(object: object | undefined, names: readonly string[]): ClassifiedSendingOutcome['fact'] {
  const entries = Object.entries(object ?? {}).filter(([name, value]) => names.includes(name) && isPlain(value))
  return Object.fromEntries(entries)
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Renames the fact `status` of the order to `becomes`, because `status` is the HTTP status. */
function renameStatusFact({ status, ...rest }: ClassifiedSendingOutcome['fact']): ClassifiedSendingOutcome['fact'] {
  return status === undefined ? rest : { ...rest, becomes: status }
}
