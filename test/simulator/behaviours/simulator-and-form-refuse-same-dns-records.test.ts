import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import type { RecordFindingCode } from '#shared/dns/record-rules/record-finding-codes.ts'
import { checkRecord } from '#shared/dns/record-rules/check-record.ts'
import { idna } from '#test/shared/dns/node-idna.ts'
import { startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

const { dnsHost, dnsContent, dnsTtl, dnsPriority } = requestFieldRules
const domain = 'example.com'
const roomy = { per_minute: 1_000_000, per_day: 1_000_000, concurrent: 100 }

/**
 * The rules that the API description states: types, lengths, ranges, and the IPv4 or IPv6 address of A and AAAA
 * records.
 */
const describedRules: readonly RecordFindingCode[] = [
  'type',
  'hostEmpty',
  'hostLong',
  'contentEmpty',
  'contentLong',
  'ipv4',
  'ipv6',
  'ipv4InAaaa',
  'ipv6InA',
  'ttl',
  'priority',
]

const textUpTo = (max: number) =>
  fc.oneof(
    fc.constantFrom('', '@', '*', 'www', 'a..b', 'www.', '-a', '_x', '例え', 'x'.repeat(max), 'x'.repeat(max + 1)),
    fc.string({ maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text)),
  )
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom('999.1.1.1', '192.0.2.01', '192.0.2', '::ffff:192.0.2.1'),
)
const around = ({ min, max }: { min: number; max: number }) =>
  fc.oneof(fc.constantFrom(min - 1, min, max, max + 1, 60.5), fc.integer({ min, max }))
const record = fc.record({
  type: fc.constantFrom<string>(...recordTypes, 'A', 'AAAA', 'SOA', 'CAA', 'a'),
  host: textUpTo(dnsHost.max),
  content: fc.oneof(textUpTo(dnsContent.max), address, fc.constantFrom('a.example', '0 443 a.example', '.')),
  ttl: around(dnsTtl),
  priority: around(dnsPriority),
})

test('The simulator refuses a record exactly where the form finds a rule of the description broken', async () => {
  const { send } = await startTestSimulator({
    limits: { domain: roomy },
    users: [
      {
        name: 'aoi',
        keys: [{ token }],
        domains: [{ domain_name: domain, records: [{ id: 1, type: 'TXT', host: '@', content: 'x' }] }],
      },
    ],
  })
  const calls = [
    ['POST', `/v1/domain/${domain}/dns`],
    ['PUT', `/v1/domain/${domain}/dns/1`],
  ] as const
  await fc.assert(
    fc.asyncProperty(record, fc.constantFrom(...calls), async (body, [method, path]) => {
      const findings = checkRecord(body, null, { domain, zone: null, idna })
      const expected = findings.filter(({ code }) => describedRules.includes(code)).map(({ field }) => field)
      const { status, body: answer } = await send(method, path, { body })
      const refused = status === 422 ? (answer.error.errors as string[]).map((text) => text.split(':')[0]) : []
      expect(status).toBe(expected.length > 0 ? 422 : 200)
      // The simulator checks the address last, so `refused` may be a part of `expected`.
      expect(expected).toEqual(expect.arrayContaining(refused))
    }),
    { numRuns: 500 },
  )
})
