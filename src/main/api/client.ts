import { endpointOf, type EndpointName, type EndpointOutput } from '#shared/api/catalog.ts'
import { AppError } from '#shared/errors.ts'
import { inputIssue, issuesOf, type InputIssue } from '#shared/input-issues.ts'
import type { Gauge } from '#shared/ipc/accounts.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/database.ts'
import { createAddressGuard } from './address-guard.ts'
import { parseBaseUrl } from './base-url.ts'
import { createBooksStore } from './books-store.ts'
import { orCancelled, throwIfCancelled } from './cancelled.ts'
import { createExchange } from './exchange.ts'
import { createPay } from './pay.ts'
import { pipeline, type Call, type Outcome } from './pipeline.ts'
import { createQuarantine } from './quarantine.ts'
import { createReachability } from './reachability.ts'
import { createRequestLog } from './request-log.ts'
import { createRetry } from './retry.ts'
import { createSchedule } from './schedule.ts'
import { createSeal, createStanding } from './seal.ts'
import { createFetchSecret } from './secret.ts'
import { createKeyChoice, createSelectKey } from './select-key.ts'
import { serverAtOf } from './server-at.ts'
import { createSingleFlight } from './single-flight.ts'
import type { Transport } from './transport.ts'
import type { ApiAccounts, ApiClient, ApiRequest } from './types.ts'
import { createUrgency } from './urgency.ts'

export interface ApiClientDeps {
  accounts: ApiAccounts
  database: Database
  clock: Clock
  random: () => number
  transport: Transport
  isOffline: () => boolean
  /** Told at most a few times a second. */
  onGauges?: (gauges: Gauge[]) => void
  /** An assumed address block began or ended. */
  onAddressBlock?: () => void
  /** The service can be reached again, or no longer. */
  onReachability?: () => void
  /** `answering` of an account changed. */
  onAnswering?: () => void
  timeLimitMs?: number
  silenceLimitMs?: number
}

const timeLimitDefaultMs = 180_000
const silenceLimitDefaultMs = 30_000
/** A person waits through one whole window of the minute limit, and no longer. */
const interactivePatienceMs = 90_000
const gaugePauseMs = 250
/** Whose account a typed key belongs to is not known: each trial has a budget of its own, beside those of accounts. */
const trialQuota = 'trial '
const trialQuotaOf = (trial: string) => trialQuota + trial

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const { accounts, database, clock, random, transport } = deps
  const closing = new AbortController()
  const standing = createStanding(deps)
  const keyChoice = createKeyChoice(deps)
  const guard = createAddressGuard({ clock, ...(deps.onAddressBlock && { onChange: deps.onAddressBlock }) })
  const schedule = createSchedule({ clock, store: createBooksStore(database, clock), onChange: tellGauges })
  const timeLimitMs = deps.timeLimitMs ?? timeLimitDefaultMs
  const limits = { transport, clock, timeLimitMs }
  const exchange = createExchange({ ...limits, silenceLimitMs: deps.silenceLimitMs ?? silenceLimitDefaultMs })

  const reachability = createReachability({ clock, onChange: () => deps.onReachability?.(), onAnswering: () => deps.onAnswering?.() })
  const underLimits = [
    guard.layer,
    // Inside the guard: who waits for a key's first answer finds it in quarantine.
    createQuarantine({ accounts }),
    schedule.layer,
    createSeal({ accounts, clock, standing, addressRefusal: guard.refusal }),
    createRequestLog({ database, clock }),
    reachability.layer,
  ]
  const singleFlight = createSingleFlight({ clock })
  const selectKey = createSelectKey(keyChoice)
  const fetchSecret = createFetchSecret({ accounts })
  const send = pipeline([singleFlight, selectKey, createRetry({ clock, random }), fetchSecret, ...underLimits], exchange)
  // Never repeated: that a paid endpoint charges nothing for a dry run is the service's word, and is taken once.
  const sendDryRun = pipeline([singleFlight, selectKey, fetchSecret, ...underLimits], exchange)
  const sendProbe = pipeline(underLimits, exchange)
  // The service works on it in silence (section "Domain API": processed within the request). The outermost only parts the reads before it from those after it.
  const sendPaid = pipeline([singleFlight, selectKey, fetchSecret, ...underLimits], createExchange({ ...limits, silenceLimitMs: timeLimitMs }))
  const { pay, lastAnswers } = createPay({
    clock,
    send: ({ keyId, ...asked }, paid) => sendPaid({ ...callOfAccount({ ...asked, keyId }), attempt: asked.attempt, paid }),
  })

  let isTelling = false
  function tellGauges(): void {
    if (!deps.onGauges || isTelling) return
    isTelling = true
    clock.sleep(gaugePauseMs, closing.signal).then(
      () => {
        isTelling = false
        deps.onGauges?.(gauges())
      },
      () => undefined,
    )
  }

  function gauges(): Gauge[] {
    const hold = guard.hold()
    return schedule
      .gauges()
      .filter(({ accountId }) => !accountId.startsWith(trialQuota) && isKnown(accountId))
      .map((gauge) => (hold ? withHeld(gauge, hold) : gauge))
  }

  /** Calls that the guard holds have not come to their budget yet. */
  function withHeld(gauge: Gauge, { until, calls }: NonNullable<ReturnType<typeof guard.hold>>): Gauge {
    const own = [...calls].filter(({ accountId, endpoint }) => accountId === gauge.accountId && endpoint.limit === gauge.limitClass)
    if (own.length === 0) return gauge
    const waiting = { ...gauge.waiting }
    for (const { urgency } of own) waiting[urgency.priority] += 1
    return { ...gauge, waiting, nextFreeAt: Math.max(until, gauge.nextFreeAt ?? 0) }
  }

  function isKnown(accountId: string): boolean {
    try {
      return accounts.account(accountId).id === accountId
    } catch {
      return false
    }
  }

  function callOf(asked: Pick<ApiRequest<EndpointName>, 'endpoint' | 'priority' | 'work' | 'signal' | 'maxWaitMs'> & { input: unknown }) {
    const endpoint = endpointOf(asked.endpoint)
    const patienceMs = asked.maxWaitMs ?? (asked.priority === 'interactive' ? interactivePatienceMs : Number.POSITIVE_INFINITY)
    return {
      endpointName: asked.endpoint,
      endpoint,
      input: parseInput(asked.endpoint, asked.input),
      key: null,
      attempt: 1,
      urgency: createUrgency(asked.priority, clock.monotonic() + patienceMs),
      ...(asked.work && { work: asked.work }),
      signal: AbortSignal.any([closing.signal, ...(asked.signal ? [asked.signal] : [])]),
    } satisfies Partial<Call>
  }

  /** Throws what is known before anything waits. */
  function callOfAccount(asked: Parameters<typeof callOf>[0] & { accountId: string; keyId?: string }): Call {
    const { accountId } = asked
    const call = { ...callOf(asked), quota: accountId, accountId, wantedKeyId: asked.keyId ?? null, secret: '' }
    const baseUrl = parseBaseUrl(accounts.account(accountId).baseUrl)
    throwIfCancelled(call.signal)
    const refusal = standing(call)
    if (refusal) throw refusal
    return { ...call, baseUrl }
  }

  return {
    async call(request) {
      if (endpointOf(request.endpoint).effect === 'paid') throwUnlessDry(request.input)
      const call = callOfAccount(request)
      const isDry = call.endpoint.effect === 'paid'
      const outcome = await (isDry ? sendDryRun({ ...call, endpoint: { ...call.endpoint, effect: 'read' } }) : send(call))
      return { data: dataOf(outcome) as never, readAt: outcome.at, serverAt: serverAtOf(outcome), keyId: outcome.keyId ?? '' }
    },

    pay,

    async probe<Name extends EndpointName>({ trial, keyId, baseUrl: typed, secret, ...asked }: Parameters<ApiClient['probe']>[0]) {
      const baseUrl = parseBaseUrl(typed)
      const call = { ...callOf({ ...asked, priority: 'interactive' }), quota: trialQuotaOf(trial), accountId: null, wantedKeyId: keyId ?? null }
      if (call.endpoint.effect !== 'read') throw new AppError('bug', 'A key that is not stored only reads')
      if (!/^[\x21-\x7e]+$/.test(secret)) throw invalidInput([inputIssue('secret', 'keyCharacters', 'a key has no blanks and no characters but ASCII')])
      throwIfCancelled(call.signal)
      const refusal = standing(call)
      if (refusal) throw refusal
      return dataOf(await orCancelled(sendProbe({ ...call, baseUrl, secret }), call.signal)) as EndpointOutput<Name>
    },

    gauges,
    usableKeys: (accountId, endpoint, input) =>
      keyChoice.choose({ accountId, endpointName: endpoint, endpoint: endpointOf(endpoint), input: { ...input }, wantedKeyId: null }),
    addressBlock: guard.block,
    callHold() {
      const hold = guard.hold()
      return hold && { until: hold.until }
    },
    isUnreachable: reachability.isUnreachable,
    answering: reachability.answering,
    resumeAddress: guard.resume,
    merged: schedule.merge,
    adopted: (accountId, trials) => trials.forEach((trial) => schedule.adopt(accountId, trialQuotaOf(trial))),
    async close() {
      closing.abort()
      await lastAnswers()
      schedule.close()
      await transport.close()
    },
  }
}

/** Throws `invalid_input` with every issue, before anything is spent. */
function parseInput(name: EndpointName, input: unknown): Record<string, unknown> {
  const result = endpointOf(name).input.safeParse(input)
  if (result.success) return result.data
  throw invalidInput(issuesOf(result.error))
}

function invalidInput(issues: InputIssue[]): AppError {
  return new AppError('invalid_input', `Not sent: ${issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}`, { details: { issues } })
}

/** A dry run charges nothing: it is a read. */
function throwUnlessDry(input: object): void {
  if ('dry_run' in input && input.dry_run === true) return
  throw new AppError('paid_endpoint', 'Only an order that was planned and confirmed sends this')
}

function dataOf({ data, error }: Outcome): unknown {
  if (error) throw error
  return data
}
