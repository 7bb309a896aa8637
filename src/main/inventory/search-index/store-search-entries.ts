import type { Database } from '#main/store/database.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'

interface StoredSearchEntry {
  entry: number | null
  /** Null when the entry was not written yet. */
  title: string | null
  body: string | null
}

/** Searchable text of a domain. An omitted field keeps its stored value. */
export interface SearchEntryText {
  domain: string
  title?: string
  body?: string
}

/** Allocates ids for the search entries of new domains. Allocate and use them in one transaction. */
export function createSearchEntryIdAllocator(database: Database): () => number {
  let last = database.get<{ seq: number }>(`select seq from sqlite_sequence where name = 'search_entry'`)?.seq ?? 0
  return () => (last += 1)
}

/**
 * Writes the search entries that changed. Call it in a transaction, with many texts at once: the full-text index writes
 * one segment per statement.
 */
export function storeSearchEntries(
  database: Database,
  accountId: string,
  texts: readonly SearchEntryText[],
  allocateEntryId: () => number = createSearchEntryIdAllocator(database),
): void {
  const assignEntryId = (domain: string): number => {
    const entry = allocateEntryId()
    database.run('update domain set entry = ? where account_id = ? and name = ?', entry, accountId, domain)
    return entry
  }
  const gone: number[] = []
  const fresh: [entry: number, domain: string, title: string, body: string][] = []
  for (const text of texts) {
    const old = database.get<StoredSearchEntry>(
      'select d.entry, e.title, e.body from domain d left join search_entry e on e.rowid = d.entry where d.account_id = ? and d.name = ?',
      accountId,
      text.domain,
    )
    if (!old) continue
    const title = text.title === undefined ? (old.title ?? text.domain) : normalizeSearchText(text.title)
    const body = text.body === undefined ? (old.body ?? '') : normalizeSearchText(text.body)
    if (old.title === title && old.body === body) continue
    if (old.entry !== null && old.title !== null) gone.push(old.entry)
    fresh.push([old.entry ?? assignEntryId(text.domain), text.domain, title, body])
  }
  if (gone.length > 0)
    database.run('delete from search_entry where rowid in (select value from json_each(?))', JSON.stringify(gone))
  if (fresh.length === 0) return
  const rows = JSON.stringify(fresh)
  database.run(
    `insert into search_entry (rowid, account_id, kind, target, title, body)
     select value ->> 0, ?, 'domain', value ->> 1, value ->> 2, value ->> 3 from json_each(?)`,
    accountId,
    rows,
  )
  database.run(
    'insert into search (rowid, title, body) select value ->> 0, value ->> 2, value ->> 3 from json_each(?)',
    rows,
  )
}
