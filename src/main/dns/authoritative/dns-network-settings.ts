/** Where DNS is asked. Tests ask servers on this computer instead. */
export interface DnsNetworkSettings {
  /** Addresses of the recursive resolvers, `host` or `host:port`; null: those of the operating system. */
  resolvers: readonly string[] | null
  /** The port of authoritative name servers. */
  nameserverPort: number
}

export const publicDnsNetworkSettings: DnsNetworkSettings = { resolvers: null, nameserverPort: 53 }
