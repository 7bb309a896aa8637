import { z } from 'zod'

/**
 * The kinds of errors. One kind has one meaning. The renderer has one text per kind, in both languages.
 */
export const errorKinds = [
  // the user's input or request
  'invalid_input', // details.issues: InputIssue[] (`input-issues.ts`), or the same with a code of `dns/record-findings.ts`
  'not_a_url',
  'insecure_url', // http to anything but loopback
  'not_found', // no such stored entry: account, key, domain …
  'key_exists', // details.accountId, details.keyId
  'conflict', // changed in the meantime; details.expected, details.actual
  // Banto's own rules, before a call is sent
  'read_only', // the account is read-only in Banto
  'paused',
  'offline', // the user chose to work offline
  'no_key', // details.reasons: [{ keyId, reason }]
  'paid_endpoint', // only a planned and confirmed order may call these endpoints
  'address_guarded', // the source address is assumed blocked, or untested keys must wait
  // the network
  'no_network', // no connection: nothing was sent
  'tls',
  'timeout', // bytes were sent; no complete response within the time limit
  'cut_off', // bytes were sent; the connection ended before a complete response
  'redirected', // the service does not redirect
  'too_large',
  'not_the_service', // a response that the service would not give: HTML, other JSON
  // the service's response; code, status and serviceMessage come from the service
  'service', // details.errors: the service's messages about a refused input
  'unsettled', // a change that may have happened; details say how to check
  // orders
  'open_intent', // another decision about the same target is not settled; details.target, details.intentId
  'journal_locked', // another Banto process uses the same profile; only that process may spend money
  'journal_damaged', // the intents could not be read completely; details.path
  // the keychain
  'keychain_unavailable',
  'keychain_locked', // or another keychain than the one the keys were stored in
  'keychain_silent', // no answer in time
  'secret_missing', // the keychain answers, but does not hold this key
  'secret_origin_mismatch', // the key was stored for another origin; details.stored, details.asked
  // the database file
  'database_missing', // the file is missing or empty, but other files of the profile show that it existed; details.path
  'database_foreign', // the file belongs to another program; details.path
  'database_damaged',
  'database_newer',
  'database_read_only',
  'disk_full',
  'database_failed',
  'unreadable_row', // one stored row is damaged, or larger than Banto stores now; the other rows can be read
  // the app itself
  'cancelled',
  'waited_too_long', // details.waitedMs, details.waitingFor
  'unknown_command',
  'foreign_sender',
  'bug',
] as const

export type ErrorKind = (typeof errorKinds)[number]

export interface AppErrorFields {
  /** The service's own code, upper case, e.g. `RECORD_NOT_FOUND`. */
  code?: string
  /** The HTTP status of the service's answer. */
  status?: number
  /** The service's own message, never translated. */
  serviceMessage?: string
  /** From `Retry-After`, in milliseconds. */
  retryAfterMs?: number
  /** JSON only; never a secret. */
  details?: Record<string, unknown>
  cause?: unknown
}

/** The only error class that is thrown on purpose. Any other error is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  readonly code: string | undefined
  readonly status: number | undefined
  readonly serviceMessage: string | undefined
  readonly retryAfterMs: number | undefined
  readonly details: Record<string, unknown>

  constructor(kind: ErrorKind, message: string, fields: AppErrorFields = {}) {
    super(message, { cause: fields.cause })
    this.kind = kind
    this.code = fields.code
    this.status = fields.status
    this.serviceMessage = fields.serviceMessage
    this.retryAfterMs = fields.retryAfterMs
    this.details = fields.details ?? {}
  }
}

/** An AppError as it crosses a process boundary or is stored. */
export const wireErrorSchema = z.object({
  kind: z.enum(errorKinds),
  message: z.string(),
  code: z.string().optional(),
  status: z.number().optional(),
  serviceMessage: z.string().optional(),
  retryAfterMs: z.number().optional(),
  details: z.record(z.string(), z.unknown()),
})
export type WireError = z.infer<typeof wireErrorSchema>

/** Anything thrown, as an AppError. What is not an AppError becomes `bug`, with what was thrown as its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('bug', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
}

/** Converts anything thrown for another process. Anything but an AppError becomes `bug`, without its stack. */
export function toWireError(thrown: unknown): WireError {
  const error = toAppError(thrown)
  return {
    kind: error.kind,
    message: error.message,
    ...(error.code !== undefined && { code: error.code }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.serviceMessage !== undefined && { serviceMessage: error.serviceMessage }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    details: error.details,
  }
}

/** The error on the other side of the boundary. */
export function fromWireError(wire: WireError): AppError {
  const { kind, message, details, ...rest } = wire
  return new AppError(kind, message, { ...definedOnly(rest), details })
}

function definedOnly<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** The service's `errors[]` of a refused input, one text per entry (section "Errors"); empty for any other error. */
export function serviceInputErrors({ details }: AppError | WireError): string[] {
  const errors = details['errors']
  return Array.isArray(errors) ? errors.filter((entry) => typeof entry === 'string') : []
}

export function isAppError(thrown: unknown, kind?: ErrorKind): thrown is AppError {
  return thrown instanceof AppError && (kind === undefined || thrown.kind === kind)
}

/** No keychain answers, or it is locked: it concerns every key, and passes when the keychain opens. */
export function isKeychainError({ kind }: { kind: ErrorKind }): boolean {
  return kind === 'keychain_unavailable' || kind === 'keychain_locked' || kind === 'keychain_silent'
}
