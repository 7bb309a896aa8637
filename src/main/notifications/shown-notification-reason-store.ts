import type { NotificationKind } from '#shared/notification-kinds.ts'
import { dayMs } from '#shared/durations.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'

/** A reason to notify the user. */
export interface NotificationReason {
  /** The name of a domain or server, or the ID of an API key, order or account. */
  subject: string
  /** Distinguishes two reasons of the same subject, for example two expiry dates of a domain. */
  occurrence: string
  /** The span in days before an expiry that the subject has reached; 0 for reasons without a date. */
  days: number
}

/**
 * How long a shown reason is stored, in milliseconds: longer than a reason usually lasts. A reason that lasts longer is
 * shown again.
 */
const keptMs = 2 * 365 * dayMs
const deletedAtOnce = 500

/**
 * Stores the reasons of the notifications that were shown. A reason counts as shown when it was shown with the same or
 * a shorter span.
 */
export function createShownNotificationStore(database: Database) {
  return {
    /** The reasons that no notification has shown. */
    listNew: (kind: NotificationKind, reasons: readonly NotificationReason[]): NotificationReason[] =>
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
    /** Records in one transaction that a notification shows these reasons. */
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
    withdraw: (kind: NotificationKind, shownAt: number): void =>
      void database.run('delete from told_notification where kind = ? and told_at = ?', kind, shownAt),
    /** Null: no notification of this kind was ever shown. */
    lastShownAt: (kind: NotificationKind): number | null =>
      database.get<{ at: number | null }>('select max(told_at) as at from told_notification where kind = ?', kind)
        ?.at ?? null,
    /** Deletes reasons that were shown long ago. Works in chunks. `now`: epoch milliseconds. */
    async deleteOld(kinds: readonly NotificationKind[], now: number, signal: AbortSignal): Promise<void> {
      const sql = `delete from told_notification where (kind, subject, occurrence) in
        (select kind, subject, occurrence from told_notification where kind = ? and told_at < ? limit ${deletedAtOnce})`
      for (const kind of kinds)
        while (!signal.aborted && database.run(sql, kind, now - keptMs).changes > 0) await yieldToEventLoop()
    },
  }
}
export type ShownNotificationStore = ReturnType<typeof createShownNotificationStore>
