import { logRetentionDays } from '#shared/api/service-limits.ts'
import { dayMs } from '#shared/durations.ts'
import { formatJapanTime, parseJapanTime } from '#shared/japan-time.ts'
import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { throwValidationError } from '#simulator/error-response.ts'
import type { SimulatedKey, SimulatedExecutionLogEntry } from '#simulator/world-state.ts'

const errorStatus = 400

function grantsOf({ services }: SimulatedKey): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(services).map(
      ([service, { targetSet: _, permissions, allow_signup, allow_acquisition, ...grant }]) => [
        service,
        {
          ...grant,
          targets: grant.target_mode === 'all' ? [] : grant.targets,
          ...(grant.permission_type === 'custom' && { permissions: permissions ?? {} }),
          ...(service === 'domain'
            ? { allow_acquisition: allow_acquisition ?? false }
            : { allow_signup: allow_signup ?? false }),
        },
      ],
    ),
  )
}

function legacyFields({ isLegacy, services: { server } }: SimulatedKey): Record<string, unknown> {
  return isLegacy && server
    ? { service_type: 'server', servername: server.targets[0], permission_type: server.permission_type }
    : {}
}

const cursorMark = 'before:'

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Infinity
  const text = Buffer.from(cursor, 'base64url').toString()
  const position = text.startsWith(cursorMark) ? Number(text.slice(cursorMark.length)) : Number.NaN
  if (!Number.isInteger(position)) throwValidationError('cursor', 'not a cursor of ours')
  return position
}

function writeCursor(entry: SimulatedExecutionLogEntry): string {
  return Buffer.from(`${cursorMark}${entry.position}`).toString('base64url')
}

/** API description, sections "Common endpoints" and "API execution log entry". */
export const keyAndLogBehaviours: AreaBehaviours<'account'> = {
  me({ key, world }) {
    const isStated =
      world.file.services_in_me === 'all' ||
      Object.values(key.services).some(({ permission_type }) => permission_type === 'custom')
    return { expires_at: key.expiresAtText, ...(isStated && { services: grantsOf(key) }), ...legacyFields(key) }
  },

  logs({ key, now, input: { from, to, status_class, status_code, method, limit, cursor } }) {
    // Both ends are inclusive; the end includes its whole second.
    const start = Math.max(
      now - logRetentionDays * dayMs,
      from === undefined ? -Infinity : (parseJapanTime(from) as number),
    )
    const end = to === undefined ? Infinity : (parseJapanTime(to) as number) + 999
    const before = readCursor(cursor)
    const found: SimulatedExecutionLogEntry[] = []
    for (let index = Math.min(key.log.length, before - 1) - 1; index >= 0 && found.length <= limit; index -= 1) {
      const entry = key.log[index] as SimulatedExecutionLogEntry
      if (entry.at < start) break
      if (entry.at > end) continue
      if (status_class !== undefined && entry.status < errorStatus !== (status_class === 'success')) continue
      if (status_code !== undefined && entry.status !== status_code) continue
      if (method !== undefined && entry.method !== method) continue
      found.push(entry)
    }
    const page = found.slice(0, limit)
    const hasMore = found.length > limit
    return {
      logs: page.map((entry) => ({
        method: entry.method,
        path: entry.path,
        status_code: entry.status,
        response_time_ms: entry.responseMs,
        ip_address: entry.address,
        created_at: formatJapanTime(entry.at),
      })),
      count: page.length,
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? writeCursor(page.at(-1) as SimulatedExecutionLogEntry) : null,
    }
  },
}
