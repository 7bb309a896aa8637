import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'

export type RecordSetComparison = NameserverComparisonResult['recordSets'][number]
type Answer = RecordSetComparison['answers'][number]

/** Name servers that gave the same answer about a record set. */
export interface NameserverAnswerGroup extends Pick<Answer, 'state' | 'values' | 'reason'> {
  servers: string[]
}

/** Groups the answers about a record set, so that equal answers are shown once. Keeps the order of the name servers. */
export function groupNameserverAnswers(answers: readonly Answer[]): NameserverAnswerGroup[] {
  const groups = new Map<string, NameserverAnswerGroup>()
  for (const { server, state, values, reason } of answers) {
    const key = JSON.stringify([state, values, reason])
    const group = groups.get(key)
    if (group) group.servers.push(server)
    else groups.set(key, { servers: [server], state, values, reason })
  }
  return [...groups.values()]
}

/**
 * Counts the record sets whose result lacks an answer of a name server that answers for the zone, because the result is
 * then that of the other name servers.
 */
export function countRecordSetsWithMissingAnswer({
  recordSets,
  servers,
}: Pick<NameserverComparisonResult, 'recordSets' | 'servers'>): number {
  const answering = new Set(servers.filter(({ reason }) => reason === null).map(({ name }) => name))
  return recordSets.filter(
    ({ state, answers }) =>
      state !== 'not_reachable' && answers.some(({ server, reason }) => reason !== null && answering.has(server)),
  ).length
}

const order: RecordSetComparison['state'][] = ['differs', 'missing', 'not_reachable', 'same']

/** Record sets that need attention come first; the order of the zone is kept within each state. */
export function sortRecordSetsByState(recordSets: readonly RecordSetComparison[]): RecordSetComparison[] {
  return [...recordSets].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

/** Returns the number of record sets in each state that occurs, in the order of attention. */
export function countRecordSetStates(
  recordSets: readonly RecordSetComparison[],
): { state: RecordSetComparison['state']; count: number }[] {
  return order
    .map((state) => ({ state, count: recordSets.filter((each) => each.state === state).length }))
    .filter(({ count }) => count > 0)
}
