import { getEndpoint, type EndpointName, type EndpointOutput } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/app-error.ts'
import { createInputIssue, toInputIssues, type InputIssue } from '#shared/input-issues.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { createIpBlockBreakerByProxy } from '#main/api/layers/ip-block-breaker-by-proxy.ts'
import { parseBaseUrl } from './parse-base-url.ts'
import { createRateLedgerStore } from '#main/api/rate-limit/rate-ledger-store.ts'
import { rejectWhenCancelled, throwIfCancelled } from './throw-or-reject-when-cancelled.ts'
import { createCallAttemptSender } from '#main/api/http/call-attempt-sender.ts'
import { createPaidCallSender } from './send-paid-call.ts'
import { createConsoleCallSender } from './send-console-call.ts'
import type { CallContext, CallAttemptOutcome } from './call-context-and-attempt-outcome.ts'
import { composeCallLayers } from './compose-call-layers.ts'
import { createReportRefusedOrAcceptedKeyLayer } from '#main/api/layers/report-refused-or-accepted-key-layer.ts'
import { createClockDifferenceLayer } from '#main/api/layers/clock-difference-layer.ts'
import { createReachabilityLayer } from '#main/api/layers/reachability-layer.ts'
import { createRequestLogLayer } from '#main/api/layers/own-request-log-layer.ts'
import { createRetryLayer } from '#main/api/layers/retry-layer.ts'
import type { RateLimiterUsage } from '#main/api/rate-limit/rate-limiter.ts'
import { createRateLimitLayer } from '#main/api/rate-limit/rate-limit-layer.ts'
import { createFinderOfSettingThatForbidsCall, isExistingUnpausedAccount } from './find-setting-that-forbids-call.ts'
import { createRecheckBeforeSendingLayer } from '#main/api/layers/recheck-before-sending-layer.ts'
import { createProxyRouteLayer } from '#main/api/layers/proxy-route-layer.ts'
import { createLoadSecretLayer } from '#main/api/layers/load-secret-layer.ts'
import { createKeySelector, createSelectKeyLayer } from '#main/api/layers/select-key-layer.ts'
import { parseServiceTimeOfResponse } from '#main/api/http/parse-date-header.ts'
import { createSingleFlightLayer } from '#main/api/layers/single-flight-layer.ts'
import type { Transport } from '#main/api/http/transport.ts'
import type { ReadCallResult, ApiClient, ApiRequest, EndedRequest } from './api-client-interface.ts'
import type { AccountsPort } from './accounts-port.ts'
import { createNoUsableKeyError } from './find-reason-key-is-unusable.ts'
import { createQueuedCall } from './queued-call.ts'

export interface ApiClientDeps {
  accounts: AccountsPort
  database: Database
  clock: Clock
  random: () => number
  transport: Transport
  isOffline: () => boolean
  /** Called at most four times a second. */
  onQuotaUsage?: (quotaUsage: QuotaUsage[]) => void
  /**
   * An assumed block of the source IP began or ended, the first held call began to wait, or the last held call
   * continued.
   */
  onIpBlock?: () => void
  /** Called when a call has read something of an account, before its caller gets the answer. */
  onReading?: (reading: ReadCallResult<EndpointName>) => void
  /** Called when `isUnreachable` or `reconnections` changed. */
  onReachability?: () => void
  /** Called when `responsiveness` of an account changed. */
  onResponsiveness?: () => void
  /** Called when `isReachedWithoutProxy` of a service became true. */
  onReachedWithoutProxy?: () => void
  /** Called when the outcome of a request with a stored key is written. */
  onRequestEnded?: (request: EndedRequest) => void
  /** Called when `clockDifferenceMs` changed. */
  onClockDifference?: () => void
  timeLimitMs?: number
  silenceLimitMs?: number
}

/** The longest time of one attempt of a call. */
export const defaultAttemptTimeLimitMs = 180_000
const defaultSilenceLimitMs = 30_000
/** Maximum wait of an interactive call: one whole window of the limit per minute, and a margin. */
const interactiveMaxWaitMs = 90_000
const quotaUsageIntervalMs = 250
/**
 * The account of a typed key is unknown. Each trial therefore has its own quota, separate from the quotas of accounts.
 */
const keyTrialQuotaPrefix = 'trial '
const keyTrialQuotaOf = (keyTrialId: string) => keyTrialQuotaPrefix + keyTrialId

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const { accounts, database, clock, random, transport } = deps
  const closing = new AbortController()
  const findSettingThatForbidsCall = createFinderOfSettingThatForbidsCall(deps)
  const keySelector = createKeySelector(deps)
  const ipBlockBreaker = createIpBlockBreakerByProxy({
    clock,
    accounts,
    onChange: () => deps.onIpBlock?.(),
    onHeldCalls: emitQuotaUsage,
  })
  const rateLimit = createRateLimitLayer({
    clock,
    store: createRateLedgerStore(database, clock),
    onChange: emitQuotaUsage,
  })
  const timeLimitMs = deps.timeLimitMs ?? defaultAttemptTimeLimitMs
  const limits = { transport, accounts, clock, timeLimitMs }
  const exchange = createCallAttemptSender({ ...limits, silenceLimitMs: deps.silenceLimitMs ?? defaultSilenceLimitMs })

  const reachability = createReachabilityLayer({
    clock,
    onChange: () => deps.onReachability?.(),
    onResponsiveness: () => deps.onResponsiveness?.(),
    onReachedWithoutProxy: () => deps.onReachedWithoutProxy?.(),
    isActive: (accountId) => isExistingUnpausedAccount(accounts, accountId),
  })
  const clockDifference = createClockDifferenceLayer({ onChange: () => deps.onClockDifference?.() })
  const rateLimitedLayers = [
    ipBlockBreaker.layer,
    // The layer that reports refused keys is inside the breaker. A call that waited in the breaker for the key's first
    // response then sees whether the key was quarantined.
    createReportRefusedOrAcceptedKeyLayer({ accounts }),
    rateLimit.layer,
    createRecheckBeforeSendingLayer({
      accounts,
      clock,
      findSettingThatForbidsCall,
      ipBlockRefusal: ipBlockBreaker.refuseOrMarkTrialCallInFlight,
    }),
    createRequestLogLayer({ database, clock, onEnded: (request) => deps.onRequestEnded?.(request) }),
    reachability.layer,
    clockDifference.layer,
  ]
  const singleFlight = createSingleFlightLayer({ clock })
  const selectKey = createSelectKeyLayer(keySelector)
  const loadSecret = createLoadSecretLayer({ accounts })
  const proxyRoute = createProxyRouteLayer({ accounts })
  const retry = createRetryLayer({ clock, random, onChange: emitQuotaUsage })
  const send = composeCallLayers(
    [singleFlight, selectKey, retry.layer, loadSecret, proxyRoute, ...rateLimitedLayers],
    exchange,
  )
  // No retry layer. Only the API description says that a dry run is free, so each dry run is sent at most once. A
  // request of the console is sent as often as the user sends it.
  const sendOnce = composeCallLayers([singleFlight, selectKey, loadSecret, proxyRoute, ...rateLimitedLayers], exchange)
  const sendProbe = composeCallLayers(rateLimitedLayers, exchange)
  // The service sends nothing while it works on a paid call (API description, section "Domain API": processed within
  // the request). A paid call may stay silent until it is finished, so its silence limit is the whole time limit. Paid
  // calls are never shared; the single-flight layer is here only so that a read after the payment does not reuse an
  // answer from before it.
  const sendPaid = composeCallLayers(
    [singleFlight, selectKey, loadSecret, proxyRoute, ...rateLimitedLayers],
    createCallAttemptSender({ ...limits, silenceLimitMs: timeLimitMs }),
  )
  const { sendPaidCall, waitForPendingCalls } = createPaidCallSender({
    clock,
    send: ({ keyId, ...request }, paid) =>
      sendPaid({ ...callOfAccount({ ...request, keyId }), attempt: request.attempt, paid }),
  })

  const consoleCalls = createConsoleCallSender({
    send({ accountId, keyId, endpoint, name, input, signal }, fields) {
      const call: CallContext = {
        ...fields,
        endpointName: name,
        endpoint,
        input,
        quota: accountId,
        accountId,
        requestedKeyId: keyId,
        key: null,
        secret: '',
        proxy: null,
        attempt: 1,
        baseUrl: parseBaseUrl(accounts.account(accountId).baseUrl),
        queuedCall: createQueuedCall('interactive', clock.monotonic() + interactiveMaxWaitMs),
        signal: AbortSignal.any([closing.signal, signal]),
      }
      throwIfCancelled(call.signal)
      const refusal = findSettingThatForbidsCall(call)
      if (refusal) throw refusal
      return sendOnce(call)
    },
    preview({ accountId, keyId, endpoint, name, input }) {
      const selection = { accountId, endpointName: name, endpoint, input, requestedKeyId: keyId }
      const { keys, unusableKeys, requestedKey } = keySelector.rankUsableKeys(selection)
      const key = keys[0] ?? null
      return {
        key,
        obstacle:
          findSettingThatForbidsCall({ accountId, endpoint }) ??
          (key ? null : createNoUsableKeyError(accountId, unusableKeys, requestedKey)),
      }
    },
  })

  let isEmitScheduled = false
  function emitQuotaUsage(): void {
    if (!deps.onQuotaUsage || isEmitScheduled) return
    isEmitScheduled = true
    clock.sleep(quotaUsageIntervalMs, closing.signal).then(
      () => {
        isEmitScheduled = false
        deps.onQuotaUsage?.(quotaUsage())
      },
      () => undefined,
    )
  }

  function quotaUsage(): QuotaUsage[] {
    const holds = ipBlockBreaker.currentHolds()
    const heldByBlocks = ipBlockBreaker.callsHeldByBlocks()
    return rateLimit
      .quotaUsage([...heldByBlocks, ...holds.flatMap(({ calls }) => [...calls])])
      .filter(({ accountId }) => !accountId.startsWith(keyTrialQuotaPrefix) && isKnown(accountId))
      .map((usage) => withCallsOutsideRateLimiter(usage, holds, heldByBlocks))
  }

  /**
   * Adds the calls that have not reached the rate limiter: those that the IP block breakers hold, and those that are
   * sent again after an error.
   */
  function withCallsOutsideRateLimiter(
    usage: RateLimiterUsage,
    holds: ReturnType<typeof ipBlockBreaker.currentHolds>,
    heldByBlocks: readonly CallContext[],
  ): QuotaUsage {
    const waiting = { ...usage.waiting }
    let heldUntil: number | null = null
    let repeatAt: number | null = null
    const isOfUsage = ({ accountId, endpoint }: CallContext) =>
      accountId === usage.accountId && endpoint.limit === usage.limitClass
    for (const { until, calls } of holds) {
      for (const call of [...calls].filter(isOfUsage)) {
        waiting[call.queuedCall.priority] += 1
        heldUntil = Math.max(heldUntil ?? 0, until)
      }
    }
    for (const call of heldByBlocks.filter(isOfUsage)) waiting[call.queuedCall.priority] += 1
    for (const { call, repeatAt: at } of retry.waitingCalls()) {
      if (!isOfUsage(call)) continue
      waiting[call.queuedCall.priority] += 1
      repeatAt = Math.min(repeatAt ?? at, at)
    }
    return { ...usage, waiting, heldUntil, repeatAt }
  }

  function isKnown(accountId: string): boolean {
    try {
      return accounts.account(accountId).id === accountId
    } catch {
      return false
    }
  }

  function callOf(
    request: Pick<
      ApiRequest<EndpointName>,
      'endpoint' | 'priority' | 'batch' | 'signal' | 'maxWaitMs' | 'onSending' | 'onAttemptEnded'
    > & { input: unknown },
  ) {
    const endpoint = getEndpoint(request.endpoint)
    const patienceMs =
      request.maxWaitMs ?? (request.priority === 'interactive' ? interactiveMaxWaitMs : Number.POSITIVE_INFINITY)
    return {
      endpointName: request.endpoint,
      endpoint,
      input: parseInput(request.endpoint, request.input),
      key: null,
      attempt: 1,
      queuedCall: createQueuedCall(request.priority, clock.monotonic() + patienceMs),
      ...(request.batch && { batch: request.batch }),
      ...(request.onSending && { onSending: request.onSending }),
      ...(request.onAttemptEnded && { onAttemptEnded: request.onAttemptEnded }),
      signal: AbortSignal.any([closing.signal, ...(request.signal ? [request.signal] : [])]),
    } satisfies Partial<CallContext>
  }

  /**
   * Throws the errors that are known before the call waits: `invalid_input`, `not_a_url`, `insecure_url`, `cancelled`,
   * `offline`, `paused`, `read_only` and `not_found`.
   */
  function callOfAccount(request: Parameters<typeof callOf>[0] & { accountId: string; keyId?: string }): CallContext {
    const { accountId } = request
    const call = {
      ...callOf(request),
      quota: accountId,
      accountId,
      requestedKeyId: request.keyId ?? null,
      secret: '',
      proxy: null,
    }
    const baseUrl = parseBaseUrl(accounts.account(accountId).baseUrl)
    throwIfCancelled(call.signal)
    const refusal = findSettingThatForbidsCall(call)
    if (refusal) throw refusal
    return { ...call, baseUrl }
  }

  return {
    async call(request) {
      if (getEndpoint(request.endpoint).idempotency === 'paid') assertDryRun(request.input)
      let sentAt = clock.now()
      const onSending = () => {
        sentAt = clock.now()
        request.onSending?.()
      }
      const call = callOfAccount({ ...request, onSending })
      const isDry = call.endpoint.idempotency === 'paid'
      const outcome = await (isDry
        ? sendOnce({ ...call, endpoint: { ...call.endpoint, idempotency: 'read' } })
        : send(call))
      const data = dataOf(outcome) as never
      const { at: readAt } = outcome
      if (call.endpoint.idempotency === 'read')
        deps.onReading?.({ accountId: request.accountId, endpoint: request.endpoint, input: call.input, data, readAt })
      return { data, sentAt, readAt, serverAt: parseServiceTimeOfResponse(outcome), keyId: outcome.keyId ?? '' }
    },

    sendPaidCall,
    ...consoleCalls,

    async readWithGivenSecret<Name extends EndpointName>({
      keyTrialId,
      keyId,
      baseUrl: typed,
      secret,
      proxy,
      ...request
    }: Parameters<ApiClient['readWithGivenSecret']>[0]) {
      const baseUrl = parseBaseUrl(typed)
      const call = {
        ...callOf({ ...request, priority: 'interactive' }),
        quota: keyTrialQuotaOf(keyTrialId),
        accountId: null,
        requestedKeyId: keyId ?? null,
      }
      if (call.endpoint.idempotency !== 'read') throw new AppError('bug', 'A key that is not stored only reads')
      if (!/^[\x21-\x7e]+$/.test(secret))
        throw invalidInput([
          createInputIssue('secret', 'keyCharacters', 'a key has no blanks and no characters but ASCII'),
        ])
      throwIfCancelled(call.signal)
      const refusal = findSettingThatForbidsCall(call)
      if (refusal) throw refusal
      return dataOf(
        await rejectWhenCancelled(sendProbe({ ...call, baseUrl, secret, proxy }), call.signal),
      ) as EndpointOutput<Name>
    },

    quotaUsage,
    findObstacle: (accountId, endpoint) => findSettingThatForbidsCall({ accountId, endpoint: getEndpoint(endpoint) }),
    usableKeys: (accountId, endpoint, input) =>
      keySelector.rankUsableKeys({
        accountId,
        endpointName: endpoint,
        endpoint: getEndpoint(endpoint),
        input: { ...input },
        requestedKeyId: null,
      }),
    ipBlocks: ipBlockBreaker.currentBlocks,
    findBlockThatHoldsCallsOf: ipBlockBreaker.findBlockThatHoldsCallsOf,
    refusedKeysHolds: () =>
      ipBlockBreaker.currentHolds().map(({ proxyUrl, until, refusedCalls }) => ({ proxyUrl, until, refusedCalls })),
    isUnreachable: reachability.isUnreachable,
    reconnections: reachability.reconnections,
    isReachedWithoutProxy: reachability.isReachedWithoutProxy,
    clockDifferenceMs: clockDifference.differenceMs,
    noteClockJump(jumpMs) {
      clockDifference.forgetAnswers()
      if (jumpMs > 0) rateLimit.shortenStatedWaits(jumpMs)
      emitQuotaUsage()
    },
    checkAccounts() {
      reachability.checkAccounts()
      ipBlockBreaker.wakeHeldCalls()
    },
    forgetConnectionFailures: reachability.forgetFailures,
    responsiveness: reachability.responsiveness,
    resumeCalls() {
      const isBlockedQuota = ipBlockBreaker.createTestOfBlockedQuotas()
      ipBlockBreaker.resumeByUser()
      rateLimit.endWaitsAfter429WithoutHeaders(isBlockedQuota)
    },
    mergeQuotaUsage: rateLimit.mergeQuotas,
    addKeyTrialUsage: (accountId, keyTrialIds) =>
      keyTrialIds.forEach((keyTrialId) => rateLimit.copyUsageFrom(accountId, keyTrialQuotaOf(keyTrialId))),
    async close() {
      closing.abort()
      ipBlockBreaker.close()
      await waitForPendingCalls()
      rateLimit.close()
      await transport.close()
    },
  }
}

/** Throws `invalid_input` with every issue, before a call is spent. */
function parseInput(name: EndpointName, input: unknown): Record<string, unknown> {
  const result = getEndpoint(name).input.safeParse(input)
  if (result.success) return result.data
  throw invalidInput(toInputIssues(result.error))
}

function invalidInput(issues: InputIssue[]): AppError {
  return new AppError(
    'invalid_input',
    `Not sent: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}`,
    { details: { issues } },
  )
}

/** A dry run charges nothing, so it counts as a read. Throws `paid_endpoint` for anything else. */
function assertDryRun(input: object): void {
  if ('dry_run' in input && input.dry_run === true) return
  throw new AppError('paid_endpoint', 'Only an order that was planned and confirmed sends this')
}

function dataOf({ data, error }: CallAttemptOutcome): unknown {
  if (error) throw error
  return data
}
