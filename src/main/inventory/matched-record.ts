import type { DomainRow, MatchedRecord, ZoneRecord } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { namesOf, recordLine } from './search-entry.ts'
import { hasAllTerms, hasQueried, parseTextQuery, searchable } from './text.ts'
import { takeRecords } from './zone-store.ts'

/** Which record of a listed domain a text was found in; null where its names have every word. Null for no text. */
export function createRecordMatcher(database: Database, text: string): ((row: DomainRow) => MatchedRecord | null) | null {
  const query = parseTextQuery(text)
  if (!('address' in query) && query.terms.length === 0) return null
  const recordsOf = ({ accountId, name }: DomainRow): ZoneRecord[] => takeRecords(database, accountId, name)
  if ('address' in query) return (row) => firstOf(recordsOf(row).filter(({ content }) => hasQueried(content, query)))
  return (row) => {
    const names = searchable(namesOf(row.name, row.decodedName))
    const notInNames = query.terms.filter((term) => !names.includes(term))
    if (notInNames.length === 0) return null
    const having = recordsOf(row).filter((record) => hasAllTerms(recordLine(row.name, record), notInNames))
    if (having.length > 0) return firstOf(having)
    // Each word in a record of its own.
    return firstOf(recordsOf(row).filter((record) => notInNames.some((term) => hasAllTerms(recordLine(row.name, record), [term]))))
  }
}

function firstOf([first, ...others]: ZoneRecord[]): MatchedRecord | null {
  return first ? { host: first.host, type: first.type, content: first.content, others: others.length } : null
}
