import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useNameserverComparison } from '#renderer/features/domains/zone/useNameserverComparison.ts'
import {
  countRecordSetStates,
  groupNameserverAnswers,
  sortRecordSetsByState,
} from '#renderer/features/domains/zone/group-and-sort-nameserver-answers.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { startDnsTestServer, startDnsTestServersOnOnePort, type DnsTestServer } from '#test/dns-test-server.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const domain = 'example.com'
const token = 'a-key-of-the-first'
let rig: SimulatorRig
let accountId: string
let resolver: DnsTestServer
let nameserver: DnsTestServer

beforeEach(async () => {
  resolver = await startDnsTestServer({
    name: domain,
    records: [
      { type: 'NS', name: domain, data: 'ns1.dns.example' },
      { type: 'A', name: 'ns1.dns.example', data: '127.0.0.2' },
    ],
  })
  ;[nameserver] = await startDnsTestServersOnOnePort({ name: domain, records: [] }, ['127.0.0.2'])
  rig = await startSimulatorRig({
    dnsServers: { resolvers: [`127.0.0.1:${resolver.port}`], nameserverPort: nameserver.port },
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains: [{ domain_name: domain, records: [{ type: 'A', host: 'www', content: '192.0.2.1' }] }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  connectRigBridge(rig)
})
afterEach(async () => {
  await rig.close()
  await Promise.all([resolver.close(), nameserver.close()])
})

const open = () => runInSetup(() => useNameserverComparison(accountId, domain))

describe('The comparison with name servers on the domain page', () => {
  test('Nothing is asked before the user asks, and a result replaces the earlier one', async () => {
    const { made, leave } = open()
    expect(made.result.value).toBeNull()
    expect(resolver.questions).toEqual([])
    await made.start()
    const state = () => made.result.value?.recordSets.find(({ host }) => host === 'www')?.state
    expect(state()).toBe('missing')
    nameserver.zone = { name: domain, records: [{ type: 'A', name: `www.${domain}`, data: '192.0.2.1' }] }
    await made.start()
    expect(state()).toBe('same')
    leave()
  })

  test('A cancelled comparison is no error, and keeps the earlier result', async () => {
    const { made, leave } = open()
    await made.start()
    const earlier = made.result.value
    nameserver.zone = { ...nameserver.zone, behaviour: 'drop' }
    const asked = nameserver.questions.length
    const running = made.start()
    await expect.poll(() => nameserver.questions.length).toBeGreaterThan(asked)
    expect(made.isAsking.value).toBe(true)
    made.cancel()
    await running
    expect([made.isAsking.value, made.error.value]).toEqual([false, null])
    expect(made.result.value).toBe(earlier)
    leave()
  })

  test('A comparison ends when the page is left', async () => {
    nameserver.zone = { ...nameserver.zone, behaviour: 'drop' }
    const { made, leave } = open()
    const running = made.start()
    await expect.poll(() => nameserver.questions.length).toBeGreaterThan(0)
    const leftAt = performance.now()
    leave()
    await running
    expect(performance.now() - leftAt).toBeLessThan(1500)
  })

  test('A refusal while offline is shown as an error until the app is online, and then the servers are asked', async () => {
    const { made, leave } = runInSetup(() => ({
      app: useAppState(),
      comparison: useNameserverComparison(accountId, domain),
    }))
    await made.app.saveSettings({ isOffline: true })
    await made.comparison.start()
    expect(made.comparison.error.value?.kind).toBe('offline')
    await made.app.saveSettings({ isOffline: false })
    expect(made.comparison.error.value).toBeNull()
    await expect.poll(() => made.comparison.result.value).not.toBeNull()
    leave()
  })
})

describe('The rows of a comparison', () => {
  const answer = (server: string, state: 'same' | 'differs', values: string[]) => ({
    server,
    state,
    values,
    at: 1,
    reason: null,
  })
  const set = (host: string, state: 'same' | 'differs' | 'missing') => ({
    host,
    type: 'A',
    name: host,
    stored: [],
    source: 'zone' as const,
    state,
    doServersDiffer: false,
    answers: [],
  })

  test('Equal answers of several name servers are one group; other values are another group', () => {
    const groups = groupNameserverAnswers([
      answer('a', 'same', ['1']),
      answer('b', 'differs', ['2']),
      answer('c', 'same', ['1']),
    ])
    expect(groups.map(({ servers }) => servers)).toEqual([['a', 'c'], ['b']])
    expect(groupNameserverAnswers([answer('a', 'differs', ['2']), answer('b', 'differs', ['3'])])).toHaveLength(2)
  })

  test('Record sets that differ come first, and each state that occurs is counted', () => {
    const sets = [set('one', 'same'), set('two', 'missing'), set('three', 'same'), set('four', 'differs')]
    expect(sortRecordSetsByState(sets).map(({ host }) => host)).toEqual(['four', 'two', 'one', 'three'])
    expect(countRecordSetStates(sets)).toEqual([
      { state: 'differs', count: 1 },
      { state: 'missing', count: 1 },
      { state: 'same', count: 2 },
    ])
  })
})
