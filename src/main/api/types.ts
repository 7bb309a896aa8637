import type { EndpointInput, EndpointName, EndpointOutput } from '#shared/api/endpoints.ts'
import type { MissingGrant } from '#shared/api/key-grants.ts'
import type { AppError } from '#shared/app-error.ts'
import type { QuotaUsage, Key } from '#shared/ipc/accounts.ts'
import type { Responsiveness } from '#shared/ipc/sync.ts'

/** Who goes first: a person who waits, money, a job that a person started, then everything else. */
export const priorities = ['interactive', 'paid', 'job', 'background'] as const
export type Priority = (typeof priorities)[number]

/** The larger work that a call is part of: works of one priority take turns. */
export interface BatchContext {
  id: string
  /** How many more calls of it will come, so that the schedule knows whether all of it fits into the minute. */
  remainingCalls: number
}

export interface ApiRequest<Name extends EndpointName> {
  accountId: string
  endpoint: Name
  input: EndpointInput<Name>
  /** A key to use; without it, the least powerful key of the account that may do the call. */
  keyId?: string
  priority: Priority
  batch?: BatchContext
  /** Cancels while the call waits; once bytes have left, a read is abandoned and anything else goes on. */
  signal?: AbortSignal
  /** How long the call may wait for its turn, in milliseconds, before `waited_too_long`. */
  maxWaitMs?: number
}

export interface ApiResponse<Name extends EndpointName> {
  data: EndpointOutput<Name>
  /** When the answer came, epoch milliseconds. */
  readAt: number
  /** The service's own clock, from `Date`, epoch milliseconds; null when it told none. */
  serverAt: number | null
  keyId: string
}

export type PaidEndpointName = 'server.order' | 'domain.acquire' | 'domain.transfer' | 'domain.renew'

/** One sending of one intent. */
export interface PaidCallRequest {
  accountId: string
  endpoint: PaidEndpointName
  /** Names the path; of the body only `body` is sent, byte for byte. */
  input: Record<string, unknown>
  /** A JSON object of the endpoint's shape, without `dry_run`. */
  body: string
  /** No other key is used. */
  keyId: string
  idempotencyKey: string
  /** The sendings of the intent so far and this one, for the log of calls. */
  attempt: number
  priority: 'paid' | 'job'
  batch?: BatchContext
  /** Cancels while the call waits for its place; once `leaving` was called it goes on. */
  signal?: AbortSignal
  /** Called when the place is granted and nothing forbids the call any more, just before the bytes leave: writes that they do. Throws, and nothing is sent. */
  beforeSend: () => Promise<void>
  /** Asked once more when the connection stands: the machine may have slept since. */
  mayStillSend: () => boolean
}

/** What one sending came to: whether good or bad, it is told and nothing of it is repeated. */
export interface PaidCallOutcome {
  /** False when certainly nothing left: refused here, cancelled while it waited, or no connection stood. */
  isSent: boolean
  /** Null when no whole answer came; what is known of one that began is in `error.status`. */
  status: number | null
  /** The answer as the endpoint describes it; null where `error` is set. */
  data: unknown
  error: AppError | null
  /** Wall clock, epoch milliseconds, of the answer or of the failure. */
  at: number
  serverAt: number | null
}

/** A key that is not stored: tried as the person typed it. */
export interface KeyProbe<Name extends EndpointName> {
  /** A new ID for each time that a key is tried: the calls of one trial are counted together. */
  probeId: string
  /** Of a stored key that is tested again: refused once more, it is the same key. */
  keyId?: string
  baseUrl: string
  secret: string
  endpoint: Name
  input: EndpointInput<Name>
  signal?: AbortSignal
}

export interface ApiClient {
  /**
   * One call to the service under the account's limits. Throws AppError: `service` with the service's own code and message,
   * `unsettled` when a `once` call may have happened, and the kinds of our own rules and of the network (see errors.ts).
   * Of a paid endpoint only a dry run, which is sent once and carries no idempotency key; else it throws `paid_endpoint`.
   */
  call<Name extends EndpointName>(request: ApiRequest<Name>): Promise<ApiResponse<Name>>
  /**
   * One sending of one intent, under the same limits and rules as every call, by a connection of its own. Never throws, never repeats, and
   * is never given up once `leaving` was called: `close` waits a little for its answer.
   */
  sendPaidCall(request: PaidCallRequest): Promise<PaidCallOutcome>
  /** Reads with a key that is not stored. */
  probe<Name extends EndpointName>(probe: KeyProbe<Name>): Promise<EndpointOutput<Name>>
  quotaUsage(): QuotaUsage[]
  /** The keys of the account that may do the call, least powerful first; the reasons of the others. */
  usableKeys(accountId: string, endpoint: EndpointName, input: object): { keys: Key[]; unusableKeys: UnusableKey[] }
  ipBlock(): { since: number; until: number | null } | null
  /** Until when calls wait because keys were refused (epoch milliseconds); null when none waits. */
  refusedKeysHold(): { until: number } | null
  /** True while no account that was called reached the service with its newest call. */
  isUnreachable(): boolean
  /** Whether the calls that the account makes now are answered. */
  responsiveness(accountId: string): Responsiveness
  /** Ends an assumed address block by the person's decision. */
  resumeCalls(): void
  /** Two accounts turned out to be one: its calls of this minute are counted together from now on. */
  mergeQuotaUsage(accountId: string, fromAccountId: string): void
  /** The keys of these trials are this account's: what the trials spent counts for it. */
  addProbeUsage(accountId: string, trials: readonly string[]): void
  close(): Promise<void>
}

/** Why a key of an account is not used for a call. */
export type UnusableKeyReason = 'quarantined' | 'expired' | 'forbidden' | 'missing' | MissingGrant
export interface UnusableKey {
  keyId: string
  reason: UnusableKeyReason
}

/** What the request core needs to know of accounts and keys. */
export interface AccountsPort {
  /** Throws `not_found`. */
  account(accountId: string): { id: string; baseUrl: string; isPaused: boolean; isReadOnly: boolean }
  keys(accountId: string): Key[]
  /** From the keychain, to be sent to `baseUrl`; throws keychain_*, secret_missing, or secret_origin_mismatch when it was stored for another origin. */
  secret(keyId: string, baseUrl: string): Promise<string>
  /** The key answered 401: quarantine it. */
  onKeyRefused(keyId: string, error: AppError): void
  /** The key's answer was not an authentication failure. */
  onKeyAccepted(keyId: string): void
}
