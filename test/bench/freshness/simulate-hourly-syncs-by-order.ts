import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { rateLimits } from '#shared/api/service-limits.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { fetchLogEntriesOfWriteCalls } from '#main/api-logs/archive/fetch-writes-since-last-check-from-key-logs.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { createInventoryStore } from '#main/inventory/inventory-store.ts'
import { inventoryQueriesForQueryThread } from '#main/inventory/inventory-queries-for-query-thread.ts'
import { createVisibleResourceTracker } from '#main/inventory/sync/visible-resource-tracker.ts'
import { fetchDueDetails } from '#main/inventory/sync/fetch-due-details.ts'
import { bindReadOnlyQueriesToConnection } from '#main/store/bind-read-only-queries.ts'
import { openDatabase } from '#main/store/database.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'
import {
  createSimulatedDomains,
  type SimulatedDetail,
  type ChangeModel,
  type SimulatedDomains,
} from './domains-with-random-detail-changes.ts'

export interface FreshnessRun {
  model: ChangeModel
  seed: number
  /**
   * `banto`: the order of a sync. `round_robin`: the oldest reading first. `all_known`: by the true rates of change.
   */
  order: 'banto' | 'round_robin' | 'all_known'
  callsPerDay: number
  days: number
}

export interface FreshnessResult {
  wrongMs: number
  /** Number of calls without the list calls, which do not depend on the order of reading. */
  calls: number
  /**
   * The largest number of calls, in any sync, up to and including the reading of a changed detail. Readings of other
   * written details are not counted.
   */
  callsToFindWrite: number
}

const accountId = 'a'
const hoursBetweenSyncs = 1
const key: Key = {
  id: 'k',
  accountId,
  label: 'key',
  state: 'working',
  error: null,
  checkedAt: 0,
  me: null,
  expiresAt: null,
  addedAt: 0,
} as unknown as Key

/** Runs a sync every hour, in virtual time. Every order may make the same number of calls in any 24 hours. */
export async function simulateHourlySyncs({
  model,
  seed,
  order,
  callsPerDay,
  days,
}: FreshnessRun): Promise<FreshnessResult> {
  const clock = createVirtualClock()
  const start = clock.now()
  const domains = createSimulatedDomains(model, createUniformRandom(seed), start)
  const end = start + days * dayMs
  /** When each call of the last 24 hours was made. */
  let callTimes: number[] = []
  let calls = 0
  let callsInSync = 0
  let callsToFindWrite = 0
  const countCall = () => {
    callTimes.push(clock.now())
    calls += 1
    callsInSync += 1
  }
  const countReading = (name: string, kind: DomainDetailKind) => {
    if (!domains.cells.get(`${name} ${kind}`)?.isWritten) return
    callsToFindWrite = Math.max(callsToFindWrite, callsInSync)
    callsInSync -= 1
  }
  const usedDay = () => (callTimes = callTimes.filter((at) => at > clock.now() - dayMs)).length
  const syncs = order === 'banto' ? await createBantoSyncs() : createSortedReads()
  try {
    for (let at = start; at < end; at += hoursBetweenSyncs * hourMs) {
      await clock.advance(at - clock.now())
      domains.advance(clock.now())
      callsInSync = 0
      await syncs.run()
    }
    domains.advance(end)
    return { wrongMs: domains.wrongMs(end), calls, callsToFindWrite }
  } finally {
    syncs.close()
  }

  function createSortedReads() {
    const readAt = new Map<SimulatedDetail, number>()
    const value = (cell: SimulatedDetail) => {
      const age = clock.now() - (readAt.get(cell) ?? start - 1)
      const x = cell.changesPerMs * age
      return order === 'round_robin' ? age : (1 - Math.exp(-x) * (1 + x)) / cell.changesPerMs
    }
    return {
      async run() {
        const sorted = [...domains.cells.values()]
          .map((cell) => ({ cell, value: value(cell) }))
          .sort((one, other) => other.value - one.value)
        for (const { cell } of sorted.slice(0, Math.max(0, callsPerDay - usedDay()))) {
          countCall()
          domains.read(cell.name, cell.kind, clock.now())
          readAt.set(cell, clock.now())
        }
      },
      close: () => undefined,
    }
  }

  async function createBantoSyncs() {
    const folder = mkdtempSync(join(tmpdir(), 'banto-bench-freshness-'))
    const database = openDatabase(join(folder, 'banto.db'))
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values (?, 'a', 'slate', 'http://127.0.0.1/', ?)`,
      accountId,
      start,
    )
    database.run(
      `insert into api_key (id, account_id, label, state, added_at) values ('k', ?, 'key', 'working', ?)`,
      accountId,
      start,
    )
    const inventory = createInventoryStore({
      database,
      queries: bindReadOnlyQueriesToConnection(database, inventoryQueriesForQueryThread),
      clock,
      emit: () => undefined,
    })
    const list = domains.names.map((domain_name) => ({
      domain_name,
      status: 'active',
      expiry_date: '2030-01-01',
      decoded_domain: null,
    }))
    const api = createApi(domains, clock, { countCall, countReading }, () => ({
      perDay: callsPerDay,
      usedDay: usedDay(),
    }))
    await inventory.storeListedDomains(accountId, list, start, { requestedAt: start, scopes: ['all'] })
    for (const { name, kind } of domains.cells.values()) storeReading(name, kind, 0)

    function storeReading(name: string, kind: DomainDetailKind, version: number): void {
      const data = answerOf(kind, version, name)
      if (kind === 'zone') inventory.storeZone(accountId, name, (data as { records: [] }).records, clock.now())
      else inventory.saveDetail(accountId, 'domain', name, kind, data, clock.now())
    }

    let lastSyncStartedAt: number | null = null
    return {
      async run() {
        const { signal } = new AbortController()
        await fetchLogEntriesOfWriteCalls({ api, database, clock, emit: () => undefined }, accountId, signal)
        const deps = {
          api,
          inventory,
          clock,
          backgroundShare: () => 1,
          lastSyncStartedAt,
          visible: createVisibleResourceTracker(),
        }
        lastSyncStartedAt = clock.now()
        await fetchDueDetails(deps, accountId, clock.now(), signal, () => undefined)
      },
      close() {
        inventory.flush()
        database.close()
        rmSync(folder, { recursive: true })
      },
    }
  }
}

function createApi(
  domains: SimulatedDomains,
  clock: { now(): number },
  { countCall, countReading }: { countCall: () => void; countReading: (name: string, kind: DomainDetailKind) => void },
  usage: () => { perDay: number; usedDay: number },
): Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'> {
  const kinds: Partial<Record<EndpointName, DomainDetailKind>> = {
    'domain.detail': 'detail',
    'domain.dns': 'zone',
    'domain.nameservers': 'nameservers',
    'domain.whois': 'whois',
    'domain.lock': 'lock',
  }
  const api = {
    call({ endpoint, input }: { endpoint: EndpointName; input: Record<string, string> }) {
      countCall()
      const now = clock.now()
      const kind = kinds[endpoint]
      const name = input.domain_name ?? ''
      if (kind !== undefined) countReading(name, kind)
      const data =
        kind === undefined
          ? logPage(domains, input.method ?? '', input.from ?? '')
          : answerOf(kind, domains.read(name, kind, now), name)
      return Promise.resolve({ data, readAt: now, serverAt: now, keyId: 'k' })
    },
    usableKeys: () => ({ keys: [key], unusableKeys: [] }),
    quotaUsage: () => [{ ...rateLimits.domain, ...usage(), accountId, limitClass: 'domain' }],
  }
  return api as unknown as Pick<ApiClient, 'call' | 'usableKeys' | 'quotaUsage'>
}

function logPage(domains: SimulatedDomains, method: string, from: string): object {
  const logs = domains
    .writes()
    .filter((write) => write.method === method && formatJapanTime(write.at) >= from)
    .map(({ at, path }) => ({
      method,
      path,
      status_code: 200,
      response_time_ms: 40,
      ip_address: '192.0.2.1',
      created_at: formatJapanTime(at),
    }))
  return { logs, count: logs.length, limit: 500, has_more: false, next_cursor: null }
}

/** The answer differs for each version, except that values that are on or off change with each. */
function answerOf(kind: DomainDetailKind, version: number, name: string): object {
  const isOn = version % 2 === 1
  switch (kind) {
    case 'zone':
      return { records: [{ id: 1, type: 'TXT', host: '@', content: `v${version}`, ttl: 3600, priority: 0 }] }
    case 'nameservers':
      return { nameservers: [`ns${version}.example`, 'ns.example'] }
    case 'whois':
      return { domain_name: name, whois_privacy: isOn, fields: {} }
    case 'lock':
      return { domain_name: name, locked: isOn, locked_by_migration: false }
    case 'detail':
      return { domain_name: name, status: 'active', expiry_date: '2030-01-01', auto_renew: isOn, epp_statuses: [] }
  }
}
