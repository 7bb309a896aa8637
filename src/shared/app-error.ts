import { z } from 'zod'
import { errorKinds, type ErrorKind } from './error-kinds.ts'

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

/**
 * The class of errors that a user or a caller can act on. The kind of an error decides which text is shown and what the
 * app does next. It is the only class that passes between main process and window; a few internal classes are caught or
 * converted before.
 */
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

/** Returns a copy of the error with more details. */
export function withErrorDetails(error: AppError, details: Record<string, unknown>): AppError {
  const { kind, message, code, status, serviceMessage, retryAfterMs, cause } = error
  return new AppError(kind, message, {
    ...definedOnly({ code, status, serviceMessage, retryAfterMs, cause }),
    details: { ...error.details, ...details },
  })
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

/**
 * Returns any thrown value as an AppError. A value of another type becomes the error `bug`, with this value as its
 * cause.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('bug', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
}

/**
 * Converts any thrown value into a form that can be sent to another process. Anything but an AppError becomes `bug`,
 * without its stack.
 */
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

/** Restores the error on the other side of the process boundary. */
export function fromWireError(wire: WireError): AppError {
  const { kind, message, details, ...rest } = wire
  return new AppError(kind, message, { ...definedOnly(rest), details })
}

function definedOnly<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/**
 * Returns the service's `errors[]` of a refused input, one text per entry (API description, section "Errors"); empty
 * for any other error.
 */
export function getServiceInputErrors({ details }: AppError | WireError): string[] {
  const errors = details['errors']
  return Array.isArray(errors) ? errors.filter((entry) => typeof entry === 'string') : []
}

export function isAppError(thrown: unknown, kind?: ErrorKind): thrown is AppError {
  return thrown instanceof AppError && (kind === undefined || thrown.kind === kind)
}
