import { describe, expect, test } from 'vitest'
import { parseCsvZone } from '#shared/dns/records-files/parse-csv-zone.ts'
import { parseJsonZone } from '#shared/dns/records-files/parse-json-zone.ts'
import { writeCsvZone } from '#shared/dns/records-files/write-csv-and-json-zone.ts'
import { runWithoutPauses } from '#shared/run-generator-without-pauses.ts'
import { idna } from '#test/shared/dns/node-idna.ts'

const options = { domain: 'example.com', idna }
const csv = (text: string) => runWithoutPauses(parseCsvZone(text, options))
const json = (text: string) => runWithoutPauses(parseJsonZone(text, options))
const codes = ({ findings }: ReturnType<typeof csv>) => findings.map(({ line, code }) => `${line} ${code}`)
const www = { type: 'A', host: 'www', content: '192.0.2.1', ttl: 3600, priority: 0 }

describe('A CSV file with records', () => {
  test.each([
    'type,host,content,ttl,priority\r\nA,www,192.0.2.1,3600,0\r\n',
    '\ufeffPriority,TTL,Content,Host,Type,ID\n0,3600,192.0.2.1,www,a,17\n',
    '種別,ホスト名,内容,TTL（秒）,優先度\r\nA,www,192.0.2.1,3600,0',
    '"Type","Name","Value","TTL"\r\n"A","www","192.0.2.1","3600"\r\n\r\n',
  ])('The columns may have names of the service, English or Japanese names, in any order: %j', (text) => {
    expect(csv(text)).toEqual({ records: [{ ...www, line: 2 }], findings: [], isComplete: true })
  })

  test('A file without a column for type or content is refused, and unknown columns are reported', () => {
    expect(csv('host,value\r\nwww,192.0.2.1\r\n')).toMatchObject({
      records: [],
      isComplete: false,
      findings: [{ code: 'csvMissingColumn', values: { columns: 'type' } }],
    })
    expect(codes(csv(''))).toEqual(['1 csvMissingColumn'])
    expect(csv('type,host,content,ttl,proxied\nA,www,192.0.2.1,3600,yes\n')).toMatchObject({
      records: [www],
      findings: [{ line: 1, code: 'unknownColumn', severity: 'warning', values: { columns: 'proxied' } }],
    })
  })

  test('Each row that is not taken is reported with its line, also after a cell with line breaks', () => {
    const rows = [
      'A,a,999.1.1.1,60',
      'TXT,b,"x\ny",60',
      'A,c,192.0.2.1,soon',
      '"A"x,d,192.0.2.1,60',
      'A,e,1,60,5',
      'A,f,192.0.2.1,60',
      'A,g,192.0.2.1,4294967295',
    ]
    const content = csv(`type,host,content,ttl\n${rows.join('\n')}\n`)
    expect(codes(content)).toEqual([
      '2 ipv4',
      '3 contentControl',
      '5 numberForm',
      '6 csvQuote',
      '7 csvCellCount',
      '9 ttl',
    ])
    expect(content.records).toMatchObject([{ line: 8, host: 'f' }])
  })

  test('Missing TTLs and priorities get the default of the service, and this is reported once', () => {
    const content = csv('type,host,content\nA,www,192.0.2.1\nMX,,mail.example.net\n')
    expect(content.records).toMatchObject([www, { host: '@', priority: 0, ttl: 3600 }])
    expect(content.findings).toMatchObject([
      { line: 2, code: 'ttlAssumed', severity: 'warning', values: { n: 2 } },
      { line: 3, code: 'priorityAssumed', severity: 'warning', values: { n: 1 } },
    ])
  })

  test('No default is reported for a record that is not taken', () => {
    for (const content of [csv('type,host,content\n,x,y\nMX,a,\n'), json('[{"type":"A","host":"www"}]')]) {
      expect(content.records).toEqual([])
      expect(content.findings.map(({ severity }) => severity)).not.toContain('warning')
    }
  })

  test('No default is reported for a record that repeats an earlier one', () => {
    const content = csv('type,host,content,ttl,priority\nMX,a,mail.example.net,300,0\nMX,a,mail.example.net,,\n')
    expect(codes(content)).toEqual(['3 repeatedRecord'])
  })

  test('A text that a spreadsheet would take for a formula is guarded in the file and read back without the guard', () => {
    const zone = ['=1+1', "'=x", "''+1", "'a", '-all'].map((content) => ({ ...www, type: 'TXT', content }))
    const text = writeCsvZone([...zone, { ...www, host: '@' }])
    expect(text).not.toMatch(/(^|[,\n])[=+-]/)
    expect(text).toContain('A,@,192.0.2.1,3600,0\r\n')
    expect(
      csv(text)
        .records.map(({ content }) => content)
        .sort(),
    ).toEqual([...zone.map(({ content }) => content), '192.0.2.1'].sort())
  })

  test('A quotation mark that is never closed refuses the file', () => {
    expect(csv('type,content\nA,"192.0.2.1\n')).toMatchObject({
      isComplete: false,
      findings: [{ line: 2, code: 'csvUnclosedQuote' }],
    })
  })
})

describe('A JSON file with records', () => {
  test('The answer of the service and a list of records are read, and IDs are ignored', () => {
    const expected = { records: [{ ...www, line: 1 }], findings: [], isComplete: true }
    expect(json(JSON.stringify({ records: [{ id: 7, ...www }] }))).toEqual(expected)
    expect(json(`\ufeff[${JSON.stringify({ ...www, ttl: '3600' })}]`)).toEqual(expected)
  })

  test('Each record that is not taken is reported with its place in the list', () => {
    const content = json(
      JSON.stringify([
        { ...www, content: 5 },
        { ...www, ttl: 1 },
        { ...www, type: 'CAA' },
        null,
        www,
        { ...www, priority: 1.5 },
      ]),
    )
    expect(codes(content)).toEqual(['1 jsonRecordForm', '2 ttl', '3 type', '4 jsonRecordForm', '6 numberForm'])
    expect(content.records).toEqual([{ ...www, line: 5 }])
  })

  test.each(['', '{', '{"records":{}}', '"a"', 'null', '{"a":[]}'])('The text %j is refused', (text) => {
    expect(json(text)).toMatchObject({ records: [], isComplete: false, findings: [{ code: 'jsonForm' }] })
  })

  test('A file that is too large to be parsed in one step is refused', () => {
    expect(codes(json(`[${' '.repeat(1024 * 1024)}]`))).toEqual(['1 tooLarge'])
  })
})
