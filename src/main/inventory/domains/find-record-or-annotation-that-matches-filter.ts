import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import type { DomainFilter, DomainRow } from '#shared/ipc/inventory.ts'
import { doesRecordPointToHost } from '#shared/record-target-hosts.ts'
import { queryAnnotation } from '#main/annotations/query-and-save-annotation.ts'
import { findAnnotationTextWithAnyWord } from '#main/inventory/search-index/find-annotation-text-with-any-word.ts'
import type { Database } from '#main/store/database.ts'
import {
  joinNamesOfDomainForSearch,
  formatRecordLine,
} from '#main/inventory/search-index/format-record-and-domain-names-as-text.ts'
import {
  containsAllTerms,
  matchesSearchText,
  parseSearchText,
} from '#main/inventory/search-index/parse-and-match-search-text.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { resolveFilterToRecordTargets } from './resolve-points-to-filter-to-addresses-and-hosts.ts'
import { queryZoneRecords } from './zone-store.ts'

/** Where the text was found in a domain: in its names, in records, or in a tag, the customer or the note. */
export type MatchedRecordOrAnnotation = Pick<Required<DomainRow>, 'match' | 'matchedAnnotation' | 'doesNameMatch'>

/** The filters that search in records. */
export type RecordSearchFilter = Pick<DomainFilter, 'text' | 'server' | 'pointsTo'>

/**
 * Finds the record, or else the tag, customer or note, in which the text was found; without a text, the record that
 * points where the filter asks. Returns null if the filter does not search in records.
 */
export function createMatchingRecordOrAnnotationFinder(
  database: Database,
  search: RecordSearchFilter,
): ((row: DomainRow) => MatchedRecordOrAnnotation) | null {
  const query = parseSearchText(search.text)
  if (!('address' in query) && query.terms.length === 0) return createPointingRecordFinder(database, search)
  const recordsOf = ({ accountId, name }: DomainRow): ZoneRecord[] => queryZoneRecords(database, accountId, name)
  if ('address' in query)
    return (row) => inRecords(recordsOf(row).filter(({ content }) => matchesSearchText(content, query)))
  return (row) => {
    const names = normalizeSearchText(joinNamesOfDomainForSearch(row.name, row.decodedName))
    const notInNames = query.terms.filter((term) => !names.includes(term))
    if (notInNames.length === 0) return { match: null, matchedAnnotation: null, doesNameMatch: true }
    const records = recordsOf(row)
    const having = records.filter((record) => containsAllTerms(formatRecordLine(row.name, record), notInNames))
    if (having.length > 0) return inRecords(having)
    const annotation = queryAnnotation(database, { kind: 'domain', accountId: row.accountId, name: row.name })
    const annotated = [...annotation.tags, annotation.customer, annotation.note].join('\n')
    if (containsAllTerms(annotated, notInNames))
      return {
        match: null,
        matchedAnnotation: findAnnotationTextWithAnyWord(annotation, notInNames),
        doesNameMatch: false,
      }
    // No record contains all words: take the records that contain one of them.
    return inRecords(
      records.filter((record) =>
        notInNames.some((term) => containsAllTerms(formatRecordLine(row.name, record), [term])),
      ),
    )
  }
}

function createPointingRecordFinder(
  database: Database,
  search: RecordSearchFilter,
): ((row: DomainRow) => MatchedRecordOrAnnotation) | null {
  const targets = resolveFilterToRecordTargets(database, search)
  if (targets === null) return null
  const { addresses, hosts } = targets
  return ({ accountId, name }) =>
    inRecords(
      queryZoneRecords(database, accountId, name).filter(
        (record) =>
          findIpAddresses(record.content).some((address) => addresses.includes(address)) ||
          hosts.some((host) => host !== name && doesRecordPointToHost(record, host)),
      ),
    )
}

function inRecords([first, ...others]: ZoneRecord[]): MatchedRecordOrAnnotation {
  const match = first ? { host: first.host, type: first.type, content: first.content, others: others.length } : null
  return { match, matchedAnnotation: null, doesNameMatch: false }
}
