import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import type { PlannedRecordChange } from '#shared/dns/plan/planned-record-change.ts'
import { computeRecordsAfterChanges } from '#shared/dns/plan/compute-records-after-changes.ts'

/** A plan under test. `planZone` is one; the campaign also runs naive ones, which the rules must catch. */
export type Planner = typeof planZone

export interface CurrentAndDesiredZone {
  current: readonly ZoneRecord[]
  desired: readonly DnsRecordFields[]
  domain: string
}

/** The rules that a plan must keep. */
export const planRules = [
  'the plan gives the desired zone',
  'the plan of a zone that is as desired is empty',
  'the calls are the minimum',
  'no CNAME beside other data in between',
  'no type of a host without any record in between',
  'no target without records in between',
  'a crash at any step needs no more calls',
  'a crash at any step ends in the desired zone',
] as const
export type PlanRule = (typeof planRules)[number]

/** The rules that the plan of a pair breaks. Written without the code under test, except for applying changes. */
export function findBrokenPlanRules(pair: CurrentAndDesiredZone, plan: Planner = planZone): PlanRule[] {
  const { current, desired, domain } = pair
  const changes = plan(current, desired, { domain })
  const states = statesOf(current, changes)
  const last = states.at(-1) as ZoneRecord[]
  const broken: [PlanRule, boolean][] = [
    ['the plan gives the desired zone', !hasSameRecordValues(last, desired)],
    ['the plan of a zone that is as desired is empty', plan(last, desired, { domain }).length > 0],
    ['the calls are the minimum', changes.length !== computeMinimumCalls(current, desired)],
    ['no CNAME beside other data in between', !isEveryCnameAlone(states, desired)],
    ['no type of a host without any record in between', !isNoTypeMissing(states, desired)],
    ['no target without records in between', !isNoTargetMissing(states, pair)],
  ]
  states.forEach((state, step) => {
    const rest = plan(state, desired, { domain })
    broken.push(
      ['a crash at any step needs no more calls', rest.length !== changes.length - step],
      ['a crash at any step ends in the desired zone', !hasSameRecordValues(applyChanges(state, rest), desired)],
    )
  })
  return planRules.filter((rule) => broken.some(([name, isBroken]) => isBroken && name === rule))
}

/** The zone before the first change and after each change. */
function statesOf(current: readonly ZoneRecord[], changes: readonly PlannedRecordChange[]): ZoneRecord[][] {
  const states: ZoneRecord[][] = [[...current]]
  for (const change of changes) states.push(applyChanges(states.at(-1) as ZoneRecord[], [change]))
  return states
}

function applyChanges(zone: readonly ZoneRecord[], changes: readonly PlannedRecordChange[]): ZoneRecord[] {
  let id = zone.reduce((largest, record) => Math.max(largest, record.id), 0)
  return computeRecordsAfterChanges(zone, changes, () => (id += 1))
}

/** Equal for records whose fields are all equal. The content is last, because only a content may have any character. */
function asText({ type, host, content, ttl, priority }: DnsRecordFields): string {
  return `${type}\n${host}\n${ttl}\n${priority}\n${content}`
}

/** Whether both have the same records equally often, in any order. */
export function hasSameRecordValues(one: readonly DnsRecordFields[], other: readonly DnsRecordFields[]): boolean {
  if (one.length !== other.length) return false
  const left = new Map<string, number>()
  for (const text of other.map(asText)) left.set(text, (left.get(text) ?? 0) + 1)
  return one.map(asText).every((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count > 0
  })
}

function hostOf({ host }: DnsRecordFields): string {
  return host.toLowerCase()
}

/** One call per added, changed or deleted record. Where possible, one change replaces a deletion and an addition. */
export function computeMinimumCalls(current: readonly DnsRecordFields[], desired: readonly DnsRecordFields[]): number {
  const missing = new Map<string, DnsRecordFields[]>()
  for (const record of desired) missing.set(asText(record), [...(missing.get(asText(record)) ?? []), record])
  const removed = current.filter((record) => missing.get(asText(record))?.pop() === undefined)
  const added = [...missing.values()].flat()
  const addedByHost = Map.groupBy(added, hostOf)
  const pairs = [...Map.groupBy(removed, hostOf)].map(([host, records]) =>
    countPairs(records, addedByHost.get(host) ?? []),
  )
  return removed.length + added.length - pairs.reduce((sum, count) => sum + count, 0)
}

/** The largest number of pairs (a maximum matching by augmenting paths). */
function countPairs(removed: readonly DnsRecordFields[], added: readonly DnsRecordFields[]): number {
  const partnerOf: number[] = added.map(() => -1)
  const tryPair = (place: number, seen: Set<number>): boolean =>
    added.some((after, index) => {
      if (seen.has(index) || !mayBecome((removed[place] as DnsRecordFields).type, after.type)) return false
      seen.add(index)
      const partner = partnerOf[index] as number
      if (partner !== -1 && !tryPair(partner, seen)) return false
      partnerOf[index] = place
      return true
    })
  return removed.filter((_, place) => tryPair(place, new Set())).length
}

function mayBecome(before: string, after: string): boolean {
  return before === after || before === 'CNAME' || after === 'CNAME'
}

function isSubset(items: Iterable<string>, of: ReadonlySet<string>): boolean {
  return [...items].every((item) => of.has(item))
}

function hostsWithConflict(zone: readonly DnsRecordFields[]): Set<string> {
  const hosts = new Set<string>()
  const sizes = new Map<string, number>()
  for (const record of zone) sizes.set(hostOf(record), (sizes.get(hostOf(record)) ?? 0) + 1)
  for (const record of zone)
    if (record.type === 'CNAME' && (sizes.get(hostOf(record)) as number) > 1) hosts.add(hostOf(record))
  return hosts
}

function isEveryCnameAlone(states: readonly ZoneRecord[][], desired: readonly DnsRecordFields[]): boolean {
  const allowed = new Set([...hostsWithConflict(states[0] as ZoneRecord[]), ...hostsWithConflict(desired)])
  return states.every((state) => isSubset(hostsWithConflict(state), allowed))
}

/**
 * A type of records that a host has before and after the plan is never missing in between. For example, the apex always
 * has NS records. A CNAME beside other data is left out, because such a host answers as nobody intends.
 */
function isNoTypeMissing(states: readonly ZoneRecord[][], desired: readonly DnsRecordFields[]): boolean {
  const conflicts = hostsWithConflict(states[0] as ZoneRecord[])
  const typesOf = (zone: readonly DnsRecordFields[]) =>
    new Set(
      zone
        .filter((one) => one.type !== 'CNAME' || !conflicts.has(hostOf(one)))
        .map((one) => `${hostOf(one)} ${one.type}`),
    )
  const desiredTypes = typesOf(desired)
  const kept = [...typesOf(states[0] as ZoneRecord[])].filter((type) => desiredTypes.has(type))
  return states.every((state) => isSubset(kept, typesOf(state)))
}

/** The host of the zone that a record points to, or null. */
function targetOf({ type, content }: DnsRecordFields, domain: string): string | null {
  const name = ['CNAME', 'MX', 'NS'].includes(type) ? content : type === 'SRV' ? content.split(' ')[2] : undefined
  if (name === domain) return '@'
  return name?.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1).toLowerCase() : null
}

/** Finds the host whose address, alias or delegation answers for a host: itself, a wildcard, or a host above it. */
function createAddressAnswerSourceFinder(zone: readonly DnsRecordFields[]): (host: string) => string | undefined {
  const resolving = zone.filter(({ type }) => ['A', 'AAAA', 'CNAME', 'NS'].includes(type))
  const hosts = new Set(resolving.map(hostOf))
  const delegated = new Set(resolving.filter(({ type }) => type === 'NS').map(hostOf))
  return (host) => {
    const above = host.split('.').map((_, place, labels) => labels.slice(place + 1).join('.'))
    const wildcards = host === '@' ? [] : above.map((parent) => (parent === '' ? '*' : `*.${parent}`))
    return [host, ...wildcards].find((one) => hosts.has(one)) ?? above.find((one) => delegated.has(one))
  }
}

/** The hosts with a record whose target nothing in the zone answers for. */
function dangling(zone: readonly DnsRecordFields[], domain: string): Set<string> {
  const findAnswer = createAddressAnswerSourceFinder(zone)
  return new Set(
    zone.flatMap((record) => {
      const target = targetOf(record, domain)
      return target === null || findAnswer(target) !== undefined ? [] : [`${hostOf(record)} ${target}`]
    }),
  )
}

/**
 * No step of the plan may remove the target of a record, unless the target is also missing before or after the plan.
 * Skips zones with a CNAME beside other data or with circular names: no order is correct for them.
 */
function isNoTargetMissing(
  states: readonly ZoneRecord[][],
  { current, desired, domain }: CurrentAndDesiredZone,
): boolean {
  if ([current, desired].some((zone) => hostsWithConflict(zone).size > 0 || hasCircle(zone, domain))) return true
  const allowed = new Set([...dangling(current, domain), ...dangling(desired, domain)])
  return states.every((state) => isSubset(dangling(state, domain), allowed))
}

/** Whether aliases or delegations of a zone lead back to themselves. */
function hasCircle(zone: readonly DnsRecordFields[], domain: string): boolean {
  const next = Map.groupBy(
    zone.filter(({ type }) => type === 'CNAME' || type === 'NS'),
    hostOf,
  )
  const findAnswer = createAddressAnswerSourceFinder(zone)
  const finished = new Set<string>()
  const open = new Set<string>()
  const leadsBack = (host: string): boolean => {
    if (open.has(host)) return true
    if (finished.has(host)) return false
    open.add(host)
    const found = (next.get(host) ?? []).some((record) => {
      const target = targetOf(record, domain)
      const answer = target === null ? undefined : findAnswer(target)
      return answer !== undefined && leadsBack(answer)
    })
    open.delete(host)
    finished.add(host)
    return found
  }
  return [...next.keys()].some(leadsBack)
}
