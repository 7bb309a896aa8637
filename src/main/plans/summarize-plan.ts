import { isDeepStrictEqual } from 'node:util'
import type { WireError } from '#shared/app-error.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type {
  PlanFileLineFinding,
  PlannedDomainFinding,
  PlanSource,
  PlanSourceKind,
  PlanSummary,
} from '#shared/ipc/domain-change-plans.ts'
import type { TemplateOfPlan } from '#shared/ipc/zone-templates.ts'
import { countCallsUntilJobEnds, estimateJobMinutes, type JobCallRate } from '#main/api/estimate-job-duration.ts'
import type { PlannedDomainWithEdit } from './plan-changes-of-requested-domains.ts'
import {
  doesPlannedDomainHaveProblem,
  hasChangesToRun,
  isLeftOutBecauseLockIsOneWay,
  hasOnlyOutdatedEditsLeft,
  isChangedInOtherAccount,
  countCallsOfPlannedDomain,
  getTextToTypeForConfirmation,
} from './problems-calls-and-confirmation-of-planned-domain.ts'

export interface PlanToSummarize {
  planId: string
  sourceKind: PlanSourceKind
  template: TemplateOfPlan | null
  createdAt: number
  domains: readonly PlannedDomainWithEdit[]
  lineFindings: PlanFileLineFinding[]
  lineUnit: PlanSummary['lineUnit']
  ofRemovedAccounts: number
  /** Null: the source has another kind. */
  newSite: Extract<PlanSource, { kind: 'new_site' }> | null
}

/**
 * `excluded`: positions of domains that the user leaves out. Counts, cost, findings and errors are those of the other
 * domains. `quotaOf`: the calls that an account may make, and those of its open jobs.
 */
export function summarizePlan(
  plan: PlanToSummarize,
  excluded: ReadonlySet<number>,
  quotaOf: (accountId: string) => {
    rate: JobCallRate
    perDay: number
    callsLeftToday: number
    otherCalls: readonly number[]
  },
  now: number,
): PlanSummary {
  const { planId, sourceKind, template, createdAt, domains, lineFindings, lineUnit, ofRemovedAccounts } = plan
  const runnable = domains.filter(hasChangesToRun)
  const included = runnable.filter(({ position }) => !excluded.has(position))
  const problems = domains.filter(doesPlannedDomainHaveProblem).length
  const counts = countChanges(included)
  const notExcluded = domains.filter(({ position }) => !excluded.has(position))
  const costs = [...countCallsByAccount(included)].map(([accountId, calls]) => {
    const { rate, perDay, callsLeftToday, otherCalls } = quotaOf(accountId)
    const untilDone = countCallsUntilJobEnds(calls, otherCalls)
    const minutes = estimateJobMinutes(untilDone, rate, now)
    return { calls, minutes, isOverDailyLimit: untilDone > callsLeftToday, dayFraction: calls / perDay }
  })
  return {
    planId,
    sourceKind,
    template,
    createdAt,
    oldestReadAt: findOldestReadAt(notExcluded),
    domains: domains.length,
    withChanges: runnable.length,
    included: included.length,
    unchanged: domains.filter(
      (domain) =>
        ![
          hasChangesToRun,
          doesPlannedDomainHaveProblem,
          isLeftOutBecauseLockIsOneWay,
          hasOnlyOutdatedEditsLeft,
          isChangedInOtherAccount,
        ].some((is) => is(domain)),
    ).length,
    leftOut: domains.filter(isLeftOutBecauseLockIsOneWay).length,
    outdated: domains.filter((domain) => hasOnlyOutdatedEditsLeft(domain) && !isLeftOutBecauseLockIsOneWay(domain))
      .length,
    inOtherAccount: domains.filter(isChangedInOtherAccount).length,
    problems,
    ofRemovedAccounts,
    accounts: costs.length,
    adds: counts.add,
    changes: counts.change,
    deletes: counts.delete,
    settings: counts.nameservers + counts.lock + counts.whois,
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: Math.max(0, ...costs.map(({ minutes }) => minutes)),
    isOverDailyLimit: costs.some(({ isOverDailyLimit }) => isOverDailyLimit),
    dayFraction: Math.max(0, ...costs.map(({ dayFraction }) => dayFraction)),
    findings: countFindings(notExcluded),
    errors: countErrors(notExcluded),
    lineFindings,
    lineUnit,
    typedConfirmation: getTextToTypeForConfirmation(included),
  }
}

function findOldestReadAt(domains: readonly PlannedDomainWithEdit[]): number | null {
  let oldest: number | null = null
  for (const { readTimes } of domains) for (const { readAt } of readTimes) oldest = Math.min(oldest ?? readAt, readAt)
  return oldest
}

function countChanges(domains: readonly PlannedDomainWithEdit[]): Record<DomainChange['kind'], number> {
  const counts = { add: 0, change: 0, delete: 0, nameservers: 0, lock: 0, whois: 0 }
  for (const { changes } of domains) for (const { kind } of changes) counts[kind] += 1
  return counts
}

function countCallsByAccount(domains: readonly PlannedDomainWithEdit[]): Map<string, number> {
  const calls = new Map<string, number>()
  for (const domain of domains)
    calls.set(domain.accountId, (calls.get(domain.accountId) ?? 0) + countCallsOfPlannedDomain(domain))
  return calls
}

/** Errors first, then those of the most domains. */
function countFindings(domains: readonly PlannedDomainWithEdit[]): PlanSummary['findings'] {
  const counts = new Map<string, PlanSummary['findings'][number]>()
  for (const { domain, findings } of domains) {
    const own = Map.groupBy(findings, ({ severity, scope, code }) => `${severity} ${scope} ${code}`)
    for (const [key, [first, ...others]] of own) {
      if (!first) continue
      const { scope, code, severity, values } = first
      const found = counts.get(key)
      if (!found) {
        const total = 1 + others.length
        counts.set(key, { scope, code, severity, values, hasSameValues: true, count: 1, total, example: domain })
        continue
      }
      found.count += 1
      found.total += 1 + others.length
      found.hasSameValues &&= [first, ...others].some((one) =>
        isDeepStrictEqual(pickStatedValues(one), pickStatedValues(found)),
      )
    }
  }
  return [...counts.values()].sort(
    (one, other) =>
      Number(one.severity === 'warning') - Number(other.severity === 'warning') || other.count - one.count,
  )
}

/** The text states only the minute in which the values were read. */
function pickStatedValues({ values: { readAt, ...values } }: Pick<PlannedDomainFinding, 'values'>) {
  return { ...values, readAtMinute: typeof readAt === 'number' ? Math.floor(readAt / minuteMs) : null }
}

/**
 * Counts the errors, the most frequent first. Errors with the same cause count as one error, even if their details name
 * different domains. Accounts whose calls wait until different times have different errors, because the text names the
 * time.
 */
function countErrors(domains: readonly PlannedDomainWithEdit[]): PlanSummary['errors'] {
  const counts = new Map<string, PlanSummary['errors'][number]>()
  for (const { domain, error } of domains) {
    if (!error) continue
    const { kind, code, status, details } = error
    const { keyId, reasons, reason, proxy, waitingFor } = details
    const key = JSON.stringify([kind, code, status, keyId, reasons, reason, proxy, waitingFor, findWaitEnd(error)])
    const found = counts.get(key)
    if (found) found.count += 1
    else counts.set(key, { error, count: 1, example: domain })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)
}

/** Returns the whole second until which calls wait, because the waits of one account may differ by milliseconds. */
function findWaitEnd({ details }: WireError): number | null {
  const until = details['until'] ?? details['freeAt']
  return typeof until === 'number' ? Math.ceil(until / secondMs) : null
}
