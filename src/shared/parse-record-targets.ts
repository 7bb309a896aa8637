import { normalizeHostName, toAsciiName, toHalfWidth } from './host-name.ts'
import type { Idna } from './idna-interface.ts'
import { normalizeIpAddress } from './ip-address.ts'

/**
 * Addresses and host names to which records may point, in the forms of `normalizeIpAddress` and `normalizeHostName`.
 */
export interface RecordTargets {
  addresses: string[]
  hosts: string[]
}

/** Returns what a typed text names: one address, one host name, or nothing. Full-width characters are allowed. */
export function parseRecordTargets(text: string, idna: Idna): RecordTargets {
  const typed = toHalfWidth(text.trim())
  const address = normalizeIpAddress(typed)
  if (address !== null) return { addresses: [address], hosts: [] }
  const host = normalizeHostName(toAsciiName(typed, idna))
  return { addresses: [], hosts: /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host) ? [host] : [] }
}
