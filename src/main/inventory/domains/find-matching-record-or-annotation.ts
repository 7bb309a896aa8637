import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { getAnnotation } from '#main/annotations/read-and-save-annotation.ts'
import { findAnnotationMatch } from '#main/inventory/search-index/find-annotation-match.ts'
import type { Database } from '#main/store/database.ts'
import { formatSearchNames, formatRecordLine } from '#main/inventory/search-index/store-search-entries.ts'
import { containsAllTerms, matchesTextQuery, parseTextQuery } from '#main/inventory/search-index/text-query.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { getZoneRecords } from './zone-store.ts'

/** Where the text was found in a domain. Both are null when its names contain every word. */
export type MatchedRecordOrAnnotation = Pick<Required<DomainRow>, 'match' | 'matchedAnnotation'>

/** Finds the record, or else the tag, customer or note, in which the text was found. Returns null for an empty text. */
export function createMatchingRecordOrAnnotationFinder(
  database: Database,
  text: string,
): ((row: DomainRow) => MatchedRecordOrAnnotation) | null {
  const query = parseTextQuery(text)
  if (!('address' in query) && query.terms.length === 0) return null
  const recordsOf = ({ accountId, name }: DomainRow): ZoneRecord[] => getZoneRecords(database, accountId, name)
  if ('address' in query)
    return (row) => inRecords(recordsOf(row).filter(({ content }) => matchesTextQuery(content, query)))
  return (row) => {
    const names = normalizeSearchText(formatSearchNames(row.name, row.decodedName))
    const notInNames = query.terms.filter((term) => !names.includes(term))
    if (notInNames.length === 0) return inRecords([])
    const records = recordsOf(row)
    const having = records.filter((record) => containsAllTerms(formatRecordLine(row.name, record), notInNames))
    if (having.length > 0) return inRecords(having)
    const annotation = getAnnotation(database, { kind: 'domain', accountId: row.accountId, name: row.name })
    const annotated = [...annotation.tags, annotation.customer, annotation.note].join('\n')
    if (containsAllTerms(annotated, notInNames))
      return { match: null, matchedAnnotation: findAnnotationMatch(annotation, notInNames) }
    // No record contains all words: take the records that contain one of them.
    return inRecords(
      records.filter((record) =>
        notInNames.some((term) => containsAllTerms(formatRecordLine(row.name, record), [term])),
      ),
    )
  }
}

function inRecords([first, ...others]: ZoneRecord[]): MatchedRecordOrAnnotation {
  const match = first ? { host: first.host, type: first.type, content: first.content, others: others.length } : null
  return { match, matchedAnnotation: null }
}
