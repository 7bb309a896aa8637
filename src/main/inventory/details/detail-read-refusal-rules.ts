import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { AppError } from '#shared/app-error.ts'
import { daysBeforeRetryingRefusedDetail, type DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'

/** The newest failed attempt to read a detail. */
export interface LastFailedDetailRead {
  errorAt: number | null
  errorKind: ErrorKind | null
  code: string | null
}

const refusalFreshMs = daysBeforeRetryingRefusedDetail * dayMs
/** The service will give the same answer tomorrow, so these details are requested again after a week. */
const lastingRefusalCodes: readonly string[] = [
  'WHOIS_NOT_EDITABLE',
  'UNSUPPORTED_TLD_FOR_API',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'DOMAIN_NOT_FOUND',
] satisfies ServiceErrorCode[]

export function isLastingRefusalCode(code: string | null): boolean {
  return code !== null && lastingRefusalCodes.includes(code)
}

/**
 * A refusal of the key or the IP address, not of the resource. It is void as soon as a key was added or checked again.
 */
export const keyRefusalCode: ServiceErrorCode = 'FORBIDDEN'
const domainNotActiveCode: ServiceErrorCode = 'DOMAIN_NOT_ACTIVE'
const domainNotFoundCode: ServiceErrorCode = 'DOMAIN_NOT_FOUND'
/**
 * Returns true if the code says that the resource has no such detail. That is an answer, not a failure.
 * `DOMAIN_NOT_FOUND` says so of a zone that the service does not manage. For any other detail, it says that the account
 * does not have the domain.
 */
export function doesCodeMeanDetailIsAbsent(
  { detailKind }: Pick<DetailRef, 'detailKind'>,
  code: string | null,
): boolean {
  return code !== null && (detailKind === 'zone' ? errorCodesOfAbsentZone : errorCodesOfAbsentDetail).includes(code)
}

const userNotFoundCode: ServiceErrorCode = 'USER_NOT_FOUND'
/**
 * Returns whether the service says that the account does not have the domain or server, or cannot operate it. This
 * answer does not mark the domain or server as gone. Only a list that does not contain its name does.
 */
export function isResourceNotFound(
  { resourceKind, detailKind }: Pick<DetailRef, 'resourceKind' | 'detailKind'>,
  { kind, status, code }: Pick<AppError, 'kind' | 'status' | 'code'>,
): boolean {
  if (kind !== 'service' || status !== serviceErrors.NOT_FOUND.status) return false
  return resourceKind === 'domain' ? code === domainNotFoundCode && detailKind !== 'zone' : code !== userNotFoundCode
}

/** Error codes that say that a resource has no such detail: for any detail, and for a zone. */
export const errorCodesOfAbsentDetail: readonly string[] = [
  domainNotActiveCode,
  ...lastingRefusalCodes.filter((code) => code !== keyRefusalCode && code !== domainNotFoundCode),
]
export const errorCodesOfAbsentZone: readonly string[] = [...errorCodesOfAbsentDetail, domainNotFoundCode]

/**
 * Returns whether the newest attempt was at `since` or later and failed. A refusal of a key, and the lack of a usable
 * key, are void once a key was added or checked.
 */
export function hasDetailReadFailedSince(
  { errorAt, errorKind, code }: LastFailedDetailRead,
  since: number,
  keysCheckedAt: number,
): boolean {
  const isOfKey = errorKind === 'no_key' || code === keyRefusalCode
  return errorAt !== null && errorAt >= since && !(isOfKey && errorAt <= keysCheckedAt)
}

/** Returns whether the service refused the detail so that it is not requested again for some days. */
export function isReadPostponedAfterRefusal(
  attempt: LastFailedDetailRead,
  now: number,
  keysCheckedAt: number,
): boolean {
  return (
    isLastingRefusalCode(attempt.code) && hasDetailReadFailedSince(attempt, now - refusalFreshMs + 1, keysCheckedAt)
  )
}
