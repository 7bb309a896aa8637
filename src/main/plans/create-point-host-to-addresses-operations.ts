import { isIpv4 } from '#shared/ip-address.ts'
import type { ZoneOperation } from './domain-edit-schema.ts'

/**
 * Creates the operations that make a host point to these addresses and to nothing else: a CNAME record cannot be beside
 * them, and an old AAAA record would send a part of the visitors elsewhere.
 */
export function createPointHostToAddressesOperations(host: string, addresses: readonly string[]): ZoneOperation[] {
  const replace = (type: 'A' | 'AAAA' | 'CNAME', contents: readonly string[]): ZoneOperation => ({
    kind: 'replace_records',
    type,
    host,
    values: contents.map((content) => ({ content, ttl: null, priority: 0 })),
  })
  return [
    replace('CNAME', []),
    replace('A', addresses.filter(isIpv4)),
    replace(
      'AAAA',
      addresses.filter((address) => !isIpv4(address)),
    ),
  ]
}
