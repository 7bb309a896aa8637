import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerComparisonResults,
  compareAnswerWithStored,
  doAnswersDiffer,
  combineAnswerComparisonResults,
  listRecordSetsToCheck,
  formatComparableValue,
  type DnsAnswer,
} from '#shared/dns/nameservers/compare-nameserver-answers-with-zone.ts'

const domain = 'example.com'
const label = fc.constantFrom('a', 'B', 'mail', 'WWW', 'shop')
const host = fc.oneof(
  fc.constantFrom('@', '*', '*.shop', 'wildcard-check', 'wildcard-check.shop', 'wildcard-check-2'),
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
)
const content = {
  A: fc.ipV4(),
  AAAA: fc.ipV6(),
  CNAME: label.map((name) => `${name}.example.net`),
  MX: label.map((name) => `${name}.example.net`),
  TXT: fc.stringMatching(/^[a-z =]{0,20}$/),
  NS: label.map((name) => `${name}.example.net`),
  SRV: fc.tuple(fc.nat(9), fc.nat(99), label).map(([weight, port, name]) => `${weight} ${port} ${name}.example.net`),
}
const record = fc
  .constantFrom(...(Object.keys(content) as (keyof typeof content)[]))
  .chain((type) =>
    fc.record({
      type: fc.constant(type),
      host,
      content: content[type],
      ttl: fc.integer({ min: 60, max: 86400 }),
      priority: type === 'MX' || type === 'SRV' ? fc.nat(999) : fc.constant(0),
    }),
  )
const zone = fc.array(record, { maxLength: 60 })
const outcome: fc.Arbitrary<DnsAnswer> = fc.oneof(
  fc
    .array(fc.constantFrom('192.0.2.1', '192.0.2.2'), { minLength: 1 })
    .map((values) => ({ kind: 'records', values }) as const),
  fc.constant({ kind: 'none' } as const),
  fc.constant({ kind: 'alias', target: 'example.net' } as const),
  fc.constant({ kind: 'no_usable_answer', reason: 'timeout' } as const),
)

describe('Record sets for a comparison with name servers', () => {
  test('Each record of a zone is in exactly one set, that of its host and type', () => {
    fc.assert(
      fc.property(zone, (records) => {
        const sets = listRecordSetsToCheck(domain, records, null)
        expect(new Set(sets.map(({ host, type }) => `${host} ${type}`)).size).toBe(sets.length)
        for (const each of records) {
          const holders = sets.filter(({ host, type }) => type === each.type && host === each.host.toLowerCase())
          expect(holders).toHaveLength(1)
          expect(holders[0]?.values).toContain(formatComparableValue(each))
        }
      }),
    )
  })

  test('A wildcard is asked by a name that it covers and that no record of the zone has', () => {
    fc.assert(
      fc.property(zone, (records) => {
        const hosts = new Set(records.map((each) => each.host.toLowerCase()))
        for (const { host, name } of listRecordSetsToCheck(domain, records, null)) {
          if (!host.startsWith('*')) continue
          expect(name.endsWith(`${host.slice(1)}.${domain}`)).toBe(true)
          expect(name).not.toContain('*')
          expect(hosts.has(name.slice(0, -domain.length - 1))).toBe(false)
        }
      }),
    )
  })

  test('The name servers of the domain are the apex NS set only when the zone has no such records', () => {
    const own = { type: 'NS', host: '@', content: 'ns.own.example', ttl: 60, priority: 0 }
    expect(listRecordSetsToCheck(domain, [own], ['ns.other.example'])).toEqual([
      { host: '@', type: 'NS', name: domain, values: ['ns.own.example'], source: 'zone' },
    ])
    expect(listRecordSetsToCheck(domain, [], ['NS2.other.example.', 'ns1.other.example'])).toEqual([
      {
        host: '@',
        type: 'NS',
        name: domain,
        values: ['ns1.other.example', 'ns2.other.example'],
        source: 'nameservers',
      },
    ])
    expect(listRecordSetsToCheck(domain, [], null)).toEqual([])
  })
})

describe('The comparison of stored and answered values', () => {
  test('An answer with the same values is the same in any order, and differs when a value is missing or added', () => {
    fc.assert(
      fc.property(zone, fc.nat(), (records, seed) => {
        for (const { values } of listRecordSetsToCheck(domain, records, null)) {
          const turned = values.map((_, index) => values[(index + seed) % values.length] as string).reverse()
          expect(compareAnswerWithStored(values, { kind: 'records', values: [...turned, ...turned.slice(0, 1)] })).toBe(
            'same',
          )
          expect(compareAnswerWithStored(values, { kind: 'records', values: [...turned, 'another value'] })).toBe(
            'differs',
          )
          expect(compareAnswerWithStored([...values, 'another value'], { kind: 'records', values: turned })).toBe(
            'differs',
          )
        }
      }),
    )
  })

  test('Letter case of names, spelling of addresses and quotes of texts make no difference; letter case of texts does', () => {
    const value = (type: string, content: string) => formatComparableValue({ type, content, priority: 5 })
    expect(value('MX', 'Mail.Example.NET.')).toBe(value('MX', 'mail.example.net'))
    expect(value('AAAA', '2001:DB8:0::1')).toBe(value('AAAA', '2001:db8::1'))
    expect(value('SRV', '0  443 Host.example')).toBe(value('SRV', '0 443 host.example'))
    expect(value('TXT', '"one" "two"')).toBe(value('TXT', 'onetwo'))
    expect(value('TXT', 'One')).not.toBe(value('TXT', 'one'))
    expect(formatComparableValue({ type: 'MX', content: 'a.example', priority: 1 })).not.toBe(value('MX', 'a.example'))
  })

  test('The state of a record set does not depend on the order of the answers, nor on name servers that are not reachable', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...answerComparisonResults), { minLength: 1 }), (states) => {
        const state = combineAnswerComparisonResults(states)
        expect(combineAnswerComparisonResults([...states].reverse())).toBe(state)
        expect(combineAnswerComparisonResults([...states, 'not_reachable'])).toBe(state)
        const reached = new Set(states.filter((one) => one !== 'not_reachable'))
        // A record set that only some name servers lack is `differs`, not `missing`.
        if (reached.size > 1) expect(state).toBe('differs')
        else expect(states).toContain(state)
      }),
    )
  })

  test('Answers contradict each other exactly when two that arrived have other values', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 6 }), (answers) => {
        const reached = answers.filter(({ kind }) => kind !== 'no_usable_answer')
        const doDiffer = doAnswersDiffer(answers)
        expect(doDiffer).toBe(doAnswersDiffer(reached))
        expect(doAnswersDiffer([...reached, ...reached])).toBe(doDiffer)
        if (reached.length < 2) expect(doDiffer).toBe(false)
        if (reached.some(({ kind }) => kind === 'none') && reached.some(({ kind }) => kind === 'alias'))
          expect(doDiffer).toBe(true)
      }),
    )
  })
})
