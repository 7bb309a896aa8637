import { hasSameIdAndFields } from '#shared/dns/records/compare-two-records.ts'
import { findIpAddresses } from '#shared/find-ip-addresses-in-text.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import type { Cached } from '#shared/ipc/common-schemas.ts'
import type { Database } from '#main/store/database.ts'
import { diffZoneReadings } from '#main/detected-changes/diff-zone-readings.ts'
import { storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import { saveDetail, getDetail } from '#main/inventory/details/detail-store.ts'
import { storeOldestDetailReadTime } from '#main/inventory/details/store-oldest-detail-read-time-of-domain.ts'
import { mergeSearchIndexSegments } from '#main/inventory/search-index/merge-search-index-segments.ts'
import { storeSearchEntries } from '#main/inventory/search-index/store-search-entries.ts'
import { formatRecordLine } from '#main/inventory/search-index/format-record-and-domain-names-as-text.ts'

const columns = 'id, type, host, content, ttl, priority'

export function queryZoneRecords(database: Database, accountId: string, domain: string): ZoneRecord[] {
  return database.all<ZoneRecord>(
    `select ${columns} from record where account_id = ? and domain = ? order by id`,
    accountId,
    domain,
  )
}

export function queryZone(database: Database, accountId: string, domain: string): Cached<ZoneRecord[]> {
  const detail = getDetail<null>(database, accountId, 'domain', domain, 'zone')
  return { ...detail, data: detail.readAt === null ? null : queryZoneRecords(database, accountId, domain) }
}

/**
 * Stores a whole zone and writes only changed records. Does nothing when the account has no such domain. `detectedAt`:
 * when the newest of its records was answered; it is later than `readAt` if changes followed the reading.
 */
export function storeZone(
  database: Database,
  accountId: string,
  domain: string,
  records: readonly ZoneRecord[],
  readAt: number,
  detectedAt = readAt,
): void {
  database.transaction(() => {
    const before = queryZoneRecords(database, accountId, domain)
    const known = new Map(before.map((record) => [record.id, record]))
    const previousReadAt = database.get<{ zone_read_at: number | null }>(
      'select zone_read_at from domain where account_id = ? and name = ?',
      accountId,
      domain,
    )?.zone_read_at
    const { changes } = database.run(
      'update domain set records = ?, zone_read_at = ?, is_zone_refused = 0 where account_id = ? and name = ?',
      records.length,
      readAt,
      accountId,
      domain,
    )
    if (changes === 0) return
    if (typeof previousReadAt === 'number')
      storeDetectedChanges(
        database,
        { accountId, kind: 'domain', name: domain },
        diffZoneReadings(before, records),
        previousReadAt,
        detectedAt,
      )
    for (const record of records) {
      const old = known.get(record.id)
      known.delete(record.id)
      if (old && hasSameIdAndFields(old, record)) continue
      database.run(
        `insert or replace into record (account_id, domain, ${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)`,
        accountId,
        domain,
        record.id,
        record.type,
        record.host,
        record.content,
        record.ttl,
        record.priority,
      )
    }
    for (const id of known.keys())
      database.run('delete from record where account_id = ? and domain = ? and id = ?', accountId, domain, id)
    saveDetail(database, accountId, 'domain', domain, 'zone', null, readAt)
    storeOldestDetailReadTime(database, accountId, domain)
    storeSearchEntries(database, accountId, [
      { domain, body: records.map((record) => formatRecordLine(domain, record)).join('\n') },
    ])
    storeRecordAddresses(database, accountId, domain, records)
    mergeSearchIndexSegments(database)
  })
}

function storeRecordAddresses(
  database: Database,
  accountId: string,
  domain: string,
  records: readonly ZoneRecord[],
): void {
  const { entry } = database.get<{ entry: number }>(
    'select entry from domain where account_id = ? and name = ?',
    accountId,
    domain,
  ) as { entry: number }
  const addresses = JSON.stringify([...new Set(records.flatMap(({ content }) => findIpAddresses(content)))])
  database.run(
    'delete from domain_address where entry = ? and address not in (select value from json_each(?))',
    entry,
    addresses,
  )
  database.run(
    'insert or ignore into domain_address (address, entry) select value, ? from json_each(?)',
    entry,
    addresses,
  )
}
