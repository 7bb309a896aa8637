import { isServiceErrorCode } from '#shared/api/service-errors.ts'
import { fromWireError, toWireError, type AppError } from '#shared/app-error.ts'
import { redactSecret } from '#main/api/redact-secret.ts'

/**
 * Removes the auth code from an error, because an answer may repeat it. The service's own codes are kept, whatever the
 * auth code is. The excerpt of an answer that is not from the service is removed: it may be cut in the middle of the
 * auth code, and the search would then not find the code.
 */
export function redactAuthCodeInError(error: AppError, secret: string | null): AppError {
  if (secret === null) return error
  const wire = toWireError(error)
  const { message, code, serviceMessage } = wire
  const { excerpt: _, ...details } = wire.details
  return fromWireError({
    ...wire,
    message: redactSecret(message, secret),
    code: code === undefined || isServiceErrorCode(code) ? code : redactSecret(code, secret),
    serviceMessage: serviceMessage && redactSecret(serviceMessage, secret),
    details: redactDeep(details, secret) as Record<string, unknown>,
  })
}

function redactDeep(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return redactSecret(value, secret)
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redactSecret(name, secret), redactDeep(each, secret)]),
  )
}
