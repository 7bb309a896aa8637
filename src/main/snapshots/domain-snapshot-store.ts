import { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { dayMs } from '#shared/durations.ts'
import { whoisFieldsAndPrivacySchema } from '#shared/ipc/domain-change-schemas.ts'
import { zoneRecordSchema } from '#shared/ipc/inventory.ts'
import { domainSnapshotParts, type DomainSnapshot, type DomainSnapshotSummary } from '#shared/ipc/domain-snapshots.ts'
import { queryMergedAccountIds } from '#main/store/merged-account-store.ts'
import type { Clock } from '#main/clock.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** A snapshot to be stored. A part that was not read is left out. */
export type NewDomainSnapshot = Pick<DomainSnapshot, 'accountId' | 'domain' | 'readAt' | 'reason' | 'jobId'> &
  Partial<Pick<DomainSnapshot, (typeof domainSnapshotParts)[number]>>

/** Stored states of domains. After a merge, a snapshot belongs to the account that its account was merged into. */
export interface DomainSnapshotStore {
  /**
   * Writes the snapshot before it returns, and deletes snapshots of the domain that are no longer kept. Throws
   * `disk_full`, `database_*`.
   */
  save(snapshot: NewDomainSnapshot): DomainSnapshot
  /** Throws `not_found`, or `unreadable_row` when a part is damaged. */
  get(snapshotId: string): DomainSnapshot
  /** Newest first. */
  list(accountId: string, domain: string): DomainSnapshotSummary[]
}

export interface DomainSnapshotStoreDeps {
  database: Database
  clock: Pick<Clock, 'now'>
  newId: () => string
}

/** How long snapshots are kept. Jobs are kept as long, so that every listed job can be undone. */
const keptMs = 90 * dayMs
/** Number of the newest snapshots of a domain that are kept at any age. */
const keptPerDomain = 20
const deletedPerChunk = 200

interface Row {
  id: string
  account_id: string
  domain: string
  taken_at: number
  read_at: number
  reason: DomainSnapshot['reason']
  job_id: string | null
  records: string | null
  nameservers: string | null
  whois: string | null
  lock: number | null
}

export function createDomainSnapshotStore({ database, clock, newId }: DomainSnapshotStoreDeps): DomainSnapshotStore {
  /** SQL condition and its parameters: snapshots of the domain, those of merged accounts included. */
  function ofDomain(accountId: string, domain: string): [string, string, string] {
    const ids = queryMergedAccountIds(database).withFormerIds(accountId)
    return ['domain = ? and account_id in (select value from json_each(?))', domain, JSON.stringify(ids)]
  }

  function deleteOld(accountId: string, domain: string, now: number): void {
    const [condition, ...params] = ofDomain(accountId, domain)
    database.run(
      `delete from snapshot where ${condition} and taken_at < ? and rowid not in
         (select rowid from snapshot where ${condition} order by taken_at desc, rowid desc limit ?)`,
      ...params,
      now - keptMs,
      ...params,
      keptPerDomain,
    )
  }

  return {
    save({ accountId, domain, readAt, reason, jobId, ...parts }) {
      const { records = null, nameservers = null, whois = null, lock = null } = parts
      const id = newId()
      const takenAt = clock.now()
      database.transaction(() => {
        database.run(
          `insert into snapshot (id, account_id, domain, taken_at, read_at, reason, job_id, records, nameservers, whois, lock)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          accountId,
          domain,
          takenAt,
          readAt,
          reason,
          jobId,
          records && JSON.stringify(records),
          nameservers && JSON.stringify(nameservers),
          whois && JSON.stringify(whois),
          lock === null ? null : Number(lock),
        )
        deleteOld(accountId, domain, takenAt)
      })
      return { id, accountId, domain, takenAt, readAt, reason, jobId, records, nameservers, whois, lock }
    },

    get(snapshotId) {
      const row = database.get<Row>('select * from snapshot where id = ?', snapshotId)
      if (!row) throw new AppError('not_found', 'No such snapshot')
      return {
        ...commonFields(row, queryMergedAccountIds(database).currentId),
        records: parsePart(row.records, z.array(zoneRecordSchema)),
        nameservers: parsePart(row.nameservers, z.array(z.string())),
        whois: parsePart(row.whois, whoisFieldsAndPrivacySchema),
        lock: row.lock === null ? null : row.lock === 1,
      }
    },

    list(accountId, domain) {
      const [condition, ...params] = ofDomain(accountId, domain)
      const { currentId } = queryMergedAccountIds(database)
      return database
        .all<Omit<Row, 'records'> & { record_count: number | null; has_records: number }>(
          `select id, account_id, domain, taken_at, read_at, reason, job_id, nameservers, whois, lock, records is not null as has_records,
             case when json_valid(records) then json_array_length(records) end as record_count
           from snapshot where ${condition} order by taken_at desc, rowid desc`,
          ...params,
        )
        .map((row) => ({
          ...commonFields(row, currentId),
          parts: domainSnapshotParts.filter((part) =>
            part === 'records' ? row.has_records === 1 : row[part] !== null,
          ),
          recordCount: row.record_count,
        }))
    },
  }
}

/** Counts what `deleteDomainSnapshotsOfAccount` deletes. */
export function countDomainSnapshotsOfAccount(database: Database, accountId: string): number {
  const ids = JSON.stringify(queryMergedAccountIds(database).withFormerIds(accountId))
  const sql = 'select count(*) as n from snapshot where account_id in (select value from json_each(?))'
  return database.get<{ n: number }>(sql, ids)?.n ?? 0
}

/** Deletes the snapshots of an account and of the accounts that were merged into it, in chunks. */
export async function deleteDomainSnapshotsOfAccount(database: Database, accountId: string): Promise<void> {
  const ids = JSON.stringify(queryMergedAccountIds(database).withFormerIds(accountId))
  while (
    database.run(
      'delete from snapshot where rowid in (select rowid from snapshot where account_id in (select value from json_each(?)) limit ?)',
      ids,
      deletedPerChunk,
    ).changes > 0
  )
    await yieldToEventLoop()
}

function commonFields(row: Omit<Row, 'records'>, currentId: (accountId: string) => string) {
  return {
    id: row.id,
    accountId: currentId(row.account_id),
    domain: row.domain,
    takenAt: row.taken_at,
    readAt: row.read_at,
    reason: row.reason,
    jobId: row.job_id,
  }
}

function parsePart<T>(text: string | null, schema: z.ZodType<T>): T | null {
  if (text === null) return null
  const part = schema.safeParse(parseJsonOrNull(text))
  if (!part.success) throw new AppError('unreadable_row', 'The snapshot cannot be read')
  return part.data
}
