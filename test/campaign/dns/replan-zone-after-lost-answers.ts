import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { computeRecordsAfterChanges } from '#shared/dns/plan/compute-records-after-changes.ts'
import type { Random } from '#test/bench/rate-limiter/random-distributions.ts'
import { hasSameRecordValues, computeMinimumCalls, type CurrentAndDesiredZone, type Planner } from './plan-rules.ts'

/** How often an answer is lost, and how often the service executed the call all the same. */
const lostShare = 0.2
const executedShare = 0.5

export interface ReplannedZoneOutcome {
  lostAnswers: number
  /** Records of the zone that nobody asked for. */
  duplicates: number
  /** Whether the zone ended as desired. */
  isComplete: boolean
  /** Calls beyond the minimum and those that the service did not execute. */
  extraCalls: number
}

/**
 * Sends a plan to a service that loses answers. After a lost answer, the zone is read again and the rest is planned
 * anew. So the result of a call is known only from the zone. `resendsAdditions`: sends an addition again instead, as a
 * client that the harness must catch.
 */
export function replanZoneAfterLostAnswers(
  pair: CurrentAndDesiredZone,
  { plan, random, resendsAdditions = false }: { plan: Planner; random: Random; resendsAdditions?: boolean },
): ReplannedZoneOutcome {
  const { current, desired, domain } = pair
  let zone: readonly ZoneRecord[] = current
  let id = current.length * 10
  let calls = 0
  let lostAnswers = 0
  let notExecuted = 0
  let changes = plan(zone, desired, { domain })
  while (changes.length > 0) {
    const [change, ...rest] = changes
    if (change === undefined) break
    const isLost = random() < lostShare
    const isExecuted = !isLost || random() < executedShare
    calls += 1
    if (isLost) lostAnswers += 1
    if (isExecuted) zone = computeRecordsAfterChanges(zone, [change], () => (id += 1))
    else notExecuted += 1
    if (!isLost) changes = rest
    else if (change.kind !== 'add' || !resendsAdditions) changes = plan(zone, desired, { domain })
  }
  return {
    lostAnswers,
    duplicates: countSurplus(zone, desired),
    isComplete: hasSameRecordValues(zone, desired),
    extraCalls: calls - notExecuted - computeMinimumCalls(current, desired),
  }
}

function countSurplus(zone: readonly DnsRecordFields[], desired: readonly DnsRecordFields[]): number {
  const textOf = ({ type, host, content }: DnsRecordFields) => JSON.stringify([type, host.toLowerCase(), content])
  const left = new Map<string, number>()
  for (const record of desired) left.set(textOf(record), (left.get(textOf(record)) ?? 0) + 1)
  return zone.filter((record) => {
    const count = left.get(textOf(record)) ?? 0
    left.set(textOf(record), count - 1)
    return count <= 0
  }).length
}
