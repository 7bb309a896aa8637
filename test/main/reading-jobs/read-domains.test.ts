import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { domainDetailKinds } from '#shared/domain-and-server-detail-kinds.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { startPlansRig, newWwwAddress, exampleDomain, type PlansRig } from '#test/main/plans/plans-rig.ts'
import { hourMs, startSyncRig } from '#test/main/inventory/sync/sync-rig.ts'

const token = 'first-key-of-the-first'
const named = (rig: PlansRig, names: readonly string[]) => names.map((name) => ({ accountId: rig.accountId, name }))

async function start(rig: PlansRig, names: readonly string[]): Promise<string> {
  const { jobId } = await rig.call('domainReading.start', { domains: named(rig, names), leavesOutFresh: false })
  return jobId as string
}

const paths = (rig: PlansRig): string[] =>
  rig.simulator.ledger.requests
    .filter(({ path }) => path.startsWith('/v1/domain/'))
    .map(({ method, path }) => `${method} ${path.slice('/v1/domain/'.length)}`)

const pathsOf = (name: string) =>
  ['', '/dns', '/nameservers', '/registrar-lock', '/whois'].map((end) => `GET ${name}${end}`)

describe('What a reading of chosen domains asks for', () => {
  const domains = [
    { domain_name: 'later.example' },
    { domain_name: 'company.co.jp' },
    { domain_name: 'lapsed.example', status: 'expired' as const },
  ]
  const names = domains.map(({ domain_name }) => domain_name)

  test('A reading job asks for what a sync asks for when every detail is due, each once, and the estimate says so before', async () => {
    const { rig, sync, newRequests, advanceClock } = await startSyncRig({
      users: [{ name: 'first', keys: [{ token }], domains }],
    })
    const { id: accountId } = await rig.addAccount('First', [token])
    await sync()
    advanceClock(25 * hourMs)
    newRequests()
    await sync()
    const ofDomains = (requests: string[]) => requests.filter((path) => path.includes('/v1/domain/')).sort()
    const bySync = ofDomains(newRequests())
    expect(bySync).toHaveLength(5 + 4 + 2)

    advanceClock(hourMs)
    // A name that is chosen twice is read once.
    const chosen = [...names, 'later.example'].map((name) => ({ accountId, name }))
    const { accounts } = await rig.call('domainReading.estimate', { domains: chosen })
    expect(accounts).toMatchObject([
      {
        accountId,
        all: { domains: 3, calls: 11, callsWithinDailyLimit: 11, refusedDetails: 1 },
        refusedDomains: 0,
        noKeyMayRead: 0,
      },
    ])
    const ended = rig.event('jobs.changed', ({ jobs }) => jobs[0]?.state === 'ended')
    await rig.call('domainReading.start', { domains: chosen, leavesOutFresh: false })
    expect((await ended).jobs[0]).toMatchObject({
      kind: 'read_domains',
      subject: { sourceKind: 'read_domains', domains: 3, firstDomain: 'later.example' },
      counts: { done: 3 },
      callsDone: 11,
      callsTotal: 11,
    })
    expect(ofDomains(newRequests())).toEqual(bySync)
  })

  test('The time left of a running sync includes the calls of a reading job, which are made first', async () => {
    const many = Array.from({ length: 100 }, (_, position) => ({ domain_name: `many-${position}.example` }))
    const { rig } = await startSyncRig({ users: [{ name: 'first', keys: [{ token }], domains: many }] })
    const { id: accountId } = await rig.addAccount('First', [token])
    await rig.call('sync.start', { accountIds: [accountId] })
    const expectedEndAt = async () => (await rig.call('sync.progress', null))[0]?.expectedEndAt ?? null
    await expect.poll(expectedEndAt, { timeout: 20_000 }).not.toBeNull()
    const before = (await expectedEndAt()) ?? 0
    const chosen = many.map(({ domain_name: name }) => ({ accountId, name }))
    await rig.call('domainReading.start', { domains: chosen, leavesOutFresh: false })
    // The service allows 60 calls a minute, and the job makes 500.
    await expect.poll(expectedEndAt, { timeout: 20_000 }).toBeGreaterThan(before + 6 * minuteMs)
  })

  test('Domains whose details were all read in the last 15 minutes can be left out', async () => {
    const { rig, sync, newRequests, advanceClock } = await startSyncRig({
      users: [{ name: 'first', keys: [{ token }], domains }],
    })
    const { id: accountId } = await rig.addAccount('First', [token])
    await sync()
    const chosen = names.map((name) => ({ accountId, name }))
    const estimate = async () => (await rig.call('domainReading.estimate', { domains: chosen })).accounts[0]
    expect(await estimate()).toMatchObject({ all: { domains: 3 }, withoutFresh: { domains: 0, calls: 0 } })
    advanceClock(16 * minuteMs)
    // Two of its details are older than that.
    await rig.call('inventory.refreshDomain', {
      accountId,
      name: 'later.example',
      detailKinds: ['detail', 'zone', 'lock'],
    })
    await rig.call('inventory.refreshDomain', { accountId, name: 'lapsed.example', detailKinds: ['detail', 'zone'] })
    expect(await estimate()).toMatchObject({ all: { domains: 3, calls: 11 }, withoutFresh: { domains: 2, calls: 9 } })
    newRequests()
    const ended = rig.event('jobs.changed', ({ jobs }) => jobs[0]?.state === 'ended')
    await rig.call('domainReading.start', { domains: chosen, leavesOutFresh: true })
    await ended
    const requests = newRequests()
    expect(requests.filter((path) => path.includes('lapsed.example'))).toEqual([])
    expect(requests).toHaveLength(9)
    expect(await rig.call('domainReading.start', { domains: chosen, leavesOutFresh: true })).toEqual({
      jobId: null,
      domains: 0,
    })
  })

  test('Of a domain, only the details are read that a key may read; without any, the domain is left out', async () => {
    const permissions = {
      domain: 'read',
      nameserver: 'none',
      dns: 'read',
      whois: 'none',
      registrar_lock: 'none',
    } as const
    const rig = await startPlansRig({
      domains: [exampleDomain],
      user: { keys: [{ token, services: { domain: { permission_type: 'custom', permissions } } }] },
      others: [
        {
          name: 'second',
          keys: [
            {
              token: 'first-key-of-the-second',
              services: { domain: { target_mode: 'selected', targets: ['one.example'] } },
            },
          ],
          domains: [{ domain_name: 'one.example' }],
        },
      ],
      accounts: { Second: 'first-key-of-the-second' },
    })
    const second = (await rig.call('accounts.list', null)).find(({ label }) => label === 'Second')?.id ?? ''
    const chosen = [...named(rig, ['example.com']), { accountId: second, name: 'one.example' }]
    // The second account is left without a key.
    const keyId = (await rig.call('accounts.list', null)).find(({ id }) => id === second)?.keys[0]?.id ?? ''
    await rig.call('accounts.removeKey', { accountId: second, keyId })
    const { accounts } = await rig.call('domainReading.estimate', { domains: chosen })
    expect(accounts.map(({ accountId, all, noKeyMayRead }) => [accountId, all.calls, noKeyMayRead])).toEqual([
      [rig.accountId, 2, 0],
      [second, 0, 1],
    ])
    const { jobId } = await rig.call('domainReading.start', { domains: chosen, leavesOutFresh: false })
    await rig.untilEnded(jobId as string)
    expect(paths(rig).sort()).toEqual(['GET example.com', 'GET example.com/dns'])
  })
})

test('What a reading job reads is stored as by a sync: values, records, detected changes and the search', async () => {
  const rig = await startPlansRig()
  const served = rig.served()
  served.nameservers = ['ns1.moved.example', 'ns2.moved.example']
  served.records.set(99, { id: 99, type: 'A', host: 'found', content: '198.51.100.77', ttl: 3600, priority: 0 })
  const before = await rig.call('inventory.domain', { accountId: rig.accountId, name: 'example.com' })
  await rig.untilEnded(await start(rig, ['example.com']))
  const after = await rig.call('inventory.domain', { accountId: rig.accountId, name: 'example.com' })
  for (const kind of domainDetailKinds) expect(after[kind].readAt).toBeGreaterThan(before[kind].readAt as number)
  expect(after.nameservers.data?.nameservers).toEqual(served.nameservers)
  const { hits } = await rig.call('inventory.search', { text: '198.51.100.77', limit: 5 })
  expect(hits.map(({ target }) => target)).toContain('example.com')
  const { rows } = await rig.call('detectedChanges.list', {})
  expect(rows.map(({ name }) => name)).toContain('example.com')
})

test('A domain that the service does not know ends as not found, and is gone only when a list lacks it', async () => {
  // A list that lacks a large part of its names is not applied at once.
  const others = Array.from({ length: 12 }, (_, index) => ({ domain_name: `stays${index}.example` }))
  const rig = await startPlansRig({ domains: [exampleDomain, { domain_name: 'left.example' }, ...others] })
  rig.simulator.world.users[0]?.domains.delete('left.example')
  const items = await rig.untilEnded(await start(rig, ['left.example', 'example.com']))
  expect(items.map(({ domain, state, error }) => [domain, state, error?.code])).toEqual([
    ['left.example', 'not_found', 'DOMAIN_NOT_FOUND'],
    ['example.com', 'done', undefined],
  ])
  // The first answer says it of the domain, so nothing else is asked.
  expect(paths(rig).filter((path) => path.includes('left.example'))).toEqual(['GET left.example'])
  const { row, detail } = await rig.call('inventory.domain', { accountId: rig.accountId, name: 'left.example' })
  expect([row.goneSince, detail.error?.code]).toEqual([null, 'DOMAIN_NOT_FOUND'])

  const domains = named(rig, ['left.example'])
  await rig.call('sync.start', {})
  await expect
    .poll(
      async () =>
        (await rig.call('inventory.domain', { accountId: rig.accountId, name: 'left.example' })).row.goneSince,
    )
    .not.toBeNull()
  await rig.call('sync.cancel', {})
  rig.simulator.ledger.clear()
  const { accounts } = await rig.call('domainReading.estimate', { domains })
  expect(accounts).toMatchObject([{ all: { domains: 0 }, notListed: 1 }])
  expect(await rig.call('domainReading.start', { domains, leavesOutFresh: false })).toEqual({ jobId: null, domains: 0 })
  expect(paths(rig)).toEqual([])
})

test('A detail that is refused is stored with its error, and the other details are read', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({ match: { path: '/whois$' }, fault: { kind: 'status', status: 403, code: 'FORBIDDEN' } })
  const items = await rig.untilEnded(await start(rig, ['example.com']))
  expect(items).toMatchObject([{ state: 'failed', error: { code: 'FORBIDDEN' }, work: { done: 4, total: 5 } }])
  expect(paths(rig).sort()).toEqual(pathsOf('example.com'))
  const { whois, lock } = await rig.call('inventory.domain', { accountId: rig.accountId, name: 'example.com' })
  expect([whois.error?.code, lock.error]).toEqual(['FORBIDDEN', null])
})

test('A failure of the service at one detail does not keep the others from being read, and only that one is asked for again', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({
    match: { path: '/nameservers$' },
    fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
  })
  const items = await rig.untilEnded(await start(rig, ['example.com']))
  expect(items).toMatchObject([{ state: 'failed', error: { status: 500 }, work: { done: 4, total: 5 } }])
  const isFailing = (path: string) => path.endsWith('/nameservers')
  const asked = paths(rig)
  expect(asked.filter((path) => !isFailing(path)).sort()).toEqual(
    pathsOf('example.com').filter((path) => !isFailing(path)),
  )
  expect(asked.filter(isFailing).length).toBeGreaterThan(1)
  const { nameservers } = await rig.call('inventory.domain', { accountId: rig.accountId, name: 'example.com' })
  expect(nameservers).toMatchObject({ data: { nameservers: expect.anything() as unknown }, error: { status: 500 } })
})

test('A reading job holds back no change of the same domain, and no change holds it back', async () => {
  const gate = createRequestGate(({ method, path }) => method === 'GET' && path.endsWith('/registrar-lock'))
  const rig = await startPlansRig({ onArrival: gate.onArrival })
  gate.close()
  const jobId = await start(rig, ['example.com'])
  await expect.poll(gate.heldCount).toBe(1)
  // The item of the reading is begun: its first details are stored.
  await expect.poll(async () => (await rig.job(jobId)).callsDone).toBe(4)
  const [changed] = await rig.run(newWwwAddress)
  expect(changed?.state).toBe('done')
  expect((await rig.job(jobId)).state).toBe('running')
  gate.open()
  expect((await rig.untilEnded(jobId)).map(({ state }) => state)).toEqual(['done'])

  const writes = createRequestGate(({ method }) => method === 'PUT')
  const other = await startPlansRig({ onArrival: writes.onArrival })
  writes.close()
  const changes = await other.start(await other.create(newWwwAddress))
  await expect.poll(writes.heldCount).toBe(1)
  expect((await other.untilEnded(await start(other, ['example.com']))).map(({ state }) => state)).toEqual(['done'])
  writes.open()
  await other.untilEnded(changes)
})

test('A paused and restarted reading job continues with what is left, and a cancelled one reads nothing more', async () => {
  const domains = Array.from({ length: 12 }, (_, index) => ({ domain_name: `d${index}.example` }))
  const names = domains.map(({ domain_name }) => domain_name)
  const gate = createRequestGate(({ path }) => /d[4-7]\.example\/nameservers$/.test(path))
  const rig = await startPlansRig({ domains, onArrival: gate.onArrival })
  gate.close()
  const jobId = await start(rig, names)
  await expect.poll(gate.heldCount).toBe(4)
  await rig.call('jobs.pause', { jobId })
  gate.open()
  await expect.poll(async () => (await rig.job(jobId)).state).toBe('paused')
  await rig.restart()
  await rig.call('jobs.resume', { jobId })
  expect((await rig.untilEnded(jobId)).map(({ state }) => state)).toEqual(names.map(() => 'done'))
  const asked = Map.groupBy(paths(rig), (path) => path)
  expect([...asked.keys()].sort()).toEqual(names.flatMap(pathsOf).sort())
  // Only the four readings that were in flight at the pause may be asked for twice.
  for (const [path, times] of asked)
    expect(times.length).toBeLessThanOrEqual(/d[4-7]\.example\/nameservers$/.test(path) ? 2 : 1)

  rig.simulator.ledger.clear()
  gate.close()
  const second = await start(rig, names)
  await expect.poll(gate.heldCount).toBe(4)
  const cancelled = rig.call('jobs.cancel', { jobId: second })
  gate.open()
  await cancelled
  const counts = Object.groupBy(await rig.untilEnded(second), ({ state }) => state)
  expect([counts.done?.length, counts.cancelled?.length]).toEqual([4, 8])
  expect(paths(rig).filter((path) => /d[89]|d1[01]/.test(path))).toEqual([])
})

test('A reading job waits while Banto is offline, and continues by itself', async () => {
  const rig = await startPlansRig()
  await rig.call('app.saveSettings', { isOffline: true })
  const jobId = await start(rig, ['example.com'])
  await expect.poll(async () => (await rig.job(jobId)).waitingAccounts[0]?.error.kind).toBe('offline')
  expect(paths(rig)).toEqual([])
  await rig.call('app.saveSettings', { isOffline: false })
  expect((await rig.untilEnded(jobId)).map(({ state }) => state)).toEqual(['done'])
  expect(paths(rig).sort()).toEqual(pathsOf('example.com'))
})
