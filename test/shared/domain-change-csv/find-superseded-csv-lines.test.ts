import { describe, expect, test } from 'vitest'
import { findSupersededCsvLines } from '#shared/domain-change-csv/find-superseded-csv-lines.ts'
import { parseDomainChangeCsv } from '#shared/domain-change-csv/parse-domain-change-csv.ts'
import { idna } from '#main/node-idna.ts'

function runToEnd<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

function find(...changes: string[]): string[] {
  const { lines } = runToEnd(parseDomainChangeCsv(changes.map((change) => `example.com,${change}`).join('\n'), idna))
  return runToEnd(findSupersededCsvLines(lines))
    .map(({ line, code, other }) => `${line.line} ${code} ${other.line}`)
    .sort()
}

describe('A line of a CSV file is reported with the other line', () => {
  test.each([
    ['when it repeats an addition', ['add,www A 192.0.2.1', 'add,WWW 3600 A 192.0.2.1'], ['2 csvRepeatsLine 1']],
    [
      'when it repeats a replacement',
      [
        'replace,www A 192.0.2.1',
        'replace,www A 192.0.2.1',
        'replace,shop 60 A 192.0.2.1',
        'replace,shop 60 A 192.0.2.1',
      ],
      ['2 csvRepeatsLine 1', '4 csvRepeatsLine 3'],
    ],
    [
      'when it replaces the same records with another TTL',
      ['replace,www A 192.0.2.1', 'replace,www 60 A 192.0.2.1'],
      ['2 csvOtherTtlApplies 1'],
    ],
    ['when it removes what is removed already', ['remove,www A', 'remove,www A 192.0.2.1'], ['2 csvRepeatsLine 1']],
    ['when a later removal includes its own', ['remove,www A 192.0.2.1', 'remove,www A'], ['1 csvRepeatsLine 2']],
    ['when a later line removes what it adds', ['add,www A 192.0.2.1', 'remove,www A'], ['1 csvUndoneByLine 2']],
    [
      'when a later line replaces what it adds',
      ['add,www A 192.0.2.1', 'replace,www A 192.0.2.2'],
      ['1 csvUndoneByLine 2'],
    ],
    [
      'when a later line adds the same record otherwise',
      ['add,www 60 A 192.0.2.1', 'add,www 90 A 192.0.2.1'],
      ['1 csvUndoneByLine 2'],
    ],
    [
      'when a later line adds what it removes',
      ['remove,www A 192.0.2.1', 'add,www A 192.0.2.1'],
      ['1 csvAddedAgain 2'],
    ],
    ['when a later line sets the same TTL', ['ttl,www A 300', 'ttl,www A 600'], ['1 csvTtlSetAgain 2']],
    ['when a later line sets the TTL of all records', ['ttl,www A 300', 'ttl,600'], ['1 csvTtlSetAgain 2']],
  ])('%s', (_, lines, expected) => {
    expect(find(...lines)).toEqual(expected)
  })
})

test.each([
  [
    'records of other hosts and types',
    ['add,www A 192.0.2.1', 'add,shop A 192.0.2.1', 'remove,www AAAA', 'ttl,shop A 60'],
  ],
  ['records that are replaced together', ['replace,www A 192.0.2.1', 'replace,www A 192.0.2.2']],
  ['a removal of all records before an addition', ['remove,www A', 'add,www A 192.0.2.1']],
  ['a TTL of all records before one of some', ['ttl,600', 'ttl,www A 300']],
  [
    'an addition after the TTL of the same record was set',
    ['add,www 60 A 192.0.2.1', 'ttl,300', 'add,www 60 A 192.0.2.1'],
  ],
])('No line of %s is reported', (_, lines) => {
  expect(find(...lines)).toEqual([])
})
