import type { CsvLineChangeKind } from './csv-line-change.ts'

/** Lines of the example file and of the page that explains the format. */
export const csvLineChangeExamples: Record<CsvLineChangeKind, readonly { what: string; value: string }[]> = {
  add: [
    { what: 'add', value: 'www 3600 A 192.0.2.1' },
    { what: 'add', value: 'news MX 10 mail.example.com' },
  ],
  replace: [{ what: 'replace', value: 'www A 192.0.2.2' }],
  remove: [
    { what: 'remove', value: 'old A 192.0.2.9' },
    { what: 'remove', value: 'test TXT' },
  ],
  ttl: [
    { what: 'ttl', value: 'www A 300' },
    { what: 'ttl', value: '3600' },
  ],
  nameservers: [{ what: 'nameservers', value: 'ns1.example.net ns2.example.net' }],
  lock: [{ what: 'lock', value: 'on' }],
  whois_privacy: [{ what: 'whois_privacy', value: 'on' }],
  whois_field: [{ what: 'whois_city', value: 'Osaka' }],
}
