/** Where DNS queries are sent. Tests send them to servers on this computer. */
export interface DnsResolversAndPort {
  /** Addresses of the recursive resolvers, `host` or `host:port`; null: those of the operating system. */
  resolvers: readonly string[] | null
  /** The port of authoritative name servers. */
  nameserverPort: number
}

export const systemResolversAndPort53: DnsResolversAndPort = { resolvers: null, nameserverPort: 53 }
