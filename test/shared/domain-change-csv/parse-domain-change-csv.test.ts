import { expect, test } from 'vitest'
import { csvLineChangeExamples } from '#shared/domain-change-csv/csv-line-change-examples.ts'
import { matchCsvDomains } from '#shared/domain-change-csv/match-csv-domains.ts'
import { domainChangeCsvLimits, parseDomainChangeCsv } from '#shared/domain-change-csv/parse-domain-change-csv.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const read = (text: string) => runWithoutPauses(parseDomainChangeCsv(text, idna))
/** The change of a file with one line. */
const change = (what: string, value: string) => read(`example.com,${what},"${value}"`).lines[0]?.change
/** `line code` of each line that cannot be used. */
const findings = (...lines: string[]) => read(lines.join('\n')).findings.map(({ line, code }) => `${line} ${code}`)

test('Every kind of change is read in the form in which it is sent', () => {
  expect(change('add', 'WWW 600 a 192.0.2.1')).toEqual({
    kind: 'add',
    type: 'A',
    host: 'WWW',
    content: '192.0.2.1',
    ttl: 600,
    priority: 0,
  })
  expect(change('replace', '@ MX 10 mail.example.com')).toMatchObject({ kind: 'replace', ttl: null, priority: 10 })
  expect(change('add', '@ TXT v=spf1  include:a.example -all')).toMatchObject({
    content: 'v=spf1  include:a.example -all',
  })
  expect(change('add', 'www CNAME 日本語.example')).toMatchObject({ content: 'xn--wgv71a119e.example' })
  expect(change('remove', 'www A')).toEqual({ kind: 'remove', type: 'A', host: 'www', content: null })
  expect(change('remove', '@ MX 10 mail.example.com')).toMatchObject({ content: 'mail.example.com' })
  expect(change('ttl', '300')).toEqual({ kind: 'ttl', ttl: 300, type: null, host: null })
  expect(change('ttl', 'www aaaa 300')).toEqual({ kind: 'ttl', ttl: 300, type: 'AAAA', host: 'www' })
  expect(change('nameservers', 'NS1.example.net, ns2.example.net')).toEqual({
    kind: 'nameservers',
    nameservers: ['ns1.example.net', 'ns2.example.net'],
  })
  expect(change('Lock', 'OFF')).toEqual({ kind: 'lock', isOn: false })
  expect(change('whois_privacy', 'on')).toEqual({ kind: 'whois_privacy', isOn: true })
  expect(change('whois_fax', '')).toEqual({ kind: 'whois_field', field: 'fax', value: '' })
})

test('Every example of the format can be used', () => {
  const lines = Object.values(csvLineChangeExamples).flatMap((examples) =>
    examples.map(({ what, value }) => `example.com,${what},${value}`),
  )
  expect(findings(...lines)).toEqual([])
})

test('A value that breaks a rule is reported for its line before a domain is read', () => {
  expect(
    findings(
      'example.com,add,www A 999.1.1.1',
      'example.com,add,www 5 A 192.0.2.1',
      'example.com,replace,-www A 192.0.2.1',
      'example.com,add,@ MX mail.example.com',
      'example.com,add,www LOC 1',
      'example.com,remove,www 300 A 192.0.2.1',
      'example.com,ttl,5',
      'example.com,ttl,www 300',
      'example.com,ttl,www LOC 300',
      'example.com,nameservers,192.0.2.1',
      'example.com,whois_city,大阪',
      'example.com,whois_phone,06-1234-5678',
      'example.com,whois_nickname,Bob',
      'example.com,lock,',
    ),
  ).toEqual([
    '1 ipv4',
    '2 ttl',
    '3 hostHyphen',
    '4 csvInvalidRecord',
    '5 csvRecordType',
    '6 csvRemovalForm',
    '7 ttl',
    '8 csvTtlForm',
    '9 csvRecordType',
    '10 nameserverAddress',
    '11 whoisFieldNotLatin',
    '12 whoisPhoneForm',
    '13 csvUnknownChange',
    '14 csvValueMissing',
  ])
})

test('A setting that was set on an earlier line of the same domain is reported, and records are not', () => {
  expect(
    findings(
      'example.com,lock,on',
      'EXAMPLE.com,lock,on',
      'other.com,lock,on',
      'example.com,whois_city,Osaka',
      'example.com,whois_city,Kyoto',
      'example.com,add,www A 192.0.2.1',
      'example.com,add,www A 192.0.2.2',
    ),
  ).toEqual(['2 csvSetTwice', '5 csvSetTwice'])
})

test('Comments, empty lines and the header line are skipped but counted in the line numbers', () => {
  const { lines, findings: found } = read('\ufeff# a note\r\n\r\nDomain,What,Value\r\n,,\r\nexample.com,lock,on\r\n')
  expect(found).toEqual([])
  expect(lines).toMatchObject([{ line: 5, text: 'example.com,lock,on', domain: 'example.com' }])
  expect(read('# hosts,"www\n# a,"b" c\r# d\nexample.com,lock,on')).toMatchObject({
    findings: [],
    lines: [{ line: 4 }],
  })
  const quoted = read(
    '\ufeff"Domain","What","Value"\r\n"example.com","nameservers","ns1.a.example\r\nns2.a.example"\r\nexample.com,lock,on',
  )
  expect(quoted.findings).toEqual([])
  expect(quoted.lines.map(({ line }) => line)).toEqual([2, 4])
})

test('Cells that were copied from a spreadsheet, with tabs between them, are read', () => {
  const { lines } = read(
    '# copied, with a comma\ndomain\twhat\tvalue\nexample.com\tnameservers\tns1.a.example,ns2.a.example\n',
  )
  expect(lines).toMatchObject([{ line: 3, change: { nameservers: ['ns1.a.example', 'ns2.a.example'] } }])
})

test('A domain may be written in Japanese, and a line that was damaged by its encoding is reported', () => {
  expect(read('日本語.example,lock,on').lines[0]?.domain).toBe('xn--wgv71a119e.example')
  expect(findings('\ufffd\ufffd.example,lock,on')).toEqual(['1 csvUndecodable'])
})

test('Rows that are no line of three cells are reported, and a quotation mark without an end ends the file', () => {
  expect(
    findings(
      'example.com',
      'example.com,add,www A 192.0.2.1,more',
      'example.com,"lock"x,on',
      'example.com,add,"www',
      'example.com,lock,on',
    ),
  ).toEqual(['1 csvTooFewColumns', '2 csvTooManyColumns', '3 csvTextAfterQuote', '4 csvUnclosedQuote'])
})

test('A file with too many characters is refused, and lines beyond the limit are reported', () => {
  expect(read('a'.repeat(domainChangeCsvLimits.bytes + 1)).findings).toMatchObject([{ code: 'csvTooLarge' }])
  const { lines, findings: found } = read('example.com,ttl,300\n'.repeat(domainChangeCsvLimits.lines + 2))
  expect(lines).toHaveLength(domainChangeCsvLimits.lines)
  expect(found).toMatchObject([{ line: domainChangeCsvLimits.lines + 1, code: 'csvTooManyLines' }])
})

test('A long file is read in slices, and so are its domains', () => {
  const reading = parseDomainChangeCsv('example.com,add,www A 192.0.2.1\n'.repeat(20_000), idna)
  let slices = 1
  let step = reading.next()
  for (; !step.done; slices += 1) step = reading.next()
  expect(slices).toBeGreaterThan(100)
  const matching = matchCsvDomains(step.value.lines, [{ accountId: 'a', name: 'example.com' }], false)
  expect([...matching].length).toBeGreaterThan(2)
})
