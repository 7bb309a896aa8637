import { logRetentionDays } from '#shared/api/service-limits.ts'
import { dayMs } from '#shared/durations.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import type { SeededRandom } from './seeded-random.ts'

type LogEntry = NonNullable<NonNullable<WorldFile['users']>[number]['logs']>[number]

/** Generates execution logs of one key over the days that the service keeps: mostly reads, some changes, few errors. */
export function generateExecutionLogs(
  random: SeededRandom,
  now: number,
  key: number,
  count: number,
  domains: string[],
  servers: string[],
): LogEntry[] {
  const calls: (() => [method: string, path: string])[] = [
    () => ['GET', '/v1/me'],
    ...(domains.length > 0
      ? [
          () => ['GET', '/v1/domain'] as [string, string],
          () => ['GET', `/v1/domain/${random.pick(domains)}`] as [string, string],
          () => ['GET', `/v1/domain/${random.pick(domains)}/dns`] as [string, string],
          () => ['GET', `/v1/domain/${random.pick(domains)}/nameservers`] as [string, string],
          () => ['PUT', `/v1/domain/${random.pick(domains)}/dns/${random.integer(1, 5000)}`] as [string, string],
          () => ['POST', `/v1/domain/${random.pick(domains)}/dns`] as [string, string],
        ]
      : []),
    ...(servers.length > 0
      ? [
          () => ['GET', '/v1/server'] as [string, string],
          () => ['GET', `/v1/server/${random.pick(servers)}/server-info`] as [string, string],
          () => ['PUT', `/v1/server/${random.pick(servers)}/memo`] as [string, string],
        ]
      : []),
  ]
  return Array.from({ length: count }, (_, index) => {
    // Spread evenly over the days with random offsets; no entry is in the future.
    const at = now - ((index + random.next()) / count) * (logRetentionDays * dayMs - 60_000) - 1000
    const [method, path] = random.pick(calls)()
    return {
      key,
      method,
      path,
      status_code: random.chance(0.93) ? 200 : random.pick([404, 409, 422, 429, 500]),
      response_time_ms: random.chance(0.02) ? null : random.integer(12, 900),
      ip_address: random.pick(['198.51.100.24', '198.51.100.24', '203.0.113.80', '2001:db8:12::5']),
      created_at: formatJapanTime(at),
    }
  })
}
