import pLimit from 'p-limit'
import { AppError } from '#shared/app-error.ts'
import { secondMs } from '#shared/durations.ts'
import {
  listAnswerValues,
  compareAnswerWithStored,
  doAnswersDiffer,
  combineAnswerComparisonResults,
  listRecordSetsToCheck,
  type DnsAnswer,
  type NoUsableAnswerReason,
  type RecordSet,
} from '#shared/dns/nameservers/compare-nameserver-answers-with-zone.ts'
import { listDistinctNormalizedHostNames, hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { createCancelledError } from '#main/api/throw-or-reject-when-cancelled.ts'
import { createThrottle } from '#main/event-loop/throttle.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { askNameserver } from './ask-nameserver.ts'
import type { DnsResolversAndPort } from './dns-resolvers-and-port.ts'
import {
  createNameserverLookup,
  type NameserverLookupOutcome,
  type NameserverLookup,
} from './resolve-nameservers-and-their-addresses.ts'

/** Compares stored zones with the answers of their authoritative name servers. Nothing here calls the service. */
export interface NameserverAnswerComparer {
  /**
   * Asks each name server for each stored record set. A call for a zone that is being compared returns the result of
   * the running comparison. Throws `not_found`, `offline` and `cancelled`.
   */
  run(accountId: string, domain: string): Promise<NameserverComparisonResult>
  /** Ends the comparison of the zone, if one runs. */
  cancel(accountId: string, domain: string): void
  /** Ends all comparisons. */
  close(): void
}

export interface NameserverAnswerComparerDeps {
  network: DnsResolversAndPort
  inventory: Pick<InventoryStore, 'domain'>
  isOffline: () => boolean
  clock: Clock
  emit: EmitEvent
}

/** Questions that are not answered by then count as `out_of_time`. */
const totalTimeoutMs = 60 * secondMs
/** Questions in flight at one name server. */
const questionsPerServer = 4
/** Maximum number of addresses asked per name server. The next one is asked only if the earlier ones do not answer. */
const addressesPerServer = 3
const progressIntervalMs = 100

type Server = NameserverComparisonResult['servers'][number]
interface RecordSetAnswer {
  outcome: DnsAnswer
  at: number
}

export function createNameserverAnswerComparer({
  network,
  inventory,
  isOffline,
  clock,
  emit,
}: NameserverAnswerComparerDeps): NameserverAnswerComparer {
  const running = new Map<string, { result: Promise<NameserverComparisonResult>; cancel: AbortController }>()

  async function compare(accountId: string, domain: string, cancel: AbortSignal): Promise<NameserverComparisonResult> {
    const { zone, nameservers } = inventory.domain(accountId, domain)
    const startedAt = clock.now()
    const stored = nameservers.data ? listDistinctNormalizedHostNames(nameservers.data.nameservers) : null
    const sets = listRecordSetsToCheck(domain, zone.data ?? [], stored)
    const time = limitTotalTime(cancel)
    try {
      const resolver = createNameserverLookup(network, time.signal)
      const delegation = await resolver.nameservers(domain)
      // Without a delegation, the stored name servers still show whether they serve the zone.
      const names = delegation.kind === 'found' ? delegation.nameservers : (stored ?? [])
      const progress = createProgress(accountId, domain, names.length * sets.length)
      const asked = await Promise.all(
        names.map((name) => askServer(name, domain, sets, resolver, time.signal, progress)),
      )
      if (cancel.aborted) throw createCancelledError()
      return {
        startedAt,
        endedAt: clock.now(),
        zoneReadAt: zone.readAt,
        nameserversReadAt: nameservers.readAt,
        delegation: toDelegationComparison(delegation, stored),
        servers: asked.map(({ server }) => server),
        recordSets: sets.map((set, index) =>
          toRecordSetComparison(
            set,
            asked.map(({ server, answers }) => ({ server, ...(answers[index] as RecordSetAnswer) })),
          ),
        ),
      }
    } finally {
      time.end()
    }
  }

  function limitTotalTime(cancel: AbortSignal): { signal: AbortSignal; end: () => void } {
    const timer = new AbortController()
    const ended = new AbortController()
    clock.sleep(totalTimeoutMs, ended.signal).then(
      () => timer.abort(),
      () => undefined,
    )
    return { signal: AbortSignal.any([cancel, timer.signal]), end: () => ended.abort() }
  }

  function createProgress(accountId: string, domain: string, total: number): () => void {
    let done = 0
    const throttle = createThrottle(clock, progressIntervalMs, () =>
      emit('dns.checkProgress', { accountId, domain, done, total }),
    )
    throttle.trigger()
    return () => {
      done += 1
      throttle.trigger()
    }
  }

  /** A name server that does not answer for the zone itself is not asked for its record sets. */
  async function askServer(
    name: string,
    zone: string,
    sets: readonly RecordSet[],
    resolver: NameserverLookup,
    signal: AbortSignal,
    onAnswer: () => void,
  ): Promise<{ server: Server; answers: RecordSetAnswer[] }> {
    const { address, reason } = await findAnsweringAddress(name, zone, resolver, signal)
    const limit = pLimit(questionsPerServer)
    const answers = await Promise.all(
      sets.map((set) =>
        limit(async (): Promise<RecordSetAnswer> => {
          const outcome: DnsAnswer =
            address === null || reason !== null
              ? { kind: 'no_usable_answer', reason: reason ?? 'no_address' }
              : await ask(zone, set, address, signal)
          onAnswer()
          return { outcome, at: clock.now() }
        }),
      ),
    )
    return { server: { name, address, reason }, answers }
  }

  async function findAnsweringAddress(
    name: string,
    zone: string,
    resolver: NameserverLookup,
    signal: AbortSignal,
  ): Promise<{ address: string | null; reason: NoUsableAnswerReason | null }> {
    const found = await resolver.addresses(name)
    if (found.kind !== 'found')
      return { address: null, reason: found.kind === 'failed' ? 'address_lookup_failed' : 'no_address' }
    let last: { address: string | null; reason: NoUsableAnswerReason } = { address: null, reason: 'no_address' }
    for (const address of found.addresses.slice(0, addressesPerServer)) {
      const outcome = await ask(zone, { name: zone, type: 'SOA' }, address, signal)
      if (outcome.kind !== 'no_usable_answer') return { address, reason: null }
      last = { address, reason: outcome.reason }
      if (outcome.reason !== 'timeout' && outcome.reason !== 'network') break
    }
    return last
  }

  function ask(
    zone: string,
    { name, type }: { name: string; type: string },
    address: string,
    signal: AbortSignal,
  ): Promise<DnsAnswer> {
    const server = { address, port: network.nameserverPort }
    return askNameserver({ zone, question: { name, type }, server }, clock, signal)
  }

  return {
    async run(accountId, domain) {
      if (isOffline()) throw new AppError('offline', 'Name servers are not asked while working offline')
      const key = `${accountId} ${domain}`
      const earlier = running.get(key)
      if (earlier) return earlier.result
      const cancel = new AbortController()
      const result = compare(accountId, domain, cancel.signal).finally(() => running.delete(key))
      running.set(key, { result, cancel })
      return result
    },
    cancel: (accountId, domain) => running.get(`${accountId} ${domain}`)?.cancel.abort(),
    close() {
      for (const { cancel } of running.values()) cancel.abort()
    },
  }
}

function toDelegationComparison(
  outcome: NameserverLookupOutcome,
  stored: string[] | null,
): NameserverComparisonResult['delegation'] {
  if (outcome.kind !== 'found') return { state: outcome.kind, stored, resolved: [] }
  const resolved = outcome.nameservers
  if (stored === null) return { state: 'not_stored', stored, resolved }
  return { state: hasSameNameservers(stored, resolved) ? 'same' : 'differs', stored, resolved }
}

function toRecordSetComparison(
  { host, type, name, values, source }: RecordSet,
  asked: readonly (RecordSetAnswer & { server: Server })[],
): NameserverComparisonResult['recordSets'][number] {
  const answers = asked.map(({ server, outcome, at }) => ({
    server: server.name,
    at,
    state: compareAnswerWithStored(values, outcome),
    values: listAnswerValues(outcome),
    reason: outcome.kind === 'no_usable_answer' ? outcome.reason : null,
  }))
  return {
    host,
    type,
    name,
    stored: values,
    source,
    state: combineAnswerComparisonResults(answers.map(({ state }) => state)),
    doServersDiffer: doAnswersDiffer(asked.map(({ outcome }) => outcome)),
    answers,
  }
}
