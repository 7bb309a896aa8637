import type { EndpointName } from '#shared/api/catalog.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import type { AppError } from '#shared/errors.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { Work } from './types.ts'
import type { Urgency } from './urgency.ts'

export interface PaidParts {
  idempotencyKey: string
  /** Sent byte for byte. */
  body: string
  /** Writes that the bytes leave; throws, and nothing is sent. */
  leaving: () => Promise<void>
  /** Asked when the connection stands, before the first byte. */
  mayStart: () => boolean
}

/** One call on its way down. Layers hand changed copies on; only `urgency` is shared by all copies. */
export interface Call {
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
  wantedKeyId: string | null
  /** The key that was chosen; null for a typed key. */
  key: Key | null
  /** Empty until the layer that fetches it. */
  secret: string
  /** Of one sending of an intent. */
  paid?: PaidParts
  /** From 1. */
  attempt: number
  urgency: Urgency
  work?: Work
  signal: AbortSignal
  /** Called for each sign of life while the call is under way. */
  onSign?: () => void
}

/**
 * What an attempt came to. Layers answer it, whether good or bad, for every attempt that was made; what they throw
 * means that nothing was sent.
 */
export interface Outcome {
  /** Null when no whole answer came. Header names in lower case. */
  reply: { status: number; headers: Readonly<Record<string, string>> } | null
  data: unknown
  error: AppError | null
  /** Wall clock, epoch milliseconds, of the answer or of the failure. */
  at: number
  /** The key that was sent; null for a typed one. */
  keyId: string | null
}

export type Send = (call: Call) => Promise<Outcome>
export type Layer = (call: Call, next: Send) => Promise<Outcome>

/** Puts layers around the transport, outermost first. */
export function pipeline(layers: readonly Layer[], transport: Send): Send {
  return layers.reduceRight<Send>((next, layer) => (call) => layer(call, next), transport)
}
