import { domainToUnicode } from 'node:url'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { searchable } from './text.ts'

/** A record in one line, as search reads it and shows it. */
export function recordLine(domain: string, record: Pick<ZoneRecord, 'host' | 'type' | 'content' | 'priority'>): string {
  const host = record.host === '@' ? domain : `${record.host}.${domain}`
  return `${host} ${record.type} ${record.content}`
}

/** The names under which a domain is found: what the service calls it, and what its Punycode stands for. */
export function namesOf(name: string, decodedName: string | null): string {
  const decoded = domainToUnicode(name)
  return [...new Set([decodedName ?? '', decoded, name])].filter((part) => part !== '').join(' ')
}

interface Entry {
  entry: number | null
  /** Null when it was not written yet. */
  title: string | null
  body: string | null
}

/** What a domain is found by; what is left out stays as it is. */
export interface SearchText {
  domain: string
  title?: string
  body?: string
}

/** Numbers for the search entries of new domains. Take and use them in one transaction. */
export function newEntryNumbers(database: Database): () => number {
  let last = database.get<{ seq: number }>(`select seq from sqlite_sequence where name = 'search_entry'`)?.seq ?? 0
  return () => (last += 1)
}

/**
 * Writes the search entries of stored domains where they changed. Call it in a transaction. Many at once cost little more
 * than one, because the full-text index writes one segment for them.
 */
export function writeSearchEntries(
  database: Database,
  accountId: string,
  texts: readonly SearchText[],
  newEntry: () => number = newEntryNumbers(database),
): void {
  const giveNumber = (domain: string): number => {
    const entry = newEntry()
    database.run('update domain set entry = ? where account_id = ? and name = ?', entry, accountId, domain)
    return entry
  }
  const gone: number[] = []
  const fresh: [entry: number, domain: string, title: string, body: string][] = []
  for (const text of texts) {
    const old = database.get<Entry>(
      'select d.entry, e.title, e.body from domain d left join search_entry e on e.rowid = d.entry where d.account_id = ? and d.name = ?',
      accountId,
      text.domain,
    )
    if (!old) continue
    const title = text.title === undefined ? (old.title ?? text.domain) : searchable(text.title)
    const body = text.body === undefined ? (old.body ?? '') : searchable(text.body)
    if (old.title === title && old.body === body) continue
    if (old.entry !== null && old.title !== null) gone.push(old.entry)
    fresh.push([old.entry ?? giveNumber(text.domain), text.domain, title, body])
  }
  if (gone.length > 0) database.run('delete from search_entry where rowid in (select value from json_each(?))', JSON.stringify(gone))
  if (fresh.length === 0) return
  const rows = JSON.stringify(fresh)
  database.run(
    `insert into search_entry (rowid, account_id, kind, target, title, body)
     select value ->> 0, ?, 'domain', value ->> 1, value ->> 2, value ->> 3 from json_each(?)`,
    accountId,
    rows,
  )
  database.run('insert into search (rowid, title, body) select value ->> 0, value ->> 2, value ->> 3 from json_each(?)', rows)
}
