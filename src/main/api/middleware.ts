import type { EndpointName } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/define-endpoint.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { BatchContext } from './types.ts'
import type { CallPriority } from './call-priority.ts'

export interface PaidCallOptions {
  idempotencyKey: string
  /** Sent byte for byte. */
  body: string
  /** Writes that the bytes leave; throws, and nothing is sent. */
  beforeSend: () => Promise<void>
  /** Asked when the connection stands, before the first byte. */
  mayStillSend: () => boolean
}

/** One call on its way down. Layers hand changed copies on; only `urgency` is shared by all copies. */
export interface CallContext {
  endpointName: EndpointName
  endpoint: Endpoint
  /** Parsed by the endpoint's own schema. */
  input: Record<string, unknown>
  /** Whose budget is spent: an account's id, or for a typed key the origin it is tried at. */
  quota: string
  /** Null for a typed key. */
  accountId: string | null
  baseUrl: string
  /** The key the caller asked for. */
  requestedKeyId: string | null
  /** The key that was chosen; null for a typed key. */
  key: Key | null
  /** Empty until the layer that fetches it. */
  secret: string
  /** Of one sending of an intent. */
  paid?: PaidCallOptions
  /** From 1. */
  attempt: number
  callPriority: CallPriority
  batch?: BatchContext
  signal: AbortSignal
  /** Called for each sign of life while the call is under way. */
  onActivity?: () => void
}

/**
 * What an attempt came to. Layers answer it, whether good or bad, for every attempt that was made; what they throw
 * means that nothing was sent.
 */
export interface CallOutcome {
  /** Null when no whole answer came. Header names in lower case. */
  response: { status: number; headers: Readonly<Record<string, string>> } | null
  data: unknown
  error: AppError | null
  /** Wall clock, epoch milliseconds, of the answer or of the failure. */
  at: number
  /** The key that was sent; null for a typed one. */
  keyId: string | null
}

export type SendCall = (call: CallContext) => Promise<CallOutcome>
export type Middleware = (call: CallContext, next: SendCall) => Promise<CallOutcome>

/** Puts layers around the transport, outermost first. */
export function composeMiddleware(middleware: readonly Middleware[], transport: SendCall): SendCall {
  return middleware.reduceRight<SendCall>((next, layer) => (call) => layer(call, next), transport)
}
