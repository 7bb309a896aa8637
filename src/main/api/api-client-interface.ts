import type { Endpoint } from '#shared/api/define-endpoint.ts'
import type { EndpointInput, EndpointName, EndpointOutput } from '#shared/api/endpoints.ts'
import type { AppError } from '#shared/app-error.ts'
import type { QuotaUsage, Key } from '#shared/ipc/accounts.ts'
import type { IpBlock, RefusedKeysHold } from '#shared/ipc/app-state-and-settings.ts'
import type { ConsoleAnswerQuota } from '#shared/ipc/console.ts'
import type { ServiceResponsiveness } from '#shared/ipc/sync.ts'
import type { RequestParts } from './build-request-parts.ts'
import type { ProxyRoute, UnusableKey } from './accounts-port.ts'

/** Highest first: a user who waits, paid calls, jobs that a user started, everything else. */
export const callPriorities = ['interactive', 'paid', 'job', 'background'] as const
export type CallPriority = (typeof callPriorities)[number]

/** The batch that a call is part of. Batches of one priority take turns. */
export interface BatchContext {
  id: string
  /**
   * How many more calls of the batch will follow. Pacing uses it to see whether the whole batch fits into the minute.
   */
  remainingCalls: number
}

export interface ApiRequest<Name extends EndpointName> {
  accountId: string
  endpoint: Name
  input: EndpointInput<Name>
  /** The key to use. Default: the least privileged key of the account that may do the call. */
  keyId?: string
  priority: CallPriority
  batch?: BatchContext
  /** Cancels the call while it waits. After bytes were sent, a read is abandoned and any other call continues. */
  signal?: AbortSignal
  /** How long the call may wait for its slot, in milliseconds, before it fails with `waited_too_long`. */
  maxWaitMs?: number
  /** Called just before the bytes of each attempt are sent. */
  onSending?: () => void
  /** Called after each attempt that was made, with its error; null for a success. A call may make several attempts. */
  onAttemptEnded?: (error: AppError | null) => void
}

export interface ApiResponse<Name extends EndpointName> {
  data: EndpointOutput<Name>
  /**
   * When the answered attempt was sent, epoch milliseconds. If the call shared an equal call in flight: when it was
   * made; no write of the account ended between that sending and this time.
   */
  sentAt: number
  /** When the response arrived, epoch milliseconds. */
  readAt: number
  /** The service's clock from the `Date` header, epoch milliseconds; null without a usable one. */
  serverAt: number | null
  keyId: string
}

/** What a call of an account read. */
export interface ReadCallResult<Name extends EndpointName> {
  accountId: string
  endpoint: Name
  /** The input, parsed by the endpoint's schema. */
  input: Readonly<Record<string, unknown>>
  data: EndpointOutput<Name>
  /** When the answer arrived. */
  readAt: number
}

export type PaidEndpointName = 'server.order' | 'domain.acquire' | 'domain.transfer' | 'domain.renew'

/** One sending of one intent. */
export interface PaidCallRequest {
  accountId: string
  endpoint: PaidEndpointName
  /** The parameters of the path. The request body is `body` alone, byte for byte. */
  input: Record<string, unknown>
  /** A JSON object of the endpoint's input shape, without `dry_run`. */
  body: string
  /** The only key that may be used. */
  keyId: string
  idempotencyKey: string
  /** Number of sendings of the intent, this one included; written to the request log. */
  attempt: number
  priority: 'paid' | 'job'
  batch?: BatchContext
  /** Cancels the call while it waits for its slot. After `beforeSend` was called, the call continues. */
  signal?: AbortSignal
  /**
   * Called when the slot is granted and all checks have passed, just before bytes are sent: records the sending. If it
   * throws, nothing is sent.
   */
  beforeSend: () => Promise<void>
  /** Asked again when the connection is established: the machine may have slept since. */
  mayStillSend: () => boolean
}

/** The outcome of one sending, successful or not. Nothing is repeated. */
export interface PaidCallOutcome {
  /** False if certainly nothing was sent: refused by Banto, cancelled while it waited, or no connection established. */
  isSent: boolean
  /** Null without a complete response. The status of an incomplete response is in `error.status`. */
  status: number | null
  /** The response in the endpoint's output shape; null if `error` is set. */
  data: unknown
  error: AppError | null
  /** Wall clock, epoch milliseconds, of the response or of the failure. */
  at: number
  serverAt: number | null
}

/** A call whose path and body are as the user gave them, and whose answer is shown as it came. */
export interface ConsoleCallRequest {
  accountId: string
  /** The only key that may be used; null for any. */
  keyId: string | null
  /** Decides limits, permissions and what a second call does. The catalog need not know it. */
  endpoint: Endpoint
  /** The name of the endpoint in the request log. */
  name: string
  /** The values of the path parameters of `endpoint`. */
  input: Record<string, string>
  parts: RequestParts
  /** The query for the request log, without values that look like secrets. */
  loggedQuery: string
  /** Cancels the call while it waits. After bytes were sent, a read is abandoned and any other call continues. */
  signal: AbortSignal
  /** Called just before bytes are sent. */
  onSending: (key: Key | null) => void
}

/** The body of an answer as text, whatever its form. */
export interface ConsoleResponseBody {
  /** The text as far as it was read; the API key is redacted. */
  text: string
  /** Bytes that were read. */
  size: number
  /** True: the answer is longer than the limit, and the rest was not read. */
  isTruncated: boolean
}

export interface ConsoleResponseHeadersAndBody {
  /** Names in lower case; the API key is redacted. */
  headers: Readonly<Record<string, string>>
  quota: ConsoleAnswerQuota
  body: ConsoleResponseBody
}

/** The answer, whatever its status. */
export interface ConsoleCallResponse extends ConsoleResponseHeadersAndBody {
  status: number
  /** What the answer means, as for every call; null for a success. */
  error: AppError | null
  /** Wall clock, epoch milliseconds. */
  at: number
  keyId: string
}

export interface ConsoleCallSender {
  /**
   * Sends a request once, under the same limits and checks as every call. Nothing is repeated. Throws AppError when no
   * complete answer arrived: `timeout` and `cut_off` if bytes were sent, otherwise the kinds of Banto's own checks.
   */
  sendConsoleCall(request: ConsoleCallRequest): Promise<ConsoleCallResponse>
  /**
   * Returns the key that would be sent now (null: none), and what forbids the call (null: nothing). Throws `not_found`.
   */
  previewConsoleCall(request: Pick<ConsoleCallRequest, 'accountId' | 'keyId' | 'endpoint' | 'name' | 'input'>): {
    key: Key | null
    obstacle: AppError | null
  }
}

/** A read whose secret the caller gives: a key that the user typed, or a stored key that is tested again. */
export interface ReadRequestWithGivenSecret<Name extends EndpointName> {
  /** A new ID for each trial of a key. The calls of one trial are counted together. */
  keyTrialId: string
  /** The ID of a stored key that is tested again. Another refusal then counts for the same key. */
  keyId?: string
  baseUrl: string
  secret: string
  /** The proxy that the call goes through; null for none. */
  proxy: ProxyRoute | null
  endpoint: Name
  input: EndpointInput<Name>
  signal?: AbortSignal
}

export interface ApiClient extends ConsoleCallSender {
  /**
   * Makes one call to the service under the account's limits. Throws AppError: `service` with the service's own code
   * and message, `unsettled` if a `once` call may have happened, and the kinds of Banto's own checks and of the network
   * (see `app-error.ts`). For a paid endpoint only a dry run is allowed, which is sent once and without an idempotency
   * key; else throws `paid_endpoint`.
   */
  call<Name extends EndpointName>(request: ApiRequest<Name>): Promise<ApiResponse<Name>>
  /**
   * Sends one intent once, under the same limits and checks as every call, on a separate connection. Never throws and
   * never repeats. After `beforeSend` was called, the call is not given up: `close` waits a few seconds for its
   * response.
   */
  sendPaidCall(request: PaidCallRequest): Promise<PaidCallOutcome>
  /** Makes a read with the given secret. Throws AppError like `call`. */
  readWithGivenSecret<Name extends EndpointName>(read: ReadRequestWithGivenSecret<Name>): Promise<EndpointOutput<Name>>
  quotaUsage(): QuotaUsage[]
  /**
   * Why the app or the account forbids the call now: `offline`, `paused` or `read_only`; null if neither does. Throws
   * `not_found`.
   */
  findObstacle(accountId: string, endpoint: EndpointName): AppError | null
  /**
   * The keys of the account that may do the call, and why the other keys may not. The key with the fewest rights comes
   * first.
   */
  usableKeys(accountId: string, endpoint: EndpointName, input: object): { keys: Key[]; unusableKeys: UnusableKey[] }
  /** Assumed blocks, by the source address: one for the accounts without a proxy, and one for each proxy. */
  ipBlocks(): IpBlock[]
  /** Returns the assumed block for whose end calls of the account wait; null if none waits. */
  findBlockThatHoldsCallsOf(accountId: string): IpBlock | null
  /**
   * Returns the holds after refused keys by source address: until when each lasts (epoch milliseconds), and how many
   * calls were answered with 401 in the last ten minutes. A hold begins with the refusal, before a call waits for it.
   */
  refusedKeysHolds(): RefusedKeysHold[]
  /** True while the newest call of every recently called account failed to reach the service. */
  isUnreachable(): boolean
  /** How often the service was reached again since the start, after `isUnreachable` was true. */
  reconnections(): number
  /** True if the newest call to this service without a proxy got a response, whichever account made it. */
  isReachedWithoutProxy(baseUrl: string): boolean
  /**
   * Returns how far the computer's clock is ahead of the service's clock, in milliseconds; negative if it is behind.
   * Null unless the last answers all differ by more than five minutes.
   */
  clockDifferenceMs(): number | null
  /**
   * Call it when the wall clock moved by `jumpMs` against the monotonic clock: `clockDifferenceMs` is forgotten, and
   * the times in `quotaUsage` are emitted anew. A clock that moved forward may have stood still in a sleep, so waits
   * that the service asked for end that much earlier. If the user set the clock forward, the service may refuse one
   * call.
   */
  noteClockJump(jumpMs: number): void
  /**
   * Call it when accounts were paused or removed or got another proxy: their last calls no longer count for
   * `isUnreachable`, and calls that are held for the former proxy start again.
   */
  checkAccounts(): void
  /** Call it when the account got another proxy or none: its failures to connect no longer count. */
  forgetConnectionFailures(accountId: string): void
  /** Whether the service responds to the calls that the account makes now. */
  responsiveness(accountId: string): ServiceResponsiveness
  /**
   * Ends an assumed IP block, and forgets refused keys, by the user's decision. The waits of 429 responses without
   * rate-limit headers end for the accounts behind the blocked address. The waits of limits stay.
   */
  resumeCalls(): void
  /** Two accounts are known to be the same user: their calls are counted together from now on. */
  mergeQuotaUsage(accountId: string, fromAccountId: string): void
  /** The keys of these trials belong to the account: the calls of the trials count for it. */
  addKeyTrialUsage(accountId: string, trials: readonly string[]): void
  close(): Promise<void>
}

/** An attempt that has ended. Times: epoch milliseconds. */
export interface EndedRequest {
  keyId: string
  /** Its row in the table `request`; null if the row could not be written. */
  requestId: number | null
  /** False: the connection brought no answer. */
  isAnswered: boolean
  sentAt: number
  endedAt: number
}
