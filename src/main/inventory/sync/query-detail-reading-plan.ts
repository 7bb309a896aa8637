import type { Key } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { detailsAges, type DetailsAge } from '#shared/ipc/inventory.ts'
import { maxDomainsNamedInReadingPlan, type DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import { buildDetailsAgeCondition, domainNotGoneSql } from '#main/inventory/domains/domain-filter-sql.ts'
import { createDetailReadPermissionCheck } from '#main/inventory/details/detail-read-permission-check.ts'
import { queryDueDetails, type DueDetail } from '#main/inventory/details/query-due-details.ts'
import type { Database } from '#main/store/database.ts'
import type { DailyCallBudget } from './daily-call-budget.ts'
import { countAffordableDetailReads, countDueDetailsByUrgency } from './count-affordable-detail-reads.ts'

export interface DetailReadingPlanQuery {
  accountId: string
  keys: readonly Key[]
  /** The budget of background reading for the domain class. */
  budget: DailyCallBudget
  /** Start of the last complete sync; null: none, or not known. */
  lastSyncStartedAt: number | null
  now: number
}

/**
 * Returns the plan of the next readings of an account, as if none of its details were on screen. Queries every stored
 * detail in chunks.
 */
export async function queryDetailReadingPlan(
  database: Database,
  { accountId, keys, budget, lastSyncStartedAt, now }: DetailReadingPlanQuery,
): Promise<Omit<DetailReadingPlan, 'minutesNow'>> {
  const mayKeysRead = createDetailReadPermissionCheck(keys)
  const unreadable = new Set<string>()
  const refused = new Set<string>()
  let fullRefreshCalls = 0
  const domainsByAge = countDomainsByAge(database, accountId, now)
  const due = (
    await queryDueDetails(database, accountId, {
      now,
      // A detail that failed before is due again in the next sync.
      syncStartedAt: now + 1,
      mayRead: mayKeysRead,
      onReadable: ({ resourceKind }) => void (fullRefreshCalls += Number(resourceKind === 'domain')),
      onUnreadable({ resourceKind, name }) {
        if (resourceKind === 'domain') unreadable.add(name)
      },
      onRefused({ resourceKind, name }) {
        if (resourceKind === 'domain') refused.add(name)
      },
    })
  ).filter(({ resourceKind }) => resourceKind === 'domain')
  return {
    accountId,
    domainsByAge,
    unreadableDomains: unreadable.size,
    refusedDomains: refused.size,
    fullRefreshCalls,
    due: due.length,
    affordableNow: countAffordableDetailReads(
      await countDueDetailsByUrgency(due),
      budget,
      now - (lastSyncStartedAt ?? -Infinity),
    ),
    backgroundCallsPerDay: budget.allowed,
    next: keys.some(isKeyUsable) ? listFirstDomains(database, accountId, due) : [],
  }
}

/** The listed domains of an account by the age of their details. */
function countDomainsByAge(database: Database, accountId: string, now: number): Record<DetailsAge, number> {
  const count = (age: DetailsAge): number => {
    const { sql, params } = buildDetailsAgeCondition(age, now)
    const row = database.get<{ n: number }>(
      `select count(*) as n from domain d where d.account_id = ? and ${domainNotGoneSql} and ${sql}`,
      accountId,
      ...params,
    )
    return row?.n ?? 0
  }
  return Object.fromEntries(detailsAges.map((age) => [age, count(age)])) as Record<DetailsAge, number>
}

function listFirstDomains(database: Database, accountId: string, due: readonly DueDetail[]): DetailReadingPlan['next'] {
  const first = new Map<string, DueDetail>()
  for (const detail of due) {
    if (first.size === maxDomainsNamedInReadingPlan) break
    if (!first.has(detail.name)) first.set(detail.name, detail)
  }
  const counts = new Map<string, number>()
  for (const { name } of due) if (first.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...first.values()].map(({ name, reason }) => ({
    name,
    decodedName:
      database.get<{ decodedName: string | null }>(
        'select decoded_name as decodedName from domain where account_id = ? and name = ?',
        accountId,
        name,
      )?.decodedName ?? null,
    reason,
    details: counts.get(name) ?? 0,
  }))
}
