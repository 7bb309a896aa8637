import type { RecordType } from '#shared/api/dns-record-schemas.ts'
import type { SeededRandom } from './seeded-random.ts'

interface ZoneRecord {
  type: RecordType
  host: string
  content: string
  ttl: number
  priority: number
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** From the address ranges reserved for documentation. */
const ipv4 = (random: SeededRandom) =>
  `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.integer(1, 254)}`
const ipv6 = (random: SeededRandom) => `2001:db8:${random.hex(4)}::${random.integer(1, 9999)}`

/** About as long as the record of a 2048-bit key (whose `p` has 392 characters); the key itself is not valid. */
function dkim(random: SeededRandom): string {
  return `v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${Array.from({ length: 350 }, () => random.pick([...base64])).join('')}IDAQAB`
}

/**
 * Generates the records of one domain: first the common records, then less common ones, then hosts until `size` is
 * reached.
 */
export function generateZoneRecords(random: SeededRandom, domain: string, size: number): ZoneRecord[] {
  const address = ipv4(random)
  const ttl = random.pick([300, 3600, 3600, 3600, 86_400])
  const record = (type: RecordType, host: string, content: string, priority = 0): ZoneRecord => ({
    type,
    host,
    content,
    ttl,
    priority,
  })
  const usual = [
    record('A', '@', address),
    record('A', 'www', address),
    record('MX', '@', `mail.${domain}`, 10),
    record('TXT', '@', `v=spf1 +a:mail.${domain} +mx include:_spf.mail.example ~all`),
    record('A', 'mail', ipv4(random)),
    record('CNAME', 'ftp', `www.${domain}`),
  ]
  const unusual = [
    () => record('AAAA', '@', ipv6(random)),
    () =>
      record(
        'TXT',
        '_dmarc',
        `v=DMARC1; p=${random.pick(['none', 'quarantine', 'reject'])}; rua=mailto:dmarc@${domain}`,
      ),
    () => record('TXT', 'default._domainkey', dkim(random)),
    () => record('SRV', '_sip._tcp', `${random.integer(0, 20)} 5060 sip.${domain}`, 10),
    () => record('NS', 'dev', 'ns1.dev-hosting.example'),
    () => record('TXT', '@', `site-verification=${random.hex(40)}`),
    () => record('CNAME', 'status', 'pages.status.example'),
    () => record('MX', '@', 'backup-mx.mail.example', 20),
    () => record('A', '*', address),
    () => record('CNAME', `acme-${random.hex(54)}.auth`, `validation.${random.hex(8)}.ca.example`),
    () => record('SRV', '_autodiscover._tcp', `0 443 autodiscover.${domain}`),
  ]
  const records = usual.slice(0, size)
  const plainHost = (number: number) =>
    random.chance(0.3) ? record('AAAA', `host${number}`, ipv6(random)) : record('A', `host${number}`, ipv4(random))
  const start = random.integer(0, unusual.length - 1)
  for (let index = 0; records.length < size; index += 1) {
    const make = index < unusual.length ? unusual[(start + index) % unusual.length] : undefined
    records.push(make?.() ?? plainHost(index - unusual.length + 1))
  }
  return records
}
