import { decode } from 'dns-packet'
import type { z } from 'zod'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { newRecordSchema } from '#shared/api/dns-record-schemas.ts'
import { isAppError } from '#shared/app-error.ts'
import type { NameserverComparisonResult } from '#shared/ipc/nameserver-comparison.ts'
import {
  startDnsTestServer,
  startDnsTestServersOnOnePort,
  type DnsTestServer,
  type TestAnswer,
  type TestZone,
} from '#test/dns-test-server.ts'
import { countRecordSetsWithMissingAnswer } from '#renderer/features/domains/zone/group-and-sort-nameserver-answers.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const domain = 'example.com'
const stored = [
  { type: 'A', host: '@', content: '192.0.2.10' },
  { type: 'A', host: '@', content: '192.0.2.11' },
  { type: 'AAAA', host: 'www', content: '2001:DB8:0:0::1' },
  { type: 'CNAME', host: 'blog', content: 'Target.Example.net' },
  { type: 'MX', host: '@', content: 'mail.example.com', priority: 10 },
  { type: 'TXT', host: '@', content: '"v=spf1 " "-all"' },
  { type: 'SRV', host: '_sip._tcp', content: '5 5060 sip.example.com', priority: 20 },
  { type: 'A', host: '*.shop', content: '192.0.2.20' },
  { type: 'NS', host: 'sub', content: 'ns.other.example' },
] satisfies z.input<typeof newRecordSchema>[]
const served: TestAnswer[] = [
  { type: 'NS', name: domain, data: 'ns2.dns.example' },
  { type: 'NS', name: domain, data: 'NS1.dns.example' },
  { type: 'A', name: domain, data: '192.0.2.11' },
  { type: 'A', name: domain, data: '192.0.2.10' },
  { type: 'AAAA', name: `www.${domain}`, data: '2001:db8::1' },
  { type: 'CNAME', name: `blog.${domain}`, data: 'target.example.net' },
  { type: 'MX', name: domain, data: { preference: 10, exchange: 'MAIL.example.com' } },
  { type: 'TXT', name: domain, data: ['v=spf1', ' -all'] },
  {
    type: 'SRV',
    name: `_sip._tcp.${domain}`,
    data: { priority: 20, weight: 5, port: 5060, target: 'sip.example.com' },
  },
  { type: 'A', name: `*.shop.${domain}`, data: '192.0.2.20' },
  { type: 'NS', name: `sub.${domain}`, data: 'ns.other.example' },
]
const delegation: TestAnswer[] = [
  { type: 'NS', name: domain, data: 'ns1.dns.example' },
  { type: 'NS', name: domain, data: 'ns2.dns.example' },
  { type: 'A', name: 'ns1.dns.example', data: '127.0.0.2' },
  { type: 'A', name: 'ns2.dns.example', data: '127.0.0.3' },
]

let rig: SimulatorRig
let accountId: string
let resolver: DnsTestServer
let first: DnsTestServer
let second: DnsTestServer

beforeEach(async () => {
  resolver = await startDnsTestServer({ name: domain, records: delegation })
  ;[first, second] = await startDnsTestServersOnOnePort({ name: domain, records: served }, ['127.0.0.2', '127.0.0.3'])
  rig = await startSimulatorRig({
    dnsServers: { resolvers: [`127.0.0.1:${resolver.port}`], nameserverPort: first.port },
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token: 'first-key-of-the-first' }],
          domains: [
            { domain_name: domain, nameservers: ['NS1.dns.example', 'ns2.dns.example'], records: stored },
            { domain_name: 'empty.example', nameservers: ['ns1.dns.example'], records: [] },
          ],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', ['first-key-of-the-first'])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  await rig.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['nameservers', 'zone'] })
  rig.simulator.ledger.clear()
})
afterEach(async () => {
  await rig.close()
  await Promise.all([resolver, first, second].map((server) => server.close()))
})

const check = (name = domain) => rig.call('dns.checkAuthoritative', { accountId, domain: name })
const setOf = ({ recordSets }: NameserverComparisonResult, key: string) => {
  const found = recordSets.find(({ host, type }) => `${type} ${host}` === key)
  if (!found) throw new Error(`${key} was not compared`)
  return found
}
const states = ({ recordSets }: NameserverComparisonResult) =>
  Object.fromEntries(recordSets.map(({ type, host, state }) => [`${type} ${host}`, state]))
const replaced = (...changes: TestAnswer[]): TestZone => ({
  name: domain,
  records: [
    ...served.filter((record) => !changes.some(({ name, type }) => name === record.name && type === record.type)),
    ...changes,
  ],
})

describe('The comparison of a zone with its name servers', () => {
  test('Every record set is the same when only spelling, order and division of texts differ, and the service is not called', async () => {
    const result = await check()
    expect(states(result)).toEqual({
      'A @': 'same',
      'AAAA www': 'same',
      'CNAME blog': 'same',
      'MX @': 'same',
      'TXT @': 'same',
      'SRV _sip._tcp': 'same',
      'A *.shop': 'same',
      'NS sub': 'same',
      'NS @': 'same',
    })
    expect(result.delegation).toMatchObject({ state: 'same', resolved: ['ns1.dns.example', 'ns2.dns.example'] })
    expect(result.servers).toEqual([
      { name: 'ns1.dns.example', address: '127.0.0.2', reason: null },
      { name: 'ns2.dns.example', address: '127.0.0.3', reason: null },
    ])
    expect(result.recordSets.every(({ doServersDiffer }) => !doServersDiffer)).toBe(true)
    expect(setOf(result, 'MX @').answers[0]?.values).toEqual(['10 mail.example.com'])
    expect(setOf(result, 'A *.shop').name).toBe('wildcard-check.shop.example.com')
    expect(result.zoneReadAt).toBeLessThanOrEqual(result.startedAt)
    expect(setOf(result, 'NS sub').source).toBe('zone')
    expect(setOf(result, 'NS @').source).toBe('nameservers')
    expect(rig.simulator.ledger.requests).toEqual([])
  })

  test('A record set with other values differs, one without records is missing, and an alias in its place differs', async () => {
    const zone = replaced(
      { type: 'MX', name: domain, data: { preference: 20, exchange: 'mail.example.com' } },
      { type: 'CNAME', name: `www.${domain}`, data: 'elsewhere.example.net' },
    )
    zone.records = zone.records.filter(({ name, type }) => name !== `blog.${domain}` && type !== 'AAAA')
    first.zone = zone
    second.zone = zone
    const result = await check()
    expect(states(result)).toMatchObject({
      'A @': 'same',
      'MX @': 'differs',
      'AAAA www': 'differs',
      'CNAME blog': 'missing',
    })
    expect(setOf(result, 'MX @')).toMatchObject({
      stored: ['10 mail.example.com'],
      answers: [{ values: ['20 mail.example.com'] }, { values: ['20 mail.example.com'] }],
    })
    expect(setOf(result, 'AAAA www').answers[0]?.values).toEqual(['CNAME elsewhere.example.net'])
  })

  test('Name servers that answer differently are shown as such, and the one that differs decides the state', async () => {
    second.zone = replaced({ type: 'TXT', name: domain, data: ['v=spf1 ~all'] })
    const result = await check()
    expect(setOf(result, 'TXT @')).toMatchObject({
      state: 'differs',
      doServersDiffer: true,
      answers: [{ state: 'same' }, { state: 'differs', values: ['v=spf1 ~all'] }],
    })
    expect(setOf(result, 'A @').doServersDiffer).toBe(false)
  })

  test('A delegation to other name servers is reported, and those are asked', async () => {
    resolver.zone = {
      name: domain,
      records: [
        { type: 'NS', name: domain, data: 'ns9.elsewhere.example' },
        { type: 'A', name: 'ns9.elsewhere.example', data: '127.0.0.3' },
      ],
    }
    const result = await check()
    expect(result.delegation).toMatchObject({ state: 'differs', resolved: ['ns9.elsewhere.example'] })
    expect(result.servers.map(({ name }) => name)).toEqual(['ns9.elsewhere.example'])
    expect(first.questions).toEqual([])
    expect(second.questions.length).toBeGreaterThan(0)
  })

  test.each([
    ['not_found', 'answer'],
    ['failed', 'server_failure'],
  ] as const)('Without a delegation (%s), the stored name servers are asked', async (state, behaviour) => {
    const records = delegation.filter(({ type }) => type === 'A')
    resolver.zone = { name: domain, records, behaviours: { [`NS ${domain}`]: behaviour } }
    const result = await check()
    expect(result.delegation).toMatchObject({ state, resolved: [] })
    expect(result.servers.map(({ name, reason }) => [name, reason])).toEqual([
      ['ns1.dns.example', null],
      ['ns2.dns.example', null],
    ])
    expect(states(result)['A @']).toBe('same')
  })

  test.each([
    ['refused', 'refused'],
    ['server_failure', 'server_failure'],
    ['lame', 'not_authoritative'],
    ['garbage', 'unexpected_answer'],
  ] as const)(
    'A name server that does not serve the zone (%s) is reported with its reason and asked nothing more',
    async (behaviour, reason) => {
      second.zone = { ...second.zone, behaviour }
      const result = await check()
      expect(result.servers[1]).toMatchObject({ address: '127.0.0.3', reason })
      expect(second.questions).toEqual([`udp SOA ${domain}`])
      expect(setOf(result, 'A @')).toMatchObject({
        state: 'same',
        doServersDiffer: false,
        answers: [{ state: 'same' }, { state: 'not_reachable', reason }],
      })
    },
  )

  test('When no name server answers, every record set is not reachable, with the reason', async () => {
    first.zone = { ...first.zone, behaviour: 'drop' }
    await second.close()
    const result = await check()
    expect(result.servers.map(({ reason }) => reason)).toEqual(['timeout', 'network'])
    expect(new Set(Object.values(states(result)))).toEqual(new Set(['not_reachable']))
    second = await startDnsTestServer(second.zone)
  })

  test('A name server without an address is reported as such', async () => {
    resolver.zone = { name: domain, records: delegation.filter(({ name }) => name !== 'ns2.dns.example') }
    expect((await check()).servers[1]).toEqual({ name: 'ns2.dns.example', address: null, reason: 'no_address' })
  })

  test('A record set that one of the answering name servers does not answer has the result of the others, and is counted', async () => {
    second.zone = { ...second.zone, behaviours: { [`A ${domain}`]: 'drop', [`MX ${domain}`]: 'refused' } }
    const result = await check()
    expect(result.servers.map(({ reason }) => reason)).toEqual([null, null])
    expect(setOf(result, 'A @')).toMatchObject({
      state: 'same',
      answers: [{ state: 'same' }, { state: 'not_reachable', reason: 'timeout' }],
    })
    expect(countRecordSetsWithMissingAnswer(result)).toBe(2)
    second.zone = { ...second.zone, behaviours: {}, behaviour: 'refused' }
    expect(countRecordSetsWithMissingAnswer(await check())).toBe(0)
  })

  test('A name server whose address the resolver does not answer is not said to have none', async () => {
    const behaviours = { 'A ns2.dns.example': 'server_failure', 'AAAA ns2.dns.example': 'server_failure' } as const
    resolver.zone = { name: domain, records: delegation, behaviours }
    const server = { name: 'ns2.dns.example', address: null, reason: 'address_lookup_failed' }
    expect((await check()).servers[1]).toEqual(server)
  })

  test('A lost UDP message is sent again, and a truncated answer is asked again over TCP', async () => {
    first.zone = { ...first.zone, behaviours: { [`A ${domain}`]: 'drop_once', [`TXT ${domain}`]: 'truncate' } }
    const result = await check()
    expect(states(result)).toMatchObject({ 'A @': 'same', 'TXT @': 'same' })
    expect(first.questions.filter((question) => question === `udp A ${domain}`)).toHaveLength(2)
    expect(first.questions).toContain(`tcp TXT ${domain}`)
    expect(second.questions.filter((question) => question.startsWith('tcp'))).toEqual([])
  })

  test('An answer with another ID or another question is ignored', async () => {
    first.zone = { ...first.zone, behaviours: { [`A ${domain}`]: 'forged_first' } }
    expect(setOf(await check(), 'A @').answers[0]).toMatchObject({ state: 'same' })
  })

  test('A name that the zone delegates further is not compared', async () => {
    const zone = {
      ...first.zone,
      records: [...served, { type: 'NS', name: `www.${domain}`, data: 'ns.other.example' }],
    }
    first.zone = zone as TestZone
    expect(setOf(await check(), 'AAAA www').answers[0]).toMatchObject({ state: 'not_reachable', reason: 'delegated' })
  })

  test('A record of a type whose content Banto does not know is not compared', async () => {
    const records = rig.simulator.world.users[0]?.domains.get(domain)?.records
    const content = '0 issue "ca.example"'
    records?.set(900, { id: 900, type: 'CAA' as 'TXT', host: '@', content, ttl: 3600, priority: 0 })
    await rig.call('dns.refresh', { accountId, domain })
    const caa: TestAnswer = { type: 'CAA', name: domain, data: { flags: 0, tag: 'issue', value: 'ca.example' } }
    first.zone = second.zone = { name: domain, records: [...served, caa] }
    const { recordSets } = await rig.call('dns.checkAuthoritative', { accountId, domain })
    expect(recordSets.filter(({ state }) => state !== 'same')).toEqual([])
    expect(recordSets.map(({ type }) => type)).not.toContain('CAA')
  })

  test('A query holds a name and a type, and asks for no recursion', async () => {
    await check()
    for (const message of [...first.messages, ...second.messages]) {
      const { flag_rd, questions, answers, authorities } = decode(message)
      expect(flag_rd).toBe(false)
      expect([questions?.length, answers, authorities]).toEqual([1, [], []])
    }
    expect(first.questions.every((question) => question.endsWith(domain))).toBe(true)
  })

  test('Nothing is asked while working offline', async () => {
    await rig.call('app.saveSettings', { isOffline: true })
    const error: unknown = await check().catch((thrown: unknown) => thrown)
    expect(isAppError(error, 'offline')).toBe(true)
    expect(resolver.questions).toEqual([])
  })

  test('A cancelled comparison ends at once, and can be started again', async () => {
    first.zone = { ...first.zone, delayMs: 30_000 }
    const startedAt = performance.now()
    const outcome = check().catch((thrown: unknown) => thrown)
    await expect.poll(() => first.questions.length).toBeGreaterThan(0)
    await rig.call('dns.cancelAuthoritativeCheck', { accountId, domain })
    expect(isAppError(await outcome, 'cancelled')).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(1900)
    first.zone = { ...first.zone, delayMs: 0 }
    expect(states(await check())['A @']).toBe('same')
  })

  test('A second call for the same zone returns the result of the running comparison', async () => {
    const [one, other] = await Promise.all([check(), check()])
    expect(other).toEqual(one)
    expect(first.questions.filter((question) => question === `udp SOA ${domain}`)).toHaveLength(1)
  })

  test('The progress counts the answers of all name servers up to the total', async () => {
    const last = rig.event('dns.checkProgress', ({ done, total }) => done === total)
    const { servers, recordSets } = await check()
    expect(await last).toEqual({ accountId, domain, done: 18, total: servers.length * recordSets.length })
  })
})
