import { dayMs } from '#shared/durations.ts'
import { computeServiceClockLeadMs } from '#main/api/compute-service-clock-lead.ts'
import type { Database } from '#main/store/database.ts'

/**
 * Maximum time between an entry and the answer whose lead is used, in milliseconds: the clock of this computer may have
 * been set in between.
 */
const maxDistanceMs = dayMs

/** Number of requests before and after a request whose answers are compared with its own. */
const comparedRequests = 50

interface AnswerRow {
  at: number
  leadMs: number
}

/**
 * Returns the lead for a call at `at` that was not answered, from the answer that is nearest in time; 0 if none is
 * near.
 */
export function queryServiceClockLeadMs(database: Database, at: number): number {
  const columns = 'at + duration_ms as at, service_at - at - duration_ms as leadMs'
  const nearest = [
    database.get<AnswerRow>(
      `select ${columns} from request where at <= ? and service_at is not null order by request.at desc limit 1`,
      at,
    ),
    database.get<AnswerRow>(
      `select ${columns} from request where at > ? and service_at is not null order by request.at limit 1`,
      at,
    ),
  ]
    .filter((row) => row !== undefined)
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0]
  if (!nearest || Math.abs(nearest.at - at) > maxDistanceMs) return 0
  return computeServiceClockLeadMs(nearest.at, nearest.at + nearest.leadMs)
}

/**
 * Returns the lead by the nearest answer before the request that has another lead than its own, else by the nearest one
 * after it; null without such an answer. The time of the request's own answer may be that of a cache or proxy.
 * `toleranceMs`: smaller differences are ignored.
 */
export function queryOtherServiceClockLeadMs(
  database: Database,
  requestId: number,
  ownLeadMs: number,
  toleranceMs: number,
): number | null {
  const columns = 'at + duration_ms as at, service_at - at - duration_ms as leadMs'
  const differs = 'service_at is not null and abs(service_at - at - duration_ms - ?) > ?'
  const other =
    database.get<AnswerRow>(
      `select ${columns} from request where id between ? and ? and ${differs} order by id desc limit 1`,
      requestId - comparedRequests,
      requestId - 1,
      ownLeadMs,
      toleranceMs,
    ) ??
    database.get<AnswerRow>(
      `select ${columns} from request where id between ? and ? and ${differs} order by id limit 1`,
      requestId + 1,
      requestId + comparedRequests,
      ownLeadMs,
      toleranceMs,
    )
  return other ? computeServiceClockLeadMs(other.at, other.at + other.leadMs) : null
}
