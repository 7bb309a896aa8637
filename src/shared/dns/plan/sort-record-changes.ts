import { type ChangeDependencyGraph, createChangeDependencyGraph } from './change-dependency-graph.ts'
import type { DnsRecordFields, ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { RecordPairing } from './pair-records-of-type.ts'
import { isTypeChange, type PlannedRecordChange } from './planned-record-change.ts'
import { doesRecordAnswerAddressQueries } from './find-host-wildcard-or-delegation-of-target.ts'
import { addDependenciesOnTargetHosts } from './add-dependencies-on-target-hosts.ts'

/**
 * Returns the changes in the order of sending. `hostPairings`: the differing records of each host.
 *
 * - At a host where a CNAME replaces other records or is replaced by them: deletions, the change itself, additions. A
 *   CNAME is then never beside other data (RFC 1034, section 3.6.2).
 * - Elsewhere, deletions come last, so that the remaining records answer meanwhile.
 * - Addresses of a host are added first and deleted last, because a wildcard answers only for a host without records.
 * - A record that points to a host of the zone comes after the records of that host. The last records of a host are
 *   deleted after the records that pointed to it. If records point to each other in a cycle, one of them goes first.
 */
export function sortRecordChanges(
  hostPairings: readonly RecordPairing[],
  zones: { current: readonly ZoneRecord[]; desired: readonly DnsRecordFields[]; domain: string },
): PlannedRecordChange[] {
  const dependencies = createChangeDependencyGraph()
  const changes: PlannedRecordChange[] = []
  const lastChanges: PlannedRecordChange[] = []
  for (const pairing of hostPairings) {
    const { deletions, puts, additions } = toChanges(pairing)
    if (puts.some(isTypeChange)) addStages(dependencies, changes, [deletions, puts, additions])
    else {
      for (const change of puts) changes.push(change)
      for (const change of additions) changes.push(change)
      for (const change of deletions) lastChanges.push(change)
    }
  }
  for (const change of lastChanges) changes.push(change)
  addDependenciesOnTargetHosts(dependencies, changes, zones)
  return dependencies.sort(changes.length).map((position) => changes[position] as PlannedRecordChange)
}

/** Appends stages of changes of one host. Each stage must be complete before the next one begins. */
function addStages(
  dependencies: ChangeDependencyGraph,
  changes: PlannedRecordChange[],
  stages: readonly (readonly PlannedRecordChange[])[],
): void {
  let earlier: number[] = []
  for (const stage of stages.filter(({ length }) => length > 0)) {
    const positions = stage.map((change) => changes.push(change) - 1)
    if (earlier.length > 0) dependencies.addRequired(positions, earlier)
    earlier = positions
  }
}

function toChanges({
  pairs,
  removed,
  added,
}: RecordPairing): Record<'puts' | 'additions' | 'deletions', PlannedRecordChange[]> {
  return {
    puts: pairs.map(([before, after]) => ({ kind: 'change', before, after })),
    additions: byResolving(added, 'first').map((after) => ({ kind: 'add', after })),
    deletions: byResolving(removed, 'last').map((before) => ({ kind: 'delete', before })),
  }
}

function byResolving<Item extends DnsRecordFields>(records: readonly Item[], place: 'first' | 'last'): readonly Item[] {
  if (records.length < 2) return records
  const rankOf = (record: Item) => Number(doesRecordAnswerAddressQueries(record) === (place === 'last'))
  return records.toSorted((one, other) => rankOf(one) - rankOf(other))
}
