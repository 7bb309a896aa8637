import { isProviderErrorCode } from '#shared/api/provider-errors.ts'
import { fromWireError, toWireError, type AppError } from '#shared/app-error.ts'
import { redact } from '#main/api/http/parse-response.ts'

/**
 * An answer may repeat the auth code that was sent: what is kept and shown of it does not. The service's own codes stay, whatever the auth
 * code is; an excerpt of a foreign answer goes, as it may end within the auth code.
 */
export function redactError(error: AppError, secret: string | null): AppError {
  if (secret === null) return error
  const wire = toWireError(error)
  const { message, code, serviceMessage } = wire
  const { excerpt: _, ...details } = wire.details
  return fromWireError({
    ...wire,
    message: redact(message, secret),
    code: code === undefined || isProviderErrorCode(code) ? code : redact(code, secret),
    serviceMessage: serviceMessage && redact(serviceMessage, secret),
    details: redactDeep(details, secret) as Record<string, unknown>,
  })
}

function redactDeep(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return redact(value, secret)
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [redact(name, secret), redactDeep(each, secret)]))
}
