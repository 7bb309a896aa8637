import { serviceInputErrors, type AppError, type WireError } from '#shared/app-error.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeInputIssues } from './describe-input-issues.ts'

export interface ErrorDescription {
  title: string
  /** What to do; of a refused input, each field that is to be corrected on a line of its own. */
  remedy: string
  /** The service's own status, code and message, then each entry of `errors[]` on a line of its own; our message for a fault; null when there is nothing to add. */
  detail: string | null
}

function serviceTextKey(error: AppError | WireError): string {
  const { status, code } = error
  if (code !== undefined && Object.hasOwn(i18n.global.getLocaleMessage('en').errors.codes, code)) return `errors.codes.${code}`
  if (status === undefined) return 'errors.kinds.service'
  if (status >= 500) return 'errors.service.failed'
  if (status === 429) return error.retryAfterMs === undefined ? 'errors.service.limited' : 'errors.service.limitedFor'
  const byStatus: Record<number, string> = { 401: 'unauthorized', 402: 'payment', 403: 'forbidden', 404: 'notFound', 409: 'conflict', 422: 'invalid' }
  const name = byStatus[status]
  return name ? `errors.service.${name}` : 'errors.kinds.service'
}

function detailOf(error: AppError | WireError): string | null {
  if (error.kind === 'bug' || error.kind === 'database_failed' || error.kind === 'unknown_command') return error.message
  const parts = [error.status, error.code, error.serviceMessage].filter((part) => part !== undefined && part !== '')
  const lines = [...(parts.length > 0 ? [parts.join(' · ')] : []), ...serviceInputErrors(error)]
  return lines.length > 0 ? lines.join('\n') : null
}

/** By status: what a refusal means of a key that was just typed. */
const ofTriedKey: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden' }

/** Reasons that lie in a key itself, whatever it may do. */
const unusable: readonly unknown[] = ['quarantined', 'expired', 'forbidden', 'missing']

/** Keys that cannot be used at all need other steps than keys without a permission; of one key that was asked for, nothing is said of the others. */
function noKeyText({ details }: AppError | WireError): string {
  const reasons = Array.isArray(details['reasons']) ? (details['reasons'] as { reason?: unknown }[]) : []
  const areUnusable = reasons.length > 0 && reasons.every(({ reason }) => unusable.includes(reason))
  if (typeof details['keyId'] === 'string') return areUnusable ? 'errors.keyNotUsable' : 'errors.service.forbidden'
  return areUnusable ? 'errors.noUsableKey' : 'errors.kinds.no_key'
}

function textKey(error: AppError | WireError): string {
  if (error.kind === 'service') return serviceTextKey(error)
  // An account or a key that orders need, not a second order for one thing.
  if (error.kind === 'open_intent' && typeof error.details['count'] === 'number') return 'errors.ordersOpen'
  return error.kind === 'no_key' ? noKeyText(error) : `errors.kinds.${error.kind}`
}

/** What happened and what to do, in the language shown; the service's own words beside. `tryKey`: the first call of a key. */
export function describeError(error: AppError | WireError, context?: 'tryKey'): ErrorDescription {
  const { t } = i18n.global
  const atFirst = context === 'tryKey' && error.kind === 'service' && ofTriedKey[error.status ?? 0]
  const key = atFirst ? `errors.tryKey.${atFirst}` : textKey(error)
  const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 1000))
  const issues = error.kind === 'invalid_input' ? describeInputIssues(error) : []
  const count = typeof error.details['count'] === 'number' ? error.details['count'] : 1
  return { title: t(`${key}.title`, { n: count }, count), remedy: issues.length > 0 ? issues.join('\n') : t(`${key}.remedy`, { ...error.details, seconds }, seconds), detail: detailOf(error) }
}
