import type { NotificationKind } from '#shared/notification-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'

/** A reason to tell the user something. */
export interface NotificationReason {
  /** The name of a domain or server, or the ID of an API key, order or account. */
  subject: string
  /** Tells apart two reasons of the same subject, for example two expiry dates of a domain. */
  occurrence: string
  /** The span in days before an expiry that the subject has reached; 0 for reasons without a date. */
  days: number
}

/** Longer than a reason usually lasts. A reason that lasts longer is told again. */
const keptMs = 2 * 365 * dayMs
const deletedAtOnce = 500

/** What the user was told. A reason counts as told when the user was told of the same or of a shorter span. */
export function createShownNotificationStore(database: Database) {
  return {
    /** The reasons that the user was not told of. */
    listUntold: (kind: NotificationKind, reasons: readonly NotificationReason[]): NotificationReason[] =>
      reasons.filter(
        ({ subject, occurrence, days }) =>
          database.get(
            'select 1 from told_notification where kind = ? and subject = ? and occurrence = ? and days <= ?',
            kind,
            subject,
            occurrence,
            days,
          ) === undefined,
      ),
    /** Records in one transaction that the user is told of these reasons. */
    record: (kind: NotificationKind, reasons: readonly NotificationReason[], now: number): void =>
      database.transaction(() => {
        for (const { subject, occurrence, days } of reasons)
          database.run(
            `insert into told_notification (kind, subject, occurrence, days, told_at) values (?, ?, ?, ?, ?)
             on conflict (kind, subject, occurrence) do update set days = min(days, excluded.days), told_at = excluded.told_at`,
            kind,
            subject,
            occurrence,
            days,
            now,
          )
      }),
    /** Removes what was recorded at this time. */
    withdraw: (kind: NotificationKind, toldAt: number): void =>
      void database.run('delete from told_notification where kind = ? and told_at = ?', kind, toldAt),
    /** Null: nothing of this kind was ever told. */
    lastToldAt: (kind: NotificationKind): number | null =>
      database.get<{ at: number | null }>('select max(told_at) as at from told_notification where kind = ?', kind)
        ?.at ?? null,
    /** Deletes what was told long ago. Works in chunks. `now`: epoch milliseconds. */
    async deleteOld(kinds: readonly NotificationKind[], now: number, signal: AbortSignal): Promise<void> {
      const sql = `delete from told_notification where (kind, subject, occurrence) in
        (select kind, subject, occurrence from told_notification where kind = ? and told_at < ? limit ${deletedAtOnce})`
      for (const kind of kinds)
        while (!signal.aborted && database.run(sql, kind, now - keptMs).changes > 0) await yieldToEventLoop()
    },
  }
}
export type ShownNotificationStore = ReturnType<typeof createShownNotificationStore>
