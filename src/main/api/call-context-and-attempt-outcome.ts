import type { Endpoint } from '#shared/api/define-endpoint.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { RequestParts } from './build-request-parts.ts'
import type { BatchContext } from './api-client-interface.ts'
import type { ProxyRoute } from './accounts-port.ts'
import type { QueuedCall } from './queued-call.ts'

export interface PaidCallOptions {
  idempotencyKey: string
  /** The request body, sent byte for byte. */
  body: string
  /** Records that the bytes are about to be sent. If it throws, nothing is sent. */
  beforeSend: () => Promise<void>
  /** Asked when the connection is established, before the first byte. False: nothing is sent. */
  mayStillSend: () => boolean
}

/** One call on its way to the service. Layers pass on changed copies; all copies share `queuedCall`. */
export interface CallContext {
  /** The endpoint's name in the catalog. For a path that the catalog does not know, the console makes a name. */
  endpointName: string
  endpoint: Endpoint
  /** Parsed by the endpoint's input schema. */
  input: Record<string, unknown>
  /** Whose quota is spent: the ID of an account, or a name for one trial of a typed key. */
  quota: string
  /** Null for a typed key. */
  accountId: string | null
  baseUrl: string
  /** The key that the caller requested; null for any. */
  requestedKeyId: string | null
  /** The key that was selected; null for a typed key. */
  key: Key | null
  /** Empty until `load-secret-layer.ts` has read it. */
  secret: string
  /** The proxy that the call goes through; null for none. Set by `proxy-route-layer.ts` for calls of an account. */
  proxy: ProxyRoute | null
  /** Set for a request of the console: what is sent, instead of what `endpoint` and `input` say. */
  raw?: { parts: RequestParts; loggedQuery: string }
  /** Called just before bytes are sent. */
  onSending?: (key: Key | null) => void
  /** Called after each attempt, with its error; null for a success. */
  onAttemptEnded?: (error: AppError | null) => void
  /** Set for one sending of an intent. */
  paid?: PaidCallOptions
  /** Counts from 1. */
  attempt: number
  /** Whether the attempt is followed by another one after this outcome. Absent: each attempt is the last one. */
  isRepeatedAfter?: (outcome: CallAttemptOutcome) => boolean
  queuedCall: QueuedCall
  batch?: BatchContext
  signal: AbortSignal
  /** Called when a part of the response arrives. */
  onActivity?: () => void
}

/**
 * The result of an attempt. Layers return it for every attempt that was made, successful or not. If a layer throws,
 * nothing was sent.
 */
export interface CallAttemptOutcome {
  /** Null without a complete response. Header names are in lower case. */
  response: { status: number; headers: Readonly<Record<string, string>> } | null
  data: unknown
  error: AppError | null
  /** Wall clock, epoch milliseconds, of the response or of the failure. */
  at: number
  /** The key that was sent; null for a typed key. */
  keyId: string | null
}
