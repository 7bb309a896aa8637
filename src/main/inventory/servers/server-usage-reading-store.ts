import { maxServerUsageReadings, type ServerUsageReading } from '#shared/ipc/inventory.ts'
import { isNonArrayObject } from '#shared/is-non-array-object.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Database } from '#main/store/database.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/**
 * Maximum characters of JSON. The usage of a server has a few dozen numbers; the history does not store a longer
 * answer.
 */
const maxStoredLength = 8_000

/**
 * Stores the usage of a server as its reading of that day in Japan, in place of an earlier reading of the day. The
 * newest `maxServerUsageReadings` days are kept. The limit is a number of days and not an age, so that a clock that was
 * set forward deletes at most one reading.
 */
export function storeServerUsageReading(
  database: Database,
  accountId: string,
  server: string,
  usage: object,
  readAt: number,
): void {
  const data = JSON.stringify(usage)
  if (data.length > maxStoredLength) return
  database.run(
    `insert into usage_reading (account_id, server, day, read_at, data) values (?, ?, ?, ?, ?)
     on conflict (account_id, server, day) do update set read_at = excluded.read_at, data = excluded.data
     where usage_reading.read_at <= excluded.read_at`,
    accountId,
    server,
    formatJapanDate(readAt),
    readAt,
    data,
  )
  database.run(
    `delete from usage_reading where account_id = ?1 and server = ?2 and day in
       (select day from usage_reading where account_id = ?1 and server = ?2 order by day desc limit -1 offset ?3)`,
    accountId,
    server,
    maxServerUsageReadings,
  )
}

/** Returns the readings of the server, the oldest first. */
export function queryServerUsageReadings(database: Database, accountId: string, server: string): ServerUsageReading[] {
  return database
    .all<{ read_at: number; data: string }>(
      'select read_at, data from usage_reading where account_id = ? and server = ? order by day',
      accountId,
      server,
    )
    .flatMap(({ read_at: readAt, data }) => {
      const usage = parseJsonOrNull(data)
      return isNonArrayObject(usage) ? [{ readAt, usage }] : []
    })
}

const movedPerChunk = 500

/** Moves the readings of a merged account in chunks. Of two readings of a server on one day, the later one is kept. */
export async function reassignServerUsageReadings(database: Database, from: string, into: string): Promise<void> {
  const first = `select server, day from usage_reading where account_id = ?1 order by server, day limit ${movedPerChunk}`
  let isMoved = true
  while (isMoved) {
    isMoved = database.transaction(() => {
      database.run(
        `insert into usage_reading (account_id, server, day, read_at, data)
           select ?2, server, day, read_at, data from usage_reading where account_id = ?1 and (server, day) in (${first})
         on conflict (account_id, server, day) do update set read_at = excluded.read_at, data = excluded.data
         where usage_reading.read_at < excluded.read_at`,
        from,
        into,
      )
      const sql = `delete from usage_reading where account_id = ?1 and (server, day) in (${first})`
      return database.run(sql, from).changes > 0
    })
    await yieldToEventLoop()
  }
}
