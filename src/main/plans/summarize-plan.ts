import { calculateQuotaCost, type CallQuota } from '#shared/order-quota-cost.ts'
import type { PlanLineFinding, PlanSourceKind, PlanSummary } from '#shared/ipc/plans.ts'
import type { PlannedDomain } from './create-plan.ts'
import { emptyEdit, partsOf, type DomainEdit } from './domain-edit.ts'
import { hasError } from './plan-domain.ts'

export interface PlanToSummarize {
  planId: string
  sourceKind: PlanSourceKind
  createdAt: number
  domains: readonly PlannedDomain[]
  lineFindings: PlanLineFinding[]
}

/** Whether the domain could not be planned, or its changes would be refused. */
export function hasProblem({ error, findings }: PlannedDomain): boolean {
  return error !== null || hasError({ findings })
}

/** Whether a run of the plan changes the domain. */
export function isRunnable(domain: PlannedDomain): boolean {
  return domain.changes.length > 0 && !hasProblem(domain)
}

/** The edit without the parts that need no change, so that they are not read before the changes. */
export function editOfChanges({ edit, changes }: PlannedDomain): DomainEdit {
  const kinds = new Set<string>(changes.map(({ kind }) => (isZoneChange(kind) ? 'zone' : kind)))
  return {
    ...emptyEdit,
    ...Object.fromEntries(partsOf(edit).flatMap((part) => (kinds.has(part) ? [[part, edit[part]]] : []))),
  }
}

/** One call per change, and one per part that is read before. */
export function callsOf(domain: PlannedDomain): number {
  return domain.changes.length + partsOf(editOfChanges(domain)).length
}

export function needsTyping({ findings }: PlannedDomain): boolean {
  return findings.some((finding) => finding.needsTyping)
}

export function summarizePlan(plan: PlanToSummarize, quotaOf: (accountId: string) => CallQuota): PlanSummary {
  const { planId, sourceKind, createdAt, domains, lineFindings } = plan
  const runnable = domains.filter(isRunnable)
  const problems = domains.filter(hasProblem).length
  const kinds = runnable.flatMap(({ changes }) => changes.map(({ kind }) => kind))
  const count = (...counted: string[]) => kinds.filter((kind) => counted.includes(kind)).length
  const costs = [...Map.groupBy(runnable, ({ accountId }) => accountId)].map(([accountId, own]) =>
    calculateQuotaCost(
      own.reduce((sum, domain) => sum + callsOf(domain), 0),
      quotaOf(accountId),
    ),
  )
  const [first] = runnable
  return {
    planId,
    sourceKind,
    createdAt,
    domains: domains.length,
    withChanges: runnable.length,
    unchanged: domains.length - runnable.length - problems,
    problems,
    adds: count('add'),
    changes: count('change'),
    deletes: count('delete'),
    settings: count('nameservers', 'lock', 'whois'),
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    minutes: Math.max(0, ...costs.map(({ minutes }) => minutes)),
    dayShare: Math.max(0, ...costs.map(({ dayShare }) => dayShare)),
    findings: countFindings(domains),
    lineFindings,
    typedConfirmation:
      first === undefined || !runnable.some(needsTyping)
        ? null
        : runnable.length === 1
          ? first.domain
          : String(runnable.length),
  }
}

function isZoneChange(kind: string): boolean {
  return kind === 'add' || kind === 'change' || kind === 'delete'
}

/** Errors first, then the most frequent. Counts domains, not findings. */
function countFindings(domains: readonly PlannedDomain[]): PlanSummary['findings'] {
  const counts = new Map<string, PlanSummary['findings'][number]>()
  for (const { domain, findings } of domains) {
    const own = new Set<string>()
    for (const { scope, code, severity, values } of findings) {
      const key = `${severity} ${scope} ${code}`
      if (own.has(key)) continue
      own.add(key)
      const found = counts.get(key)
      if (found) found.count += 1
      else counts.set(key, { scope, code, severity, values, count: 1, example: domain })
    }
  }
  return [...counts.values()].sort(
    (one, other) =>
      Number(one.severity === 'warning') - Number(other.severity === 'warning') || other.count - one.count,
  )
}
