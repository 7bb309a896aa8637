import { expect, test } from 'vitest'
import type { DnsRecordFields } from '#shared/dns/records/dns-record.ts'
import { writeZoneFile } from '#shared/dns/records-files/write-zone-file.ts'

const record = (type: string, host: string, content: string, rest: Partial<DnsRecordFields> = {}): DnsRecordFields => ({
  type,
  host,
  content,
  ttl: 3600,
  priority: 0,
  ...rest,
})
const write = (zone: DnsRecordFields[], withPlaceholderSoa = false) =>
  writeZoneFile(zone, { domain: 'example.com', withPlaceholderSoa })

test('A zone file names the origin, and lists the apex first and then the hosts by their last labels', () => {
  const zone = [
    record('A', 'www', '192.0.2.2'),
    record('A', 'a.dev', '192.0.2.3'),
    record('MX', '@', 'mail.example.com', { priority: 10 }),
    record('A', 'b', '192.0.2.4', { ttl: 60 }),
    record('NS', '@', 'ns1.example.net'),
    record('SRV', '_sip._tcp', '5 5060 sip.example.com.', { priority: 1 }),
  ]
  expect(write(zone).text).toBe(
    [
      '$ORIGIN example.com.',
      '$TTL 3600',
      '@\t3600\tIN\tNS\tns1.example.net.',
      '@\t3600\tIN\tMX\t10 mail.example.com.',
      '_sip._tcp\t3600\tIN\tSRV\t1 5 5060 sip.example.com.',
      'b\t60\tIN\tA\t192.0.2.4',
      'a.dev\t3600\tIN\tA\t192.0.2.3',
      'www\t3600\tIN\tA\t192.0.2.2',
      '',
    ].join('\n'),
  )
})

test('A text is written in strings of at most 255 bytes, with escapes', () => {
  const lines = write([
    record('TXT', 'a', 'x'.repeat(256)),
    record('TXT', 'b', 'say "hi"; a\\b'),
    record('TXT', 'c', '検'),
    record('TXT', 'd', '"one " "two"'),
    record('TXT', 'e', '""'),
  ]).text.split('\n')
  expect(lines.slice(2, -1).map((line) => line.split('\t').at(-1))).toEqual([
    `"${'x'.repeat(255)}" "x"`,
    '"say \\"hi\\"; a\\\\b"',
    '"\\230\\164\\156"',
    '"one two"',
    '""',
  ])
})

test('An SOA record is written only if asked for, and is called a placeholder', () => {
  const zone = [record('NS', '@', 'ns1.example.net')]
  expect(write(zone).text).not.toContain('SOA')
  expect(write(zone, true).text).toContain('; Placeholder')
  expect(write(zone, true).text).toContain('\tSOA\tns1.example.net. hostmaster.example.com. ')
  expect(write([], true).text).toContain('\tSOA\t. hostmaster.example.com. ')
})

test('A record that has no form in zone files is reported, and is in the file as a comment', () => {
  const zone = [
    record('CAA', '@', '0 issue "ca.example"'),
    record('A', 'a', '192.0.2.1\nevil A 192.0.2.66'),
    record('MX', 'b', 'mail example'),
    record('SRV', 'c', '443 sip.example.com'),
    record('A', 'd', '192.0.2.1', { priority: 7 }),
  ]
  const { text, incompletelyWritten } = write(zone)
  expect(incompletelyWritten.map(({ record: { host }, code }) => `${host} ${code}`)).toEqual([
    '@ writtenAsComment',
    'a writtenAsComment',
    'b writtenAsComment',
    'c writtenAsComment',
    'd priorityNotWritten',
  ])
  const lines = text.split('\n').slice(2, -1)
  expect(lines.filter((line) => line.startsWith('; '))).toHaveLength(4)
  expect(lines).toContain('; a 3600 IN A 0 192.0.2.1 evil A 192.0.2.66')
})

test('A host with characters that have a meaning in zone files is escaped', () => {
  expect(write([record('A', '$ttl', '192.0.2.1'), record('A', 'a b;(c)', '192.0.2.1')]).text).toContain(
    '\n\\$ttl\t3600\tIN\tA\t192.0.2.1\na\\032b\\;\\(c\\)\t',
  )
})

test('Records of one host and type are sorted by priority and content, so that the order of the zone has no effect', () => {
  const zone = [
    record('MX', '@', 'c.example', { priority: 5 }),
    record('MX', '@', 'a.example', { priority: 10 }),
    record('MX', '@', 'b.example', { priority: 10 }),
  ]
  const lines = write(zone).text.split('\n').slice(2, -1)
  expect(lines.map((line) => line.split('\t').at(-1))).toEqual(['5 c.example.', '10 a.example.', '10 b.example.'])
  expect(write(zone.toReversed())).toEqual(write(zone))
})
