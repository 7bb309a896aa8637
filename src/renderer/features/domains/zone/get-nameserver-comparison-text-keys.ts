import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'
import type { RecordSetComparison } from './group-and-sort-nameserver-answers.ts'

/**
 * Text key of the state of a record set. A name server that does not answer for the zone is not asked about its
 * records.
 */
export function getRecordSetStateTextKey(
  { state }: Pick<RecordSetComparison, 'state'>,
  servers: NameserverComparisonResult['servers'],
): RecordSetComparison['state'] | 'not_asked' {
  return servers.some(({ reason }) => reason === null) ? state : 'not_asked'
}

/**
 * Returns the text key, under `dnsComparison`, for data that was not compared because it was never read. Null: none.
 */
export function getUncomparedDataTextKey({
  recordSets,
  zoneReadAt,
}: Pick<NameserverComparisonResult, 'recordSets' | 'zoneReadAt'>): 'nothing' | 'recordsNotRead' | null {
  if (recordSets.length === 0) return 'nothing'
  return zoneReadAt === null ? 'recordsNotRead' : null
}
