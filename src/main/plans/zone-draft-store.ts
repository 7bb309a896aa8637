import { AppError, isAppError } from '#shared/app-error.ts'
import { normalizeRecordInput } from '#shared/dns/record-rules/check-record.ts'
import { listDraftRecords, matchDraftToZone } from '#shared/dns/zone-edits/match-draft-to-zone.ts'
import { zoneDraftSchema, type ZoneDraft } from '#shared/ipc/zone-drafts.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import { idna } from '#main/idna.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

export interface ZoneDraftStore {
  /** Null when there is no draft. Throws `database_damaged` for a draft that cannot be read. */
  get(accountId: string, domain: string): ZoneDraft | null
  /** Replaces an earlier draft of the zone. Throws `not_found` for an unknown account. */
  save(accountId: string, domain: string, draft: Omit<ZoneDraft, 'savedAt'>): { savedAt: number }
  discard(accountId: string, domain: string): void
  /** Discards the draft of a zone that has all its edits by now. A draft that cannot be read stays. */
  discardIfMade(accountId: string, domain: string, zone: readonly ZoneRecord[]): void
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
      const { data } = zoneDraftSchema.safeParse({
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
    discardIfMade(accountId, domain, zone) {
      let draft: ZoneDraft | null
      try {
        draft = drafts.get(accountId, domain)
      } catch (error) {
        if (isAppError(error, 'database_damaged')) return
        throw error
      }
      if (draft === null) return
      const records = listDraftRecords(draft.base, draft.records)
      const { matches } = matchDraftToZone(records, zone, (record) => normalizeRecordInput(record, idna))
      if (matches.every(({ state }) => state !== 'open')) drafts.discard(accountId, domain)
    },
  }
  return drafts
}
