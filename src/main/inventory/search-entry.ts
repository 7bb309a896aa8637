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
  rowid: number
  title: string
  body: string
}

/** What a domain is found by; what is left out stays as it is. */
export interface SearchText {
  domain: string
  title?: string
  body?: string
}

/**
 * Writes the search entries of domains where they changed. Call it in a transaction. Many at once cost little more
 * than one, because the full-text index writes one segment for them.
 */
export function writeSearchEntries(database: Database, accountId: string, texts: readonly SearchText[]): void {
  const gone: number[] = []
  const fresh: [domain: string, title: string, body: string][] = []
  for (const text of texts) {
    const old = database.get<Entry>(
      `select rowid, title, body from search_entry where account_id = ? and kind = 'domain' and target = ?`,
      accountId,
      text.domain,
    )
    const title = text.title === undefined ? (old?.title ?? text.domain) : searchable(text.title)
    const body = text.body === undefined ? (old?.body ?? '') : searchable(text.body)
    if (old && old.title === title && old.body === body) continue
    if (old) gone.push(old.rowid)
    fresh.push([text.domain, title, body])
  }
  if (gone.length > 0) database.run('delete from search_entry where rowid in (select value from json_each(?))', JSON.stringify(gone))
  if (fresh.length === 0) return
  const last = database.get<{ last: number | null }>('select max(rowid) as last from search_entry')?.last ?? 0
  const rows = JSON.stringify(fresh)
  database.run(
    `insert into search_entry (rowid, account_id, kind, target, title, body)
     select key + ?, ?, 'domain', value ->> 0, value ->> 1, value ->> 2 from json_each(?)`,
    last + 1,
    accountId,
    rows,
  )
  database.run('insert into search (rowid, title, body) select key + ?, value ->> 1, value ->> 2 from json_each(?)', last + 1, rows)
}

export function deleteSearchEntries(database: Database, accountId: string, domains: readonly string[]): void {
  database.run(
    `delete from search_entry where account_id = ? and kind = 'domain' and target in (select value from json_each(?))`,
    accountId,
    JSON.stringify(domains),
  )
}
