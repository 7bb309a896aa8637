import { promises as dns } from 'node:dns'
import { listDistinctNormalizedHostNames } from '#shared/dns/nameservers/has-same-nameservers.ts'
import type { DnsResolversAndPort } from './dns-resolvers-and-port.ts'

/** `not_found`: DNS knows no name servers of the domain. `failed`: the resolver gave no answer. */
export type NameserverLookupOutcome =
  { kind: 'found'; nameservers: string[] } | { kind: 'not_found' } | { kind: 'failed' }

/** `not_found`: DNS knows no address of the name server. `failed`: the resolver gave no answer for a family. */
export type AddressLookupOutcome = { kind: 'found'; addresses: string[] } | { kind: 'not_found' } | { kind: 'failed' }

export interface NameserverLookup {
  /** The name servers of a domain. */
  nameservers(domain: string): Promise<NameserverLookupOutcome>
  /** The addresses of a name server, IPv4 first, because many computers have no IPv6 route. */
  addresses(host: string): Promise<AddressLookupOutcome>
}

const lookupTimeoutMs = 3000
const lookupTries = 2
/** Codes of node:dns for an answer that says that no such records exist. */
const emptyAnswerCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** Asks recursive resolvers. The signal ends lookups in flight, which then count as failed. */
export function createNameserverLookup({ resolvers }: DnsResolversAndPort, signal: AbortSignal): NameserverLookup {
  const resolver = new dns.Resolver({ timeout: lookupTimeoutMs, tries: lookupTries })
  if (resolvers !== null) resolver.setServers(resolvers)
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })

  return {
    async nameservers(domain) {
      try {
        const nameservers = listDistinctNormalizedHostNames(await resolver.resolveNs(domain)).sort()
        return nameservers.length > 0 ? { kind: 'found', nameservers } : { kind: 'not_found' }
      } catch (error) {
        return { kind: isEmptyAnswer(error) ? 'not_found' : 'failed' }
      }
    },
    async addresses(host) {
      const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
      if (addresses.length > 0) return { kind: 'found', addresses }
      const isAnswered = families.every((family) => family.status === 'fulfilled' || isEmptyAnswer(family.reason))
      return { kind: isAnswered ? 'not_found' : 'failed' }
    },
  }
}

function isEmptyAnswer(error: unknown): boolean {
  return emptyAnswerCodes.includes((error as NodeJS.ErrnoException).code)
}
