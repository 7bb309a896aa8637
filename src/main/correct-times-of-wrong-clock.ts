import { minuteMs } from '#shared/durations.ts'
import { computeServiceClockLeadMs } from '#main/api/compute-service-clock-lead.ts'
import type { Database } from '#main/store/database.ts'
import { storeOldestDetailReadTime } from '#main/inventory/details/store-oldest-detail-read-time-of-domain.ts'

/** Times of past events by the clock of this computer. The rate ledger corrects its own times. */
const timeColumnsByTable = {
  account: ['added_at'],
  api_key: ['checked_at', 'added_at', 'secret_replaced_at'],
  balance_refusal: ['at'],
  change_log: ['at', 'confirmed_at'],
  console_history: ['at'],
  console_request: ['saved_at'],
  domain: ['read_at', 'zone_read_at', 'gone_since'],
  facet: ['read_at', 'error_at'],
  job: ['created_at', 'started_at', 'ended_at'],
  job_item: ['ended_at'],
  key_write_check: ['checked_at'],
  log_archive: ['read_at', 'error_at'],
  log_reading: ['read_at'],
  offer: ['read_at'],
  openapi_document: ['imported_at'],
  preset: ['saved_at'],
  request: ['at'],
  saved_view: ['saved_at'],
  seen_change: ['previous_read_at', 'seen_at'],
  server: ['read_at', 'gone_since', 'memo_read_at'],
  shrunken_list: ['first_read_at', 'read_at'],
  snapshot: ['taken_at', 'read_at'],
  sync_run: [
    'started_at',
    'ended_at',
    'lists_read_at',
    'domains_read_at',
    'servers_read_at',
    'error_at',
    'details_ended_at',
  ],
  told_notification: ['told_at'],
  usage_reading: ['read_at'],
  zone_draft: ['saved_at'],
  zone_template: ['saved_at'],
}

/**
 * Corrects the times that were stored while the clock of this computer was ahead. Readings would count as of now until
 * the clock has reached their times, and later ones as earlier. An answer of that time says by how much the clock was
 * ahead. `now`: epoch milliseconds of the clock, which was set right since. Without such an answer, or if the clock is
 * wrong now, nothing changes.
 */
export function correctTimesOfWrongClock(database: Database, now: number): void {
  const latest = now + minuteMs
  const answer = database.get<{ at: number; serviceAt: number }>(
    `select at + duration_ms as at, service_at as serviceAt from request
     where at > ? and service_at is not null order by at desc limit 1`,
    latest,
  )
  if (!answer) return
  const leadMs = computeServiceClockLeadMs(answer.at, answer.serviceAt)
  if (answer.at + leadMs > latest) return
  database.transaction(() => {
    const domains = database.all<{ accountId: string; name: string }>(
      `select distinct account_id as accountId, name from facet where thing = 'domain' and (read_at > ?1 or error_at > ?1)`,
      latest,
    )
    for (const [table, columns] of Object.entries(timeColumnsByTable))
      for (const column of columns)
        // A `Date` header has whole seconds, so the corrected time may be later than now by less than one.
        database.run(`update ${table} set ${column} = min(${column} + ?, ?) where ${column} > ?`, leadMs, now, latest)
    for (const { accountId, name } of domains) storeOldestDetailReadTime(database, accountId, name)
  })
}
