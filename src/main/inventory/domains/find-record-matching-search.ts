import type { DomainRow, MatchedRecord, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { Database } from '#main/store/database.ts'
import { formatSearchNames, formatRecordLine } from '#main/inventory/search-index/store-search-entries.ts'
import { containsAllTerms, matchesTextQuery, parseTextQuery } from '#main/inventory/search-index/text-query.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { getZoneRecords } from './zone-store.ts'

/** Finds the record of a domain in which the text was found; null when the domain's names contain every word. Returns null for an empty text. */
export function createSearchHitRecordFinder(
  database: Database,
  text: string,
): ((row: DomainRow) => MatchedRecord | null) | null {
  const query = parseTextQuery(text)
  if (!('address' in query) && query.terms.length === 0) return null
  const recordsOf = ({ accountId, name }: DomainRow): ZoneRecord[] => getZoneRecords(database, accountId, name)
  if ('address' in query)
    return (row) => toMatchedRecord(recordsOf(row).filter(({ content }) => matchesTextQuery(content, query)))
  return (row) => {
    const names = normalizeSearchText(formatSearchNames(row.name, row.decodedName))
    const notInNames = query.terms.filter((term) => !names.includes(term))
    if (notInNames.length === 0) return null
    const having = recordsOf(row).filter((record) => containsAllTerms(formatRecordLine(row.name, record), notInNames))
    if (having.length > 0) return toMatchedRecord(having)
    // No record contains all words: take the records that contain one of them.
    return toMatchedRecord(
      recordsOf(row).filter((record) =>
        notInNames.some((term) => containsAllTerms(formatRecordLine(row.name, record), [term])),
      ),
    )
  }
}

function toMatchedRecord([first, ...others]: ZoneRecord[]): MatchedRecord | null {
  return first ? { host: first.host, type: first.type, content: first.content, others: others.length } : null
}
