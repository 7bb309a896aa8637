import { isSameService } from '#main/api/compare-services-by-base-url.ts'
import type { Database } from '#main/store/database.ts'

/** Returns the base URLs of accounts at the same service as `baseUrl`, as a JSON array for `json_each`. */
export function queryBaseUrlsOfSameServiceAsJson(database: Database, baseUrl: string): string {
  const known = database.all<{ baseUrl: string }>('select distinct base_url as baseUrl from account')
  return JSON.stringify(known.map((row) => row.baseUrl).filter((other) => isSameService(other, baseUrl)))
}
