import { normalizeHostName, toAsciiName } from './host-name.ts'
import type { Idna } from './idna-interface.ts'
import { normalizeIpAddress } from './ip-address.ts'

/**
 * Addresses and host names to which records may point, in the forms of `normalizeIpAddress` and `normalizeHostName`.
 */
export interface RecordTargets {
  addresses: string[]
  hosts: string[]
}

/** Returns what a typed text names: one address, one host name, or nothing. */
export function parseRecordTargets(text: string, idna: Idna): RecordTargets {
  const address = normalizeIpAddress(text.trim())
  if (address !== null) return { addresses: [address], hosts: [] }
  const host = normalizeHostName(toAsciiName(text.trim(), idna))
  return { addresses: [], hosts: /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host) ? [host] : [] }
}
