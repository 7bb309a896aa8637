/** Where DNS is asked. Tests ask servers on this computer instead. */
export interface DnsServerAddresses {
  /** Addresses of the recursive resolvers, `host` or `host:port`; null: those of the operating system. */
  resolvers: readonly string[] | null
  /** The port of authoritative name servers. */
  nameserverPort: number
}

export const publicDnsServerAddresses: DnsServerAddresses = { resolvers: null, nameserverPort: 53 }
