import { AppError } from '#shared/app-error.ts'
import { redactSecret } from '#main/api/redact-secret.ts'
import { isNonArrayObject } from '#shared/is-non-array-object.ts'

/**
 * Removes typed secrets from an error, because the service may repeat a password in its messages. `answersSecret`: the
 * answer may contain a private key, so excerpts of the answer are removed, too.
 */
export function redactTypedSecrets(error: AppError, secrets: readonly string[], answersSecret: boolean): AppError {
  if (secrets.length === 0 && !answersSecret) return error
  const redactText = (text: string) => secrets.reduce(redactSecret, text)
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value)
    if (Array.isArray(value)) return value.map(redact)
    if (!isNonArrayObject(value)) return value
    const entries = Object.entries(value).filter(([name]) => !(answersSecret && name === 'excerpt'))
    // The kind of an error is not redacted: it comes from Banto, and may contain a short password by chance.
    return Object.fromEntries(entries.map(([name, entry]) => [name, name === 'kind' ? entry : redact(entry)]))
  }
  const { code, status, serviceMessage, retryAfterMs } = error
  return new AppError(error.kind, redactText(error.message), {
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(serviceMessage !== undefined && { serviceMessage: redactText(serviceMessage) }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    details: redact(error.details) as Record<string, unknown>,
  })
}
