import { isProviderErrorCode } from '#shared/api/provider-errors.ts'
import { fromWireError, toWireError, type AppError } from '#shared/errors.ts'
import { blot } from '../api/answer.ts'

/**
 * An answer may repeat the auth code that was sent: what is kept and shown of it does not. The service's own codes stay, whatever the auth
 * code is; an excerpt of a foreign answer goes, as it may end within the auth code.
 */
export function withoutSecret(error: AppError, secret: string | null): AppError {
  if (secret === null) return error
  const wire = toWireError(error)
  const { message, code, serviceMessage } = wire
  const { excerpt: _, ...details } = wire.details
  return fromWireError({
    ...wire,
    message: blot(message, secret),
    code: code === undefined || isProviderErrorCode(code) ? code : blot(code, secret),
    serviceMessage: serviceMessage && blot(serviceMessage, secret),
    details: blotted(details, secret) as Record<string, unknown>,
  })
}

function blotted(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return blot(value, secret)
  if (Array.isArray(value)) return value.map((each) => blotted(each, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [blot(name, secret), blotted(each, secret)]))
}
