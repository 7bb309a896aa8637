import { domainToUnicode } from 'node:url'
import type { DomainListItem } from '#shared/api/domain-schemas.ts'
import type { Database } from '#main/store/database.ts'
import { createSearchEntryIdAllocator, storeSearchEntries } from '#main/inventory/search-index/store-search-entries.ts'
import { joinNamesOfDomainForSearch } from '#main/inventory/search-index/format-record-and-domain-names-as-text.ts'
import { storeReappearanceInList, storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import { diffListEntryReadings } from '#main/detected-changes/diff-list-entry-readings.ts'
import { storeOldestDetailReadTime } from '#main/inventory/details/store-oldest-detail-read-time-of-domain.ts'
import { mergeSearchIndexSegments } from '#main/inventory/search-index/merge-search-index-segments.ts'
import { sortInChunks, splitIntoChunks, yieldToEventLoop } from '#main/event-loop/chunked-work.ts'

/**
 * Rows per transaction, which takes about 8 ms. Fewer rows take longer in all, because each transaction adds a segment
 * to the search index.
 */
const rowsPerTransaction = 150

interface StoredDomainFields {
  decoded_name: string | null
  status: string
  expiry_date: string | null
  gone_since: number | null
  read_at: number
}

/**
 * Stores a list of domains in chunks. An unchanged row only gets a new `read_at`. A domain that was gone is present
 * again, with its stored details. A row that was read between the request of the list and now is newer than the list,
 * and is kept. A row with a time in the future is not kept, because the clock was set back.
 */
export async function storeListedDomains(
  database: Database,
  accountId: string,
  items: readonly DomainListItem[],
  readAt: number,
  { requestedAt, now }: { requestedAt: number; now: number },
): Promise<void> {
  const listed = new Set<string>()
  // The rows are sorted by the order of the indexes, so that a chunk touches few database pages. Random order would
  // touch several pages per row.
  const sorted = await sortInChunks(items, (one, other) =>
    one.domain_name < other.domain_name ? -1 : Number(one.domain_name > other.domain_name),
  )
  for (const part of splitIntoChunks(sorted, rowsPerTransaction)) {
    let hasRenamed = false
    database.transaction(() => {
      const renamed: DomainListItem[] = []
      const allocateEntryId = createSearchEntryIdAllocator(database)
      for (const item of part) {
        if (listed.has(item.domain_name)) continue
        listed.add(item.domain_name)
        if (storeDomain(database, accountId, item, readAt, { requestedAt, now }, allocateEntryId)) renamed.push(item)
      }
      storeSearchEntries(
        database,
        accountId,
        renamed.map((item) => ({
          domain: item.domain_name,
          title: joinNamesOfDomainForSearch(item.domain_name, decodedName(item)),
        })),
        allocateEntryId,
      )
      hasRenamed = renamed.length > 0
    })
    await yieldToEventLoop()
    if (!hasRenamed) continue
    mergeSearchIndexSegments(database)
    await yieldToEventLoop()
  }
}

/** Returns whether the domain is new or its decoded name changed. */
function storeDomain(
  database: Database,
  accountId: string,
  item: DomainListItem,
  readAt: number,
  { requestedAt, now }: { requestedAt: number; now: number },
  allocateEntryId: () => number,
): boolean {
  const name = item.domain_name
  const expiry = item.expiry_date ?? null
  const decoded = decodedName(item)
  const old = database.get<StoredDomainFields>(
    'select decoded_name, status, expiry_date, gone_since, read_at from domain where account_id = ? and name = ?',
    accountId,
    name,
  )
  const knownAt = Math.max(old?.read_at ?? 0, old?.gone_since ?? 0)
  if (knownAt > requestedAt && knownAt <= now) return false
  if (
    old &&
    old.gone_since === null &&
    old.status === item.status &&
    old.expiry_date === expiry &&
    old.decoded_name === decoded
  ) {
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
    // Only a new row needs the ID: an existing row keeps its search entry.
    old ? null : allocateEntryId(),
  )
  if (old) {
    // The status decides which details the domain has.
    if (old.status !== item.status) storeOldestDetailReadTime(database, accountId, name)
    const changes = diffListEntryReadings(old, { status: item.status, expiry_date: expiry })
    storeDetectedChanges(database, { accountId, kind: 'domain', name }, changes, old.read_at, readAt)
    storeReappearanceInList(database, { accountId, kind: 'domain', name }, old.gone_since, readAt)
  }
  return !old || old.decoded_name !== decoded
}

/** The service decodes Japanese names only. Search needs the decoded form of every name. */
function decodedName({ domain_name: name, decoded_domain: decoded }: DomainListItem): string | null {
  if (decoded || !name.includes('xn--')) return decoded ?? null
  const unicode = domainToUnicode(name)
  return unicode !== '' && unicode !== name ? unicode : null
}
