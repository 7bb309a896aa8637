import { domainToUnicode } from 'node:url'
import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import type { Database } from '#main/store/database.ts'
import { formatSearchNames, createEntryIdAllocator, storeSearchEntries } from '#main/inventory/search/store-search-entries.ts'
import { forEachChunk, sortInChunks } from '#main/event-loop/chunked-work.ts'

const rowsPerTransaction = 50

interface StoredDomainFields {
  decoded_name: string | null
  status: string
  expiry_date: string | null
  gone_since: number | null
  read_at: number
}

/**
 * Stores a list of domains in slices. A row that says what it said before only gets its new time; one that was gone is there again, with
 * what was read of it. `keepsNewerAt`: the present, for a reading that may be older than what is stored: a row read after `readAt` stays, unless
 * its time lies ahead of the present, where the clock was set back.
 */
export async function storeDomainList(database: Database, accountId: string, items: readonly DomainListItem[], readAt: number, keepsNewerAt: number | null = null): Promise<void> {
  const listed = new Set<string>()
  // In order of the indexes, a slice touches few pages: in any other order, each row would have several to itself.
  const sorted = await sortInChunks(items, (one, other) => (one.domain_name < other.domain_name ? -1 : Number(one.domain_name > other.domain_name)))
  await forEachChunk(sorted, rowsPerTransaction, (part) =>
    database.transaction(() => {
      const renamed: DomainListItem[] = []
      const allocateEntryId = createEntryIdAllocator(database)
      for (const item of part) {
        if (listed.has(item.domain_name)) continue
        listed.add(item.domain_name)
        if (storeDomain(database, accountId, item, readAt, keepsNewerAt, allocateEntryId)) renamed.push(item)
      }
      storeSearchEntries(
        database,
        accountId,
        renamed.map((item) => ({ domain: item.domain_name, title: formatSearchNames(item.domain_name, decodedName(item)) })),
        allocateEntryId,
      )
    }),
  )
}

/** Whether the domain is new or goes by another name now. */
function storeDomain(database: Database, accountId: string, item: DomainListItem, readAt: number, keepsNewerAt: number | null, allocateEntryId: () => number): boolean {
  const name = item.domain_name
  const expiry = item.expiry_date ?? null
  const decoded = decodedName(item)
  const old = database.get<StoredDomainFields>('select decoded_name, status, expiry_date, gone_since, read_at from domain where account_id = ? and name = ?', accountId, name)
  const knownAt = Math.max(old?.read_at ?? 0, old?.gone_since ?? 0)
  if (keepsNewerAt !== null && knownAt > readAt && knownAt <= keepsNewerAt) return false
  if (old && old.gone_since === null && old.status === item.status && old.expiry_date === expiry && old.decoded_name === decoded) {
    database.run('update domain set read_at = ? where account_id = ? and name = ?', readAt, accountId, name)
    return false
  }
  database.run(
    `insert into domain (account_id, name, decoded_name, status, expiry_date, read_at, entry) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, name) do update set decoded_name = excluded.decoded_name, status = excluded.status,
       expiry_date = excluded.expiry_date, read_at = excluded.read_at, gone_since = null`,
    accountId,
    name,
    decoded,
    item.status,
    expiry,
    readAt,
    // Taken by a new row only: the number of one that is there stays.
    old ? null : allocateEntryId(),
  )
  return !old || old.decoded_name !== decoded
}

/** The service decodes Japanese names only; a person looks for any by what it means. */
function decodedName({ domain_name: name, decoded_domain: decoded }: DomainListItem): string | null {
  if (decoded || !name.includes('xn--')) return decoded ?? null
  const unicode = domainToUnicode(name)
  return unicode !== '' && unicode !== name ? unicode : null
}
