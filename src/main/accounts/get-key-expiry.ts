import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { parseJapanTime } from '#shared/japan-time.ts'

/**
 * Returns when the key expires, in epoch milliseconds, from `expires_at` in Japan time (API description, section "API
 * key information"). Returns null if the key does not expire.
 */
export function getKeyExpiry(me: KeyInformation): number | null {
  return me.expires_at === null ? null : parseJapanTime(me.expires_at)
}
