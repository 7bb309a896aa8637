import type { RecordType } from '#shared/api/dns-record-schemas.ts'
import type { WhoisFieldName } from '#shared/api/whois-rules.ts'

/**
 * What a line can change. A Whois field is named `whois_` and the name of the service, as in `whois_city`.
 *
 * | what | value |
 * |---|---|
 * | `add` | a record: host, TTL (optional), type and content, as in `www 3600 A 192.0.2.1` or `@ MX 10
 * mail.example.com` |
 * | `replace` | as for `add`; other records of the type at the host are removed, except those of other `replace` lines
 * |
 * | `remove` | host, type and content; without content, every record of the type at the host |
 * | `ttl` | seconds, for every record; or host, type and seconds, as in `www A 300` |
 * | `nameservers` | names, separated by blanks |
 * | `lock`, `whois_privacy` | `on` or `off` |
 * | `whois_field` | the text; it may be empty |
 */
export const csvLineChangeKinds = [
  'add',
  'replace',
  'remove',
  'ttl',
  'nameservers',
  'lock',
  'whois_privacy',
  'whois_field',
] as const
export type CsvLineChangeKind = (typeof csvLineChangeKinds)[number]

/** The change of one line, in the form in which it is sent. */
export type CsvLineChange =
  | {
      kind: 'add' | 'replace'
      type: RecordType
      host: string
      content: string
      /** Null: left out. A replaced record keeps its TTL; any other record gets the default. */
      ttl: number | null
      priority: number
    }
  | { kind: 'remove'; type: RecordType; host: string; content: string | null }
  /** Type and host null: every record. */
  | { kind: 'ttl'; ttl: number; type: RecordType | null; host: string | null }
  | { kind: 'nameservers'; nameservers: string[] }
  | { kind: 'lock' | 'whois_privacy'; isOn: boolean }
  | { kind: 'whois_field'; field: WhoisFieldName; value: string }
