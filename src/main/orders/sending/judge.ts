import { isProviderErrorCode, providerErrors, successStatus, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { AppError } from '#shared/errors.ts'
import type { IntentKind } from '#shared/ipc/orders.ts'
import type { PaidOutcome } from '../../api/types.ts'
import type { Intent } from '../intent.ts'
import { isExpectedStatus } from './expected-status.ts'

/** What one sending came to, and what of the answer is worth keeping. */
export interface Judgement {
  event: 'not_sent' | 'answered' | 'refused' | 'rate_refused' | 'lost' | 'running' | 'server_error' | 'unclear'
  fact: Record<string, string | number | boolean | null>
}

type Judged = Pick<Intent, 'item' | 'target' | 'expiryDate' | 'sendings' | 'repeats'>

/**
 * Codes that say no before anything is charged. Not among them: REGISTRAR_REJECTED and OPERATION_ERROR, which may follow the payment (it is
 * not given back); DUPLICATE_* and DOMAIN_CONFLICT, which may speak of a procedure of ours; codes that belong to no paid operation.
 */
const refusals: readonly ProviderErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'PAYMENT_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'DOMAIN_NOT_FOUND',
  'USER_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'DOMAIN_NOT_ACTIVE',
  'MIGRATION_LOCKED',
  'EXPIRY_MISMATCH',
  'SERVER_ID_TAKEN',
  'VALIDATION_ERROR',
  'PRICE_MISMATCH',
  'PLAN_NOT_AVAILABLE',
  'PREMIUM_NOT_SUPPORTED',
  'UNSUPPORTED_TLD_FOR_API',
  'CREDIT_CARD_REQUIRED',
  'FREE_CAMPAIGN_NOT_AVAILABLE',
]

/** May say of a repeat that what it repeats has happened after all, and later than the person looked. */
const guards: readonly ProviderErrorCode[] = ['EXPIRY_MISMATCH', 'SERVER_ID_TAKEN', 'DOMAIN_NOT_ACTIVE', 'VALIDATION_ERROR']

const redirects = 300
const rate = providerErrors.RATE_LIMIT_EXCEEDED.status
const brokenFrom = providerErrors.INTERNAL_ERROR.status

/**
 * What one sending of an intent came to (sections "Errors", "Idempotency rules" and "Domain API"). Whatever proves neither that it happened
 * nor that it did not is `unclear`. A refusal speaks of this sending alone: while another is lost, that one may have happened, or may still
 * arrive where what refused this one no longer holds.
 */
export function judge(intent: Judged, outcome: PaidOutcome): Judgement {
  const { isSent, error, data } = outcome
  if (!isSent) return { event: 'not_sent', fact: {} }
  const status = outcome.status ?? error?.status ?? null
  const fact = status === null ? {} : { status }
  if (status !== null && status >= brokenFrom) return { event: 'server_error', fact }
  if (outcome.status === null) {
    const isSilent = (error?.kind === 'timeout' || error?.kind === 'cut_off') && status === null
    return { event: isSilent ? 'lost' : 'unclear', fact }
  }
  if (outcome.status === successStatus && !error) return judgeSuccess(intent, data)
  if (status === null || status < redirects || !error) return { event: 'unclear', fact }
  return { event: judgeRefusal(intent, status, error), fact }
}

function judgeRefusal({ item, sendings, repeats }: Judged, status: number, error: AppError): Judgement['event'] {
  // What was not read to its end may have said anything.
  if (error.kind === 'too_large') return 'unclear'
  const code = codeOf(error)
  if (status === rate) return error.code === undefined || code === 'RATE_LIMIT_EXCEEDED' ? 'rate_refused' : 'unclear'
  if (error.kind !== 'service' || code === null || providerErrors[code].status !== status) return 'unclear'
  if (code === 'DUPLICATE_REQUEST') return isSentAgain(sendings) && mayRun(item.kind) && !sendings.isBurnt ? 'running' : 'unclear'
  const mayBeDone = mayHaveHappened(sendings) || (repeats !== null && guards.includes(code))
  return refusals.includes(code) && !mayBeDone ? 'refused' : 'unclear'
}

/** Its own idempotency is known (section "Idempotency rules (domain API)"); that of server orders is not shown. */
function mayRun(kind: IntentKind): boolean {
  return kind !== 'order'
}

function isSentAgain({ lost }: Intent['sendings']): boolean {
  return lost > 0
}

/** An earlier sending may have been executed, or may still be. */
export function mayHaveHappened({ lost, isBurnt, isUnclear }: Intent['sendings']): boolean {
  return lost > 0 || isBurnt || isUnclear
}

function codeOf({ code }: AppError): ProviderErrorCode | null {
  return code !== undefined && isProviderErrorCode(code) ? code : null
}

interface Procedure {
  domain?: { domain_name?: unknown; status?: unknown; expiry_date?: unknown; renewed?: unknown; previous_expiry_date?: unknown }
  server?: { server_id?: unknown; servername?: unknown; status?: unknown; expiry_date?: unknown }
  dry_run?: unknown
}

function judgeSuccess(intent: Judged, data: unknown): Judgement {
  const answer = (typeof data === 'object' && data !== null ? data : {}) as Procedure
  const shown = intent.item.kind === 'order' ? factOf(answer.server, ['server_id', 'servername', 'status', 'expiry_date']) : factOf(answer.domain, ['status', 'expiry_date', 'renewed', 'previous_expiry_date'])
  return { event: answer.dry_run !== true && succeeded(intent, answer) ? 'answered' : 'unclear', fact: { status: successStatus, ...renamed(shown) } }
}

function succeeded({ item, target, expiryDate }: Judged, { domain, server }: Procedure): boolean {
  if (!isExpectedStatus(item.kind, (item.kind === 'order' ? server : domain)?.status)) return false
  if (item.kind === 'order') return server?.server_id === target
  if (typeof domain?.domain_name !== 'string' || domain.domain_name.toLowerCase() !== target) return false
  if (item.kind !== 'renew') return true
  const { renewed, expiry_date: expiry, previous_expiry_date: previous } = domain
  return renewed === true && isLater(expiry, previous) && isLater(expiry, expiryDate)
}

/** Dates of the service, `YYYY-MM-DD`, sort as text. */
function isLater(expiry: unknown, than: unknown): boolean {
  return typeof expiry === 'string' && typeof than === 'string' && isDate(expiry) && isDate(than) && expiry > than
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function factOf(object: object | undefined, names: readonly string[]): Judgement['fact'] {
  const entries = Object.entries(object ?? {}).filter(([name, value]) => names.includes(name) && isPlain(value))
  return Object.fromEntries(entries)
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The HTTP status has the name already. */
function renamed({ status, ...rest }: Judgement['fact']): Judgement['fact'] {
  return status === undefined ? rest : { ...rest, becomes: status }
}
