import { getServiceInputErrors, wireErrorSchema, type AppError, type WireError } from '#shared/app-error.ts'
import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import { openapiDocumentRefusalCodes } from '#shared/openapi/openapi-document-problems.ts'
import { isServerErrorStatus } from '#shared/api/error-predicates.ts'
import { proxyRefusedReasons, proxyUnreachableReasons } from '#shared/proxy-failure-reasons.ts'
import { isUnusableKeyState } from '#shared/key-states.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { formatWait } from '#renderer/ui/time/format-relative-time.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { apiKeyLabelsById } from './api-key-labels-by-id.ts'
import { describeInputIssues } from './describe-input-issues.ts'

const userNotFoundCode: ServiceErrorCode = 'USER_NOT_FOUND'

/** Where an error is shown, if its text differs there. */
export type ErrorContext = 'tryKey' | 'accountPage' | 'proxyTest' | 'proxyChange'

export interface ErrorDescription {
  title: string
  /** What to do. For a rejected input: one line for each field to correct. */
  remedy: string
  /**
   * The service's status, code and message, then one line for each entry of `errors[]`. For an internal fault: the
   * app's own message. For an unknown outcome: the detail of the error that caused it. Null if there is nothing to add.
   */
  detail: string | null
}

/** Returns the current label of the key, or, if the key was removed, its label when the error occurred. */
function keyLabelOf({ details }: AppError | WireError): string | null {
  const current = typeof details['keyId'] === 'string' ? apiKeyLabelsById.value.get(details['keyId']) : undefined
  if (current !== undefined) return current
  return typeof details['keyLabel'] === 'string' ? details['keyLabel'] : null
}

function namesKey(name: string): boolean {
  return name === 'unauthorized' || name === 'forbidden'
}

function serviceTextKey(error: AppError | WireError, ageMs: number): string {
  const { status, code } = error
  if (code !== undefined && Object.hasOwn(i18n.global.getLocaleMessage('en').errors.codes, code))
    return `errors.codes.${code}`
  if (status === undefined) return 'errors.kinds.service'
  if (isServerErrorStatus(status)) return 'errors.service.failed'
  if (status === serviceErrors.RATE_LIMIT_EXCEEDED.status) {
    if (error.retryAfterMs === undefined) return 'errors.service.limited'
    return ageMs < error.retryAfterMs ? 'errors.service.limitedFor' : 'errors.service.limitedBefore'
  }
  const byStatus: Record<number, string> = {
    401: 'unauthorized',
    402: 'payment',
    403: 'forbidden',
    404: 'notFound',
    409: 'conflict',
    422: 'invalid',
  }
  const name = byStatus[status]
  if (name === undefined) return 'errors.kinds.service'
  return keyLabelOf(error) !== null && namesKey(name) ? `errors.service.${name}Named` : `errors.service.${name}`
}

function detailOf(error: AppError | WireError): string | null {
  if (error.kind === 'bug' || error.kind === 'database_failed' || error.kind === 'unknown_command') return error.message
  const lost = error.kind === 'unsettled' ? wireErrorSchema.safeParse(error.details['lost']).data : undefined
  if (lost) return detailOf(lost)
  const parts = [error.status, error.code, error.serviceMessage].filter((part) => part !== undefined && part !== '')
  const lines = [...(parts.length > 0 ? [parts.join(' · ')] : []), ...getServiceInputErrors(error)]
  return lines.length > 0 ? lines.join('\n') : null
}

/** Text key by HTTP status for an error of a key that was just typed. */
const ofTriedKey: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound' }

/** Returns the text for the first call with a typed key; null if the error has its general text. */
function triedKeyText({ kind, status, code }: AppError | WireError): string | null {
  const name = kind === 'service' && ofTriedKey[status ?? 0]
  return name && code !== userNotFoundCode ? `errors.tryKey.${name}` : null
}

/** Texts that name the list that no key may read. */
const listTextKeys: Partial<Record<string, string>> = {
  'domain.list': 'errors.noKeyForDomainList',
  'server.list': 'errors.noKeyForServerList',
}

/**
 * Unusable keys need other steps than keys without the permission. If the call named one key, the text does not mention
 * other keys.
 */
function noKeyText(error: AppError | WireError): string {
  const { details } = error
  const reasons = Array.isArray(details['reasons']) ? (details['reasons'] as { reason?: unknown }[]) : []
  const areUnusable = reasons.length > 0 && reasons.every(({ reason }) => isUnusableKeyState(reason))
  const listText = listTextKeys[String(details['endpoint'])]
  if (!areUnusable && listText !== undefined) return listText
  if (typeof details['keyId'] === 'string')
    return `${areUnusable ? 'errors.keyNotUsable' : 'errors.keyNotPermitted'}${keyLabelOf(error) === null ? '' : 'Named'}`
  return areUnusable ? 'errors.noUsableKey' : 'errors.kinds.no_key'
}

/**
 * A call fails at once if a limit lasts longer than the call may wait. Its text must not say that the call has waited
 * or that a sync delays it.
 */
function waitedTooLongText({ details }: AppError | WireError): string {
  const limit = { retry_after: 'demanded', day: 'day' }[String(details['waitingFor'])]
  return limit !== undefined && typeof details['freeAt'] === 'number'
    ? `errors.unsentForLimit.${limit}`
    : 'errors.kinds.waited_too_long'
}

/** Returns the text that also explains why the import of a file is refused. */
function documentRefusalKey({ kind, details }: AppError | WireError): string | null {
  const refusal = kind === 'document_unusable' && openapiDocumentRefusalCodes.find((code) => code === details['code'])
  return refusal ? `openapi.refusal.${refusal}` : null
}

/** Returns the text that names the proxy, and says at which step the connection failed. */
function proxyTextKey({ kind, details }: AppError | WireError): string | null {
  if (kind === 'tls') return typeof details['proxy'] === 'string' ? 'errors.tlsThroughProxy' : null
  if (kind !== 'proxy_unreachable' && kind !== 'proxy_refused') return null
  const reason = [...proxyUnreachableReasons, ...proxyRefusedReasons].find((known) => known === details['reason'])
  return reason ? `errors.proxy.${reason}` : null
}

/** Texts of errors whose kind says too little, by the kind and by `details.reason` or `details.what`. */
const textKeysByDetail: Partial<Record<string, string>> = {
  'invalid_input unwritable_file': 'errors.fileNotSaved',
  'invalid_input unreadable_file': 'errors.fileNotRead',
  'unreadable_row order_body': 'errors.orderNotDecryptable',
  'conflict view_name_taken': 'errors.viewNameTaken',
  'conflict already_listed': 'errors.alreadyListed',
  'conflict not_listed': 'errors.notListed',
  // The order was sent, so the usual text of a conflict, "Nothing was sent", would be false.
  'conflict settled_meanwhile': 'errors.orderSettledMeanwhile',
  'conflict server_appeared': 'errors.orderServerAppeared',
  // The log was read, so "Nothing was sent" would be false.
  'conflict key_of_log_changed': 'errors.keyOfLogChanged',
  // The job may go on for hours after it has finished this domain.
  'open_job domain_in_job': 'errors.domainInJob',
  // None of these orders can be cancelled.
  'open_intent key_of_sent_orders': 'errors.sentOrdersNeedKey',
  'not_found not_last_renaming': 'errors.notLastRenaming',
  'not_found pendingKey': 'errors.typedKeyForgotten',
  'not_found pendingProxy': 'errors.typedProxyForgotten',
  'not_found authCode': 'errors.typedAuthCodeForgotten',
  // Banto concluded the block from other answers. Possibly no key of Banto has failed.
  'address_guarded assumed_block': 'errors.assumedAddressBlock',
  'address_guarded held_by_block': 'errors.heldByAssumedBlock',
  'address_guarded refused_keys': 'errors.unsentAfterRefusedKeys',
}

/** A hold that has no end by itself has its own text. */
function textKeyByDetail({ kind, details }: AppError | WireError): string | null {
  const key = textKeysByDetail[`${kind} ${String(details['reason'] ?? details['what'])}`]
  if (key === undefined) return null
  return kind === 'address_guarded' && typeof details['until'] !== 'number' ? `${key}WithoutEnd` : key
}

/** A reading that may use the whole daily limit leaves no part of it to changes and orders. */
function waitForLimitTextKey({ details: { limit, percent } }: AppError | WireError): string {
  return `errors.waitsForLimit.${limit === 'reading' && percent === 100 ? 'readingWhole' : String(limit)}`
}

function textKey(error: AppError | WireError, ageMs: number): string {
  if (error.kind === 'service') return serviceTextKey(error, ageMs)
  if (error.kind === 'key_exists' && typeof error.details['accountLabel'] === 'string') return 'errors.keyExistsIn'
  if (error.kind === 'waits_for_limit') return waitForLimitTextKey(error)
  if (error.kind === 'waited_too_long') return waitedTooLongText(error)
  const specificKey = proxyTextKey(error) ?? textKeyByDetail(error)
  if (specificKey !== null) return specificKey
  // With `count`, the error means that open orders still need an account or a key. Without it, another order for the
  // same target is open.
  if (error.kind === 'open_intent' && typeof error.details['count'] === 'number') return 'errors.ordersOpen'
  return error.kind === 'no_key' ? noKeyText(error) : `errors.kinds.${error.kind}`
}

/**
 * A test of a typed proxy that is refused (403) needs another step than other calls. The test of the key on the account
 * page does not use the typed proxy.
 */
function proxyTestRemedyKey({ kind, status }: AppError | WireError): string | null {
  return kind === 'service' && status === serviceErrors.FORBIDDEN.status ? 'errors.tryKey.forbidden.remedy' : null
}

/** Returns what else may be the cause of a refused acquisition; null for other errors. */
function describeFurtherCauses({ kind, status, details }: AppError | WireError): string | null {
  return kind === 'service' && status === serviceErrors.FORBIDDEN.status && details['endpoint'] === 'domain.acquire'
    ? i18n.global.t('errors.acquisitionPermissionNeeds')
    : null
}

/**
 * Returns title, remedy and detail in the current language. `tryKey`: the error comes from the first call with a typed
 * key. `accountPage`: the error is shown on the page of its account. `proxyTest`: the error comes from the test of a
 * proxy. `proxyChange`: the error comes from the saving or removal of a proxy. `ageMs`: how long ago it occurred. A
 * wait that the service demanded has become shorter by this time.
 */
export function describeError(error: AppError | WireError, context?: ErrorContext, ageMs = 0): ErrorDescription {
  const { t } = i18n.global
  const key = (context === 'tryKey' ? triedKeyText(error) : null) ?? textKey(error, ageMs)
  const wait = formatWait((error.retryAfterMs ?? 0) - ageMs, t)
  const issues = error.kind === 'invalid_input' ? describeInputIssues(error) : []
  const keyLabel = keyLabelOf(error)
  const values = { ...error.details, ...(keyLabel !== null && { keyLabel }) }
  const count = typeof error.details['count'] === 'number' ? error.details['count'] : 1
  const until = error.details['until'] ?? error.details['freeAt']
  const where = t(`errors.where.${context === 'accountPage' ? 'accountPage' : 'otherPage'}`)
  const unsent = t(`errors.unsent.${context === 'proxyTest' || context === 'proxyChange' ? context : 'call'}`)
  const time = typeof until === 'number' ? formatWaitEnd(until) : ''
  const contextRemedyKey = context === 'proxyTest' ? proxyTestRemedyKey(error) : null
  const remedyKey = contextRemedyKey ?? documentRefusalKey(error) ?? `${key}.remedy`
  const usualRemedy = t(remedyKey, { ...values, wait, where, unsent, time }, 1)
  const furtherCauses = describeFurtherCauses(error)
  const remedy = furtherCauses === null ? usualRemedy : joinSentences([usualRemedy, furtherCauses])
  return {
    title: t(`${key}.title`, { ...values, n: count, time }, count),
    remedy: issues.length > 0 ? issues.join('\n') : remedy,
    detail: detailOf(error),
  }
}
