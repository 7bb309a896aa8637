import { listAvailableDomainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'
import { recentReadingMs, type DomainRef } from '#shared/ipc/domain-reading.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'
import { splitIntoChunks, yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { isReadPostponedAfterRefusal } from '#main/inventory/details/detail-read-refusal-rules.ts'
import {
  queryDomainDetailReadTimes,
  type DomainDetailReadTimes,
} from '#main/inventory/details/query-domain-detail-read-times.ts'
import { queryLatestKeyCheckTime } from '#main/inventory/details/query-details-to-rank.ts'
import { createDetailReadableByUsableKeyCheck } from '#main/inventory/sync/detail-readable-by-usable-key-check.ts'
import type { Database } from '#main/store/database.ts'

export interface DomainToRead {
  accountId: string
  name: string
  detailKinds: DomainDetailKind[]
  /** Whether each of these details was read within `recentReadingMs`, and no later attempt failed. */
  isFresh: boolean
  /** Number of details that the service refused a short time ago. They are not in `detailKinds`. */
  refusedDetails: number
}

/** The domains of one account to read, and those left out. */
export interface AccountDomainReadingPlan {
  accountId: string
  domains: DomainToRead[]
  /** Chosen domains that the list of the account does not have any more. */
  notListed: number
  /** Chosen domains of which no usable key may read a detail. */
  noKeyMayRead: number
  /** Chosen domains of which the service refused every detail a short time ago (`isReadPostponedAfterRefusal`). */
  refusedDomains: number
}

export interface PlanDomainReadingDeps {
  database: Database
  api: Pick<ApiClient, 'usableKeys'>
}

const domainsPerChunk = 100

/**
 * Chooses for each domain the details that a sync would read if all were due. A domain that is given twice is planned
 * once.
 */
export async function chooseDetailsToReadOfDomains(
  { database, api }: PlanDomainReadingDeps,
  domains: readonly DomainRef[],
  now: number,
): Promise<AccountDomainReadingPlan[]> {
  const plans: AccountDomainReadingPlan[] = []
  for (const [accountId, chosen] of Map.groupBy(domains, (domain) => domain.accountId)) {
    const names = [...new Set(chosen.map(({ name }) => name))]
    const mayRead = createDetailReadableByUsableKeyCheck(api, accountId)
    const keysCheckedAt = queryLatestKeyCheckTime(database, accountId)
    const plan = { accountId, domains: [], notListed: 0, noKeyMayRead: 0, refusedDomains: 0 }
    plans.push(plan)
    for (const chunk of splitIntoChunks(names, domainsPerChunk)) {
      const readings = queryDomainDetailReadTimes(database, accountId, chunk)
      for (const name of chunk) addDomain(plan, readings.get(name), { mayRead, keysCheckedAt, now })
      await yieldToEventLoop()
    }
  }
  return plans
}

function addDomain(
  plan: AccountDomainReadingPlan,
  readings: DomainDetailReadTimes | undefined,
  {
    mayRead,
    keysCheckedAt,
    now,
  }: { mayRead: ReturnType<typeof createDetailReadableByUsableKeyCheck>; keysCheckedAt: number; now: number },
): void {
  if (!readings) {
    plan.notListed += 1
    return
  }
  const { name, status, byKind } = readings
  const allowed = listAvailableDomainDetailKinds(status).filter((detailKind) =>
    mayRead({ resourceKind: 'domain', name, detailKind }),
  )
  const detailKinds = allowed.filter((kind) => {
    const attempt = byKind.get(kind)
    return !attempt || !isReadPostponedAfterRefusal(attempt, now, keysCheckedAt)
  })
  if (allowed.length === 0) plan.noKeyMayRead += 1
  else if (detailKinds.length === 0) plan.refusedDomains += 1
  else {
    const isFresh = detailKinds.every((kind) => {
      const { readAt = null, errorAt = null } = byKind.get(kind) ?? {}
      return readAt !== null && readAt > now - recentReadingMs && errorAt === null
    })
    const refusedDetails = allowed.length - detailKinds.length
    plan.domains.push({ accountId: plan.accountId, name, detailKinds, isFresh, refusedDetails })
  }
}
