import { AppError, isAppError } from '#shared/app-error.ts'
import { normalizeRecordInput, type RecordInput } from '#shared/dns/record-rules/check-record.ts'
import { hasSameRecordFields } from '#shared/dns/records/compare-two-records.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { pairDraftRecordsWithBase, compareDraftWithZone } from '#shared/dns/zone-edits/compare-draft-with-zone.ts'
import type { RecordChange } from '#shared/ipc/dns.ts'
import { storedZoneDraftSchema, type ZoneDraftRecord, type StoredZoneDraft } from '#shared/ipc/zone-drafts.ts'
import { idna } from '#main/node-idna.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

export interface ZoneDraftStore {
  /** Null when there is no draft. Throws `database_damaged` for a draft that cannot be read. */
  get(accountId: string, domain: string): StoredZoneDraft | null
  /** Replaces an earlier draft of the zone. Throws `not_found` for an unknown account. */
  save(accountId: string, domain: string, draft: Omit<StoredZoneDraft, 'savedAt'>): { savedAt: number }
  discard(accountId: string, domain: string): void
  /**
   * Removes the edits that a job made from the draft. Discards the draft if the zone already shows all other edits.
   * `made`: the changes of the job. Their edits are removed even if somebody changed the record again since. A draft
   * that cannot be read stays.
   */
  removeMadeEdits(accountId: string, domain: string, zone: readonly ZoneRecord[], made: readonly RecordChange[]): void
}

interface DraftRow {
  base: string
  records: string
  savedAt: number
}

export function createZoneDraftStore({ database, clock }: { database: Database; clock: Clock }): ZoneDraftStore {
  const drafts: ZoneDraftStore = {
    get(accountId, domain) {
      const row = database.get<DraftRow>(
        'select base, records, saved_at as "savedAt" from zone_draft where account_id = ? and domain = ?',
        accountId,
        domain,
      )
      if (!row) return null
      const { data } = storedZoneDraftSchema.safeParse({
        base: parseJsonOrNull(row.base),
        records: parseJsonOrNull(row.records),
        savedAt: row.savedAt,
      })
      if (!data)
        throw new AppError('database_damaged', 'The draft of the zone cannot be read', {
          details: { path: database.path },
        })
      return data
    },
    save(accountId, domain, { base, records }) {
      const savedAt = clock.now()
      const { changes } = database.run(
        `insert into zone_draft (account_id, domain, base, records, saved_at) select id, ?, ?, ?, ? from account where id = ?
         on conflict (account_id, domain) do update set base = excluded.base, records = excluded.records, saved_at = excluded.saved_at`,
        domain,
        JSON.stringify(base),
        JSON.stringify(records),
        savedAt,
        accountId,
      )
      if (changes === 0) throw new AppError('not_found', 'There is no such account', { details: { what: 'account' } })
      return { savedAt }
    },
    discard(accountId, domain) {
      database.run('delete from zone_draft where account_id = ? and domain = ?', accountId, domain)
    },
    removeMadeEdits(accountId, domain, zone, made) {
      let draft: StoredZoneDraft | null
      try {
        draft = drafts.get(accountId, domain)
      } catch (error) {
        if (isAppError(error, 'database_damaged')) return
        throw error
      }
      if (draft === null) return
      const rows = pairDraftRecordsWithBase(draft.base, draft.records)
      const { matches } = compareDraftWithZone(rows, zone, normalize)
      const isLeft = (row: DraftRecordRow, index: number) =>
        isEdit(row) && matches[index]?.state === 'open' && !isMadeBy(row, made)
      if (!rows.some(isLeft)) return drafts.discard(accountId, domain)
      const isMade = (row: DraftRecordRow) => isEdit(row) && isMadeBy(row, made)
      if (!rows.some(isMade)) return
      // The other edits keep the record on which they were begun: the editor shows what was changed elsewhere since.
      const present = rows.flatMap((row, index) => (isMade(row) ? (matches[index]?.record ?? []) : []))
      const presentIds = new Set(present.map(({ id }) => id))
      const kept = rows.filter((row) => !isMade(row) && (isEdit(row) || !presentIds.has(row.base?.id ?? -1)))
      const baseOf = ({ base }: DraftRecordRow) => (base !== null && presentIds.has(base.id) ? null : base)
      const base = [...present, ...kept.flatMap((row) => baseOf(row) ?? [])]
      const records = [
        ...present.map((record) => toDraftRecord(record, record.id)),
        ...kept.flatMap((row) => (row.isDeleted ? [] : [toDraftRecord(row.record, baseOf(row)?.id ?? null)])),
      ]
      database.run(
        'update zone_draft set base = ?, records = ? where account_id = ? and domain = ?',
        JSON.stringify(base),
        JSON.stringify(records),
        accountId,
        domain,
      )
    },
  }
  return drafts
}

const normalize = (record: RecordInput) => normalizeRecordInput(record, idna)

type DraftRecordRow = ReturnType<typeof pairDraftRecordsWithBase<ZoneDraftRecord>>[number]

const isEdit = ({ base, record, isDeleted }: DraftRecordRow) =>
  isDeleted || base === null || !hasSameRecordFields(base, record)

/**
 * Returns whether a change that was made includes this edit of the draft: the record is deleted, or has the draft's
 * values.
 */
function isMadeBy({ base, record, isDeleted }: DraftRecordRow, made: readonly RecordChange[]): boolean {
  if (isDeleted) return made.some((change) => change.kind !== 'add' && base?.id === change.before.id)
  const wanted = normalize(record)
  return made.some((change) => change.kind !== 'delete' && hasSameRecordFields(change.after, wanted))
}

function toDraftRecord({ type, host, content, ttl, priority }: RecordInput, baseId: number | null): ZoneDraftRecord {
  return { type, host, content, ttl, priority, baseId }
}
