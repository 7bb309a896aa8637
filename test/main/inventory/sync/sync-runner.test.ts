import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock, type Clock } from '#main/clock.ts'
import { rateLimits } from '#shared/api/limits.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import type { WorldFile } from '#simulator/world-file.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const hourMs = 3_600_000
let rig: SimulatorRig
let passedMs = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + passedMs }

beforeEach(() => {
  passedMs = 0
})
afterEach(() => rig.close())

const domainGrant = (grant: object) => ({ domain: grant })

function day(days: number): string {
  return new Date(Date.now() + 9 * hourMs + days * 24 * hourMs).toISOString().slice(0, 10)
}

async function open(world: WorldFile): Promise<SimulatorRig> {
  rig = await startSimulatorRig({ world, clock })
  return rig
}

const isOver = ({ state }: SyncProgress) => state !== 'lists' && state !== 'details'

/** Runs a sync and returns its final progress, by account. */
async function sync(accountIds: string[] | null = null): Promise<SyncProgress[]> {
  const ended = rig.event('sync.changed', (all) => all.every(isOver))
  await rig.call('sync.start', { accountIds })
  return ended
}

/** Requests of a user since the last call of this function, as `GET /v1/domain`. */
function asked(user = 'first'): string[] {
  const paths = rig.simulator.ledger.requests
    .filter(({ userName }) => userName === user)
    .map(({ method, path }) => `${method} ${path}`)
  rig.simulator.ledger.clear()
  return paths
}

const count = (paths: string[], part: RegExp) => paths.filter((path) => part.test(path)).length

const world: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: 'first-key-of-the-first' }],
      domains: [
        {
          domain_name: 'later.example',
          expiry_date: day(300),
          records: [
            { type: 'A', host: '@', content: '192.0.2.1' },
            { type: 'A', host: 'www', content: '192.0.2.1' },
          ],
        },
        { domain_name: 'soon.example', expiry_date: day(20) },
        { domain_name: 'lapsed.example', status: 'expired', expiry_date: day(-3) },
        { domain_name: 'moving.example', status: 'transferring' },
        { domain_name: 'company.co.jp', expiry_date: day(200) },
      ],
      servers: [{ server_id: 'first01', memo: '京都' }],
    },
    { name: 'second', keys: [{ token: 'first-key-of-the-second' }], domains: [{ domain_name: 'other.example' }] },
  ],
}

describe('What a sync reads', () => {
  test('Each list keeps the time of its answer, however long the list waited', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '^/v1/server$' }, times: 1, fault: { kind: 'delay', ms: 400 } })
    const hasOneList = rig.event('sync.changed', (all) =>
      all.some(({ accountId, listsDone }) => accountId === id && listsDone === 1),
    )
    const ended = sync([id])
    await hasOneList
    passedMs = hourMs
    await ended
    const [account] = await rig.call('accounts.list', null)
    const { domainsReadAt, serversReadAt, syncedAt } = account ?? {}
    expect(Date.now() - (domainsReadAt ?? 0)).toBeGreaterThanOrEqual(0)
    expect(serversReadAt).toBeGreaterThan((domainsReadAt ?? Infinity) + hourMs - 60_000)
    expect(syncedAt).toBe(domainsReadAt)
  })

  test('A sync reads lists, then pending domains, then soon expiring ones, then zones; name servers, Whois and lock are read for active domains only', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.ledger.clear()
    const [ended] = await sync()
    expect(ended).toMatchObject({ accountId: id, state: 'idle', error: null, detailsPutOff: 0 })
    const paths = asked()
    expect(paths.slice(0, 2).sort()).toEqual(['GET /v1/domain', 'GET /v1/server'])
    const ofDomains = paths.slice(2).filter((path) => path.includes('/v1/domain/'))
    expect(ofDomains[0]).toBe('GET /v1/domain/moving.example')
    expect(ofDomains.slice(1, 3).sort()).toEqual(['GET /v1/domain/lapsed.example', 'GET /v1/domain/soon.example'])
    // Five calls run at once, so neighbours may change places.
    expect(ofDomains.slice(3, 10).filter((path) => path.endsWith('/dns'))).toHaveLength(5)
    expect(count(paths, /\/(nameservers|registrar-lock)$/)).toBe(6)
    expect(count(paths, /(moving|lapsed)\.example\/dns$/)).toBe(2)
    expect(count(paths, /(moving|lapsed)\.example\//)).toBe(2)
    expect(count(paths, /server-info/)).toBe(2)
    const { rows } = await rig.call('inventory.domains', { filter: { text: '192.0.2.1' } })
    expect(rows).toMatchObject([{ name: 'later.example', records: 2, autoRenew: false }])
  })

  test('Details are read once a day, lists at every sync, and a lasting refusal is requested again after a week', async () => {
    // Few domains, because the limit per minute uses the real clock.
    const domains = [{ domain_name: 'later.example' }, { domain_name: 'company.co.jp' }]
    await open({ users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains }] })
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    const { whois } = await rig.call('inventory.domain', { accountId: id, name: 'company.co.jp' })
    expect(whois).toMatchObject({ data: null, error: { kind: 'service', code: 'WHOIS_NOT_EDITABLE' } })
    asked()
    await sync()
    expect(asked().sort()).toEqual(['GET /v1/domain', 'GET /v1/server'])
    passedMs += 25 * hourMs
    await sync()
    const dayLater = asked()
    expect(count(dayLater, /later\.example/)).toBe(5)
    expect(count(dayLater, /company\.co\.jp\/whois/)).toBe(0)
    expect(count(dayLater, /\/v1\/me/)).toBe(1)
    passedMs += 7 * 24 * hourMs
    await sync()
    expect(count(asked(), /company\.co\.jp\/whois/)).toBe(1)
  })

  test('A detail is read again when the list shows another status of the domain', async () => {
    const moving = {
      domain_name: 'moving.example',
      status: 'transferring' as const,
      pending: { kind: 'transfer' as const, seconds: 600 },
    }
    await open({ users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains: [moving] }] })
    await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    asked()
    rig.simulator.advance(700_000)
    await sync()
    expect(asked()).toContain('GET /v1/domain/moving.example')
    const { rows } = await rig.call('inventory.domains', { filter: { statuses: ['active'] } })
    expect(rows).toHaveLength(1)
  })

  test('A sync spends no more than its share of the daily quota, and says how many details are put off', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await rig.call('app.saveSettings', { backgroundShare: 0.0006 })
    const [ended] = await sync([id])
    // Six of ten thousand domain calls, the list included. The server class has its own quota of three calls.
    expect(count(asked(), /\/v1\/domain\b/) - 1).toBeLessThanOrEqual(6)
    expect(ended).toMatchObject({ state: 'idle' })
    expect(ended?.detailsPutOff).toBeGreaterThan(5)
  })
})

describe('Keys that a sync uses', () => {
  const keys = [
    { token: 'key-for-one-name', services: domainGrant({ target_mode: 'selected', targets: ['one.example'] }) },
    { token: 'key-for-other-name', services: domainGrant({ target_mode: 'selected', targets: ['two.example'] }) },
  ]
  const domains = [{ domain_name: 'one.example' }, { domain_name: 'two.example' }, { domain_name: 'three.example' }]

  test('Only a key for all targets is used for the list, if there is one', async () => {
    await open({
      users: [{ name: 'first', keys: [...keys, { token: 'key-for-everything', services: domainGrant({}) }], domains }],
    })
    await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name', 'key-for-everything'])
    rig.simulator.ledger.clear()
    await sync()
    const lists = rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/domain')
    expect(lists.map(({ keyIndex }) => keyIndex)).toEqual([2])
    expect((await rig.call('inventory.domains', {})).total).toBe(3)
  })

  test('The lists of keys for selected targets are merged, and no domain is gone while one of the keys fails', async () => {
    await open({ users: [{ name: 'first', keys, domains }] })
    await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name'])
    await sync()
    const names = async () => (await rig.call('inventory.domains', {})).rows.map(({ name }) => name)
    expect(await names()).toEqual(['one.example', 'two.example'])
    rig.simulator.faults.add({
      match: { token: 'key-for-other-name', path: '^/v1/domain$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const [ended] = await sync()
    expect(ended).toMatchObject({ state: 'failed', error: { kind: 'service', code: 'FORBIDDEN' } })
    expect(await names()).toEqual(['one.example', 'two.example'])
  })

  test('A domain that only an unusable or removed key showed is not gone', async () => {
    await open({ users: [{ name: 'first', keys, domains }] })
    const account = await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name'])
    await sync()
    rig.simulator.faults.add({
      match: { token: 'key-for-other-name' },
      times: 1,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    await sync()
    const [ended] = await sync()
    expect(ended).toMatchObject({ state: 'idle', error: null })
    expect((await rig.call('inventory.domains', {})).total).toBe(2)
    await rig.call('accounts.removeKey', { accountId: account.id, keyId: account.keys[1]?.id ?? '' })
    await sync()
    const { rows } = await rig.call('inventory.domains', { sort: 'readAt' })
    expect(rows.map(({ name, goneSince }) => [name, goneSince])).toEqual([
      ['two.example', null],
      ['one.example', null],
    ])
    expect(rows[0]?.readAt).toBeLessThan(rows[1]?.readAt ?? 0)
  })

  test('The other keys are used when the key for all targets is refused', async () => {
    await open({
      users: [{ name: 'first', keys: [...keys, { token: 'key-for-everything', services: domainGrant({}) }], domains }],
    })
    await rig.addAccount('First', ['key-for-one-name', 'key-for-other-name', 'key-for-everything'])
    await sync()
    rig.simulator.faults.add({
      match: { token: 'key-for-everything' },
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    passedMs += hourMs
    const [ended] = await sync()
    expect(ended?.error).toMatchObject({ code: 'UNAUTHORIZED' })
    const { rows } = await rig.call('inventory.domains', { sort: 'readAt', isDescending: true })
    expect(rows.map(({ name }) => name)).toEqual(['two.example', 'one.example', 'three.example'])
  })

  test('A key added while details are read makes the sync read the lists again, and no detail twice', async () => {
    await open({ users: [{ name: 'first', keys, domains }] })
    const account = await rig.addAccount('First', ['key-for-one-name'])
    const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsRead >= 2)
    rig.simulator.faults.add({ match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'delay', ms: 500 } })
    await rig.call('sync.start', {})
    await reading
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: 'key-for-other-name',
    })
    await rig.call('accounts.addKey', { accountId: account.id, pendingKeyId, label: 'Other' })
    rig.simulator.faults.clear()
    const ended = rig.event('sync.changed', (all) => all.every(isOver))
    await rig.call('sync.start', { accountIds: [account.id] })
    expect(await ended).toMatchObject([{ state: 'idle', error: null }])
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual([
      'one.example',
      'two.example',
    ])
    const paths = asked()
    expect(count(paths, /two\.example/)).toBe(5)
    expect(count(paths, /one\.example\/dns$/)).toBe(1)
  })

  test('A sync requested while lists are read reads the lists once more, so that a new key shows its domains', async () => {
    await open({ users: [{ name: 'first', keys, domains }] })
    const account = await rig.addAccount('First', ['key-for-one-name'])
    asked()
    rig.simulator.faults.add({ match: { path: '/v1/domain$' }, times: 1, fault: { kind: 'delay', ms: 500 } })
    const ended = rig.event('sync.changed', (all) => all.every(isOver))
    await rig.call('sync.start', {})
    await vi.waitUntil(() => rig.simulator.ledger.requests.some(({ path }) => path === '/v1/domain'))
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: 'key-for-other-name',
    })
    await rig.call('accounts.addKey', { accountId: account.id, pendingKeyId, label: 'Other' })
    for (let again = 0; again < 3; again += 1) await rig.call('sync.start', { accountIds: [account.id] })
    expect(await ended).toMatchObject([{ state: 'idle', error: null }])
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual([
      'one.example',
      'two.example',
    ])
    // One request by the first key, one by each of both keys afterwards, and one when the new key is tried.
    const paths = asked()
    expect(count(paths, /GET \/v1\/domain$/)).toBe(4)
    expect(count(paths, /one\.example\/dns$/)).toBe(1)
  })

  test('A detail that no key may read is not requested', async () => {
    const permissions = {
      domain: 'read',
      dns: 'none',
      whois: 'none',
      nameserver: 'read',
      registrar_lock: 'read',
    } as const
    await open({
      users: [
        {
          name: 'first',
          keys: [{ token: 'key-for-few-things', services: domainGrant({ permission_type: 'custom', permissions }) }],
          domains,
        },
      ],
    })
    await rig.addAccount('First', ['key-for-few-things'])
    asked()
    const [ended] = await sync()
    expect(ended).toMatchObject({ state: 'idle', detailsFailed: 0 })
    const paths = asked()
    expect(count(paths, /\/(dns|whois)$/)).toBe(0)
    expect(count(paths, /\/(nameservers|registrar-lock)$/)).toBe(6)
  })
})

describe('Errors and interruptions of a sync', () => {
  test('A failed sync of one account does not stop the other accounts, and its error is shown', async () => {
    await open(world)
    const first = await rig.addAccount('First', ['first-key-of-the-first'])
    const second = await rig.addAccount('Second', ['first-key-of-the-second'])
    rig.simulator.faults.add({ match: { user: 'first' }, fault: { kind: 'status', status: 403, code: 'FORBIDDEN' } })
    const ended = await sync()
    expect(ended.find(({ accountId }) => accountId === first.id)).toMatchObject({
      state: 'failed',
      error: { code: 'FORBIDDEN', status: 403 },
    })
    expect(ended.find(({ accountId }) => accountId === second.id)).toMatchObject({ state: 'idle', error: null })
    expect((await rig.call('accounts.list', null)).find(({ id }) => id === first.id)?.syncError).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual(['other.example'])
  })

  test('Only a list that failed counts as not read, and a list that no key grants is counted separately', async () => {
    await open({
      users: [
        ...(world.users ?? []),
        { name: 'third', keys: [{ token: 'key-of-the-third-user', services: domainGrant({}) }] },
      ],
    })
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await rig.addAccount('Third', ['key-of-the-third-user'])
    expect(await rig.call('inventory.unread', {})).toEqual({
      zones: 0,
      domainLists: 2,
      serverLists: 1,
      deniedDomainLists: 0,
      deniedServerLists: 1,
      serverInfos: 0,
      unreadableZones: 0,
    })
    rig.simulator.faults.add({
      match: { path: '^/v1/server$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    await sync()
    expect(await rig.call('inventory.unread', {})).toMatchObject({
      domainLists: 0,
      serverLists: 1,
      deniedServerLists: 1,
    })
    const first = async () => (await rig.call('accounts.list', null)).find((account) => account.id === id)
    expect(await first()).toMatchObject({
      domainsReadAt: expect.any(Number),
      serversReadAt: null,
      syncedAt: null,
      domains: 5,
    })
    rig.simulator.faults.clear()
    rig.simulator.faults.add({
      match: { path: '^/v1/domain$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    await sync()
    const account = await first()
    expect(account?.syncedAt).toBe(account?.domainsReadAt)
    expect(account?.serversReadAt).toBeGreaterThan(account?.domainsReadAt ?? Infinity)
  })

  test('A list counts as read as soon as it is stored, while the other list is still pending', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '^/v1/server$' }, fault: { kind: 'hang' } })
    await rig.call('sync.start', {})
    await expect.poll(async () => (await rig.call('inventory.domains', {})).total).toBe(5)
    await expect
      .poll(async () => await rig.call('inventory.unread', {}))
      .toMatchObject({ domainLists: 0, serverLists: 1 })
    await rig.call('sync.cancel', {})
  })

  test('A failed sync keeps its time until the next one has read its lists, and an interrupted first sync shows lists that were never read', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({
      match: { path: '^/v1/(domain|server)$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const [failed] = await sync()
    passedMs += hourMs
    rig.simulator.faults.clear()
    rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'hang' } })
    await rig.call('sync.start', {})
    const { attention } = await rig.call('inventory.overview', { accountIds: null })
    expect(attention.find(({ kind }) => kind === 'sync_failed')).toMatchObject({ at: failed?.endedAt })
    await rig.call('app.saveSettings', { isOffline: true })
    expect((await rig.call('inventory.overview', { accountIds: null })).attention.map(({ kind }) => kind)).toContain(
      'stale',
    )
  })

  test('A failed list is reported while details are read, and after a cancel', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({
      match: { path: '^/v1/server$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsTotal > 0)
    await rig.call('sync.start', {})
    expect(await reading).toMatchObject([{ listsDone: 1, listsTotal: 2, error: { code: 'FORBIDDEN' } }])
    const told = async () => ({
      account: (await rig.call('accounts.list', null))[0]?.syncError?.code,
      overview: (await rig.call('inventory.overview', { accountIds: null })).attention
        .filter(({ kind }) => kind === 'sync_failed')
        .map((item) => 'accountId' in item && item.accountId),
    })
    expect(await told()).toEqual({ account: 'FORBIDDEN', overview: [id] })
    await rig.call('sync.cancel', {})
    expect(await told()).toEqual({ account: 'FORBIDDEN', overview: [id] })
  })

  test('Nothing is requested for a server in setup, and the remaining minutes follow the rate of background calls', async () => {
    await open({
      users: [
        {
          name: 'first',
          keys: [{ token: 'first-key-of-the-first' }],
          domains: [{ domain_name: 'one.example' }],
          servers: [{ server_id: 'ready01' }, { server_id: 'pending01', status: 'setup_pending' }],
        },
      ],
    })
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    asked()
    const reading = rig.event('sync.changed', ([first]) => first?.detailsTotal === 7 && first.detailsRead === 6)
    await rig.call('sync.start', {})
    // A sixth of the 60 calls per minute is reserved for the user.
    expect((await reading)[0]?.minutesLeft).toBeCloseTo(1 / 50)
    const paths = asked()
    expect(count(paths, /ready01.*server-info/)).toBe(2)
    expect(count(paths, /pending01/)).toBe(0)
    await rig.call('sync.cancel', {})
  })

  test('A running sync reports that its calls get no answer, and that the account needs attention', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    const late = rig.event('sync.changed', ([first]) => first?.responsiveness === 'late')
    const health = rig.event('accounts.changed', ([account]) => account?.health.reasons.includes('no_answer') === true)
    await rig.call('sync.start', { accountIds: [id] })
    expect(await late).toMatchObject([{ state: 'details' }])
    expect(await health).toMatchObject([{ health: { level: 'attention' } }])
    await rig.call('sync.cancel', {})
    expect(await rig.call('sync.progress', null)).toMatchObject([{ state: 'cancelled', responsiveness: 'yes' }])
    expect((await rig.call('accounts.list', null))[0]?.health.reasons).not.toContain('no_answer')
  })

  test('Other details are stored when one detail fails, and the failed detail keeps its error', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: 'later.example/dns$' }, fault: { kind: 'wrong-shape' } })
    const [ended] = await sync()
    // The API does not serve the Whois of company.co.jp. That is no failure.
    expect(ended).toMatchObject({ state: 'idle', detailsFailed: 1, detailsError: { kind: 'not_the_service' } })
    expect(ended?.detailsRead).toBe((ended?.detailsTotal ?? 0) - 1)
    const told = async () => ({
      health: (await rig.call('accounts.list', null))[0]?.health,
      overview: (await rig.call('inventory.overview', { accountIds: null })).attention.find(
        ({ kind }) => kind === 'details_failed',
      ),
    })
    const expected = {
      health: { level: 'attention', reasons: ['details_failed'] },
      overview: { accountId: id, count: 1, error: { kind: 'not_the_service' } },
    }
    expect(await told()).toMatchObject(expected)
    await rig.call('app.saveSettings', { syncsAtStart: false })
    await rig.restart()
    expect(await rig.call('sync.progress', null)).toMatchObject([
      { state: 'idle', detailsFailed: 1, detailsError: { kind: 'not_the_service' } },
    ])
    expect(await told()).toMatchObject(expected)
    const { zone, lock } = await rig.call('inventory.domain', { accountId: id, name: 'later.example' })
    expect(zone).toMatchObject({ data: null, error: { kind: 'not_the_service' } })
    expect(lock.data).toMatchObject({ locked: false })
  })

  test('A requested detail counts as remaining until it is answered', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    const told: { done: number; total: number }[] = []
    // Longer than the interval of progress events.
    rig.simulator.faults.add({ match: { path: '/whois$' }, fault: { kind: 'delay', ms: 1000 } })
    const ended = rig.event('sync.changed', (all) => {
      told.push(
        ...all
          .filter(({ detailsTotal }) => detailsTotal > 0)
          .map(({ detailsRead, detailsTotal }) => ({ done: detailsRead, total: detailsTotal })),
      )
      return all.every(isOver)
    })
    await rig.call('sync.start', {})
    await ended
    const last = told.at(-1)
    expect(last?.done).toBe(last?.total)
    expect(told.some(({ done, total }) => done < total)).toBe(true)
    expect(new Set(told.map(({ total }) => total))).toEqual(new Set([last?.total]))
  })

  test('A cancelled sync keeps what was read and requests no more', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    await rig.call('sync.start', {})
    // The maximum of concurrent background calls, so that no further call is starting when the sync is cancelled.
    await expect
      .poll(() => rig.simulator.ledger.requests.filter(({ path }) => path.endsWith('/dns')).length)
      .toBe(rateLimits.domain.concurrent - 1)
    await rig.call('sync.cancel', {})
    expect(await rig.call('sync.progress', null)).toMatchObject([{ state: 'cancelled', error: null }])
    expect((await rig.call('inventory.domains', {})).total).toBe(5)
    const asked = rig.simulator.ledger.requests.length
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(rig.simulator.ledger.requests.length).toBe(asked)
  })

  test('A sync continues after a restart without reading again what was read', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'delay', ms: 400 } })
    // Everything but Whois and locks, which are read last.
    const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsRead >= 13)
    await rig.call('sync.start', {})
    await reading
    await rig.call('app.saveSettings', { syncsAtStart: false })
    const before = asked().filter((path) => path.endsWith('/dns'))
    rig.simulator.faults.clear()
    const ended = rig.event('sync.changed', (all) => all.every(isOver) && all.some(({ state }) => state === 'idle'))
    await rig.restart()
    await ended
    const after = asked()
    expect(before.length).toBeGreaterThan(0)
    for (const path of before) expect(after).not.toContain(path)
    expect(after).not.toContain('GET /v1/domain')
    expect(count(after, /registrar-lock$/)).toBe(3)
  })

  test('A sync continued after a restart keeps the count of failed details', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: 'later.example/dns$' }, fault: { kind: 'wrong-shape' } })
    rig.simulator.faults.add({ match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'delay', ms: 400 } })
    const reading = rig.event(
      'sync.changed',
      ([first]) => first?.state === 'details' && first.detailsFailed === 1 && first.detailsRead >= 12,
    )
    await rig.call('sync.start', {})
    await reading
    await rig.call('app.saveSettings', { syncsAtStart: false })
    rig.simulator.faults.clear()
    asked()
    const ended = rig.event('sync.changed', (all) => all.every(isOver) && all.some(({ state }) => state === 'idle'))
    await rig.restart()
    const [progress] = await ended
    expect(progress).toMatchObject({ detailsFailed: 1, detailsError: { kind: 'not_the_service' } })
    expect(progress?.detailsRead).toBe((progress?.detailsTotal ?? 0) - 1)
    expect(asked().some((path) => path.endsWith('later.example/dns'))).toBe(false)
  })

  test('A sync ends when its account is removed, and nothing of the account is left', async () => {
    await open(world)
    const first = await rig.addAccount('First', ['first-key-of-the-first'])
    const second = await rig.addAccount('Second', ['first-key-of-the-second'])
    rig.simulator.faults.add({ match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'delay', ms: 300 } })
    const reading = rig.event('sync.changed', (all) =>
      all.some(({ accountId, detailsRead }) => accountId === first.id && detailsRead >= 3),
    )
    await rig.call('sync.start', {})
    await reading
    await rig.call('accounts.remove', { accountId: first.id })
    const progress = () => rig.call('sync.progress', null)
    while (!(await progress()).every(isOver)) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await progress()).toMatchObject([{ accountId: second.id, state: 'idle', error: null }])
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual(['other.example'])
    expect(await rig.call('inventory.search', { text: 'later' })).toEqual({ hits: [], domains: 0 })
  })

  test('The lists of all accounts are counted from the start, and accounts that wait for their turn are marked', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    await open({ users: names.map((name) => ({ name, keys: [{ token: `key-of-the-user-${name}` }] })) })
    for (const name of names) await rig.addAccount(name, [`key-of-the-user-${name}`])
    rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'hang' } })
    await rig.call('sync.start', { accountIds: null })
    expect(
      (await rig.call('sync.progress', null)).map(({ state, isWaiting, listsDone, listsTotal }) => ({
        state,
        isWaiting,
        listsDone,
        listsTotal,
      })),
    ).toEqual(names.map((_, index) => ({ state: 'lists', isWaiting: index >= 4, listsDone: 0, listsTotal: 2 })))
    await rig.call('sync.cancel', {})
    expect((await rig.call('sync.progress', null)).every(({ isWaiting }) => !isWaiting)).toBe(true)
  })

  test('A sync of one account starts while the sync of another account hangs', async () => {
    await open(world)
    const first = await rig.addAccount('First', ['first-key-of-the-first'])
    const second = await rig.addAccount('Second', ['first-key-of-the-second'])
    rig.simulator.faults.add({ match: { user: 'first' }, fault: { kind: 'hang' } })
    const ended = rig.event('sync.changed', (all) =>
      all.some(({ accountId, state, endedAt }) => accountId === second.id && state === 'idle' && endedAt !== null),
    )
    await rig.call('sync.start', { accountIds: [first.id] })
    await rig.call('sync.start', { accountIds: [second.id] })
    expect((await ended).find(({ accountId }) => accountId === first.id)).toMatchObject({ state: 'lists' })
    expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual(['other.example'])
    await rig.call('sync.cancel', {})
  })

  test('A sync stops at once in offline mode and continues when the app is online again', async () => {
    await open(world)
    await rig.addAccount('First', ['first-key-of-the-first'])
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    await rig.call('sync.start', {})
    await expect
      .poll(() => rig.simulator.ledger.requests.filter(({ path }) => path.endsWith('/dns')).length)
      .toBe(rateLimits.domain.concurrent - 1)
    const stopped = rig.event('sync.changed', (all) => all.every(isOver))
    await rig.call('app.saveSettings', { isOffline: true })
    expect(await stopped).toMatchObject([{ state: 'cancelled', minutesLeft: null }])
    const resumed = rig.event('sync.changed', ([first]) => first?.state === 'details')
    await rig.call('app.saveSettings', { isOffline: false })
    const [goesOn] = await resumed
    expect(goesOn?.runsSince).toBeGreaterThan(goesOn?.startedAt ?? Infinity)
    await rig.call('sync.cancel', {})
  })

  test('A sync stops at once for a paused account, and for no other account', async () => {
    await open(world)
    const first = await rig.addAccount('First', ['first-key-of-the-first'])
    const second = await rig.addAccount('Second', ['first-key-of-the-second'])
    rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
    const reading = rig.event('sync.changed', (all) =>
      all.every(({ state, detailsTotal }) => state === 'details' && detailsTotal > 0),
    )
    await rig.call('sync.start', {})
    await reading
    const stopped = rig.event('sync.changed', (all) => all.some(isOver))
    await rig.call('accounts.update', { accountId: first.id, isPaused: true })
    const told = await stopped
    expect(told.find(({ accountId }) => accountId === first.id)).toMatchObject({ state: 'cancelled' })
    expect(told.find(({ accountId }) => accountId === second.id)).toMatchObject({ state: 'details' })
    await rig.call('sync.cancel', {})
  })

  test('A sync leaves out paused accounts, and does nothing in offline mode', async () => {
    await open(world)
    const first = await rig.addAccount('First', ['first-key-of-the-first'])
    await rig.addAccount('Second', ['first-key-of-the-second'])
    await rig.call('accounts.update', { accountId: first.id, isPaused: true })
    rig.simulator.ledger.clear()
    await sync()
    expect(asked('first')).toEqual([])
    await rig.call('app.saveSettings', { isOffline: true })
    rig.simulator.ledger.clear()
    await rig.call('sync.start', {})
    expect((await rig.call('sync.progress', null)).every(isOver)).toBe(true)
    expect(rig.simulator.ledger.requests).toEqual([])
  })
})

describe('Refresh on demand', () => {
  test('A refresh reads the requested details now, and an error is returned beside the stored data', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    rig.simulator.faults.add({
      match: { path: 'registrar-lock$' },
      fault: { kind: 'status', status: 409, code: 'MIGRATION_LOCKED' },
    })
    asked()
    const domain = await rig.call('inventory.refreshDomain', {
      accountId: id,
      name: 'later.example',
      detailKinds: ['lock', 'zone'],
    })
    expect(asked().sort()).toEqual(['GET /v1/domain/later.example/dns', 'GET /v1/domain/later.example/registrar-lock'])
    expect(domain.lock).toMatchObject({ data: { locked: false }, error: { code: 'MIGRATION_LOCKED' } })
    expect(domain.zone).toMatchObject({ error: null, data: [{ host: '@' }, { host: 'www' }] })
  })

  test('A refresh in offline mode stores no error', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    await rig.call('app.saveSettings', { isOffline: true })
    const domain = await rig.call('inventory.refreshDomain', {
      accountId: id,
      name: 'later.example',
      detailKinds: ['zone'],
    })
    expect(domain.zone).toMatchObject({ data: [{ host: '@' }, { host: 'www' }], error: { kind: 'offline' } })
    expect((await rig.call('inventory.domain', { accountId: id, name: 'later.example' })).zone.error).toBeNull()
  })

  test('A refreshed server is found by its address', async () => {
    await open(world)
    const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
    await sync()
    const { rows } = await rig.call('inventory.servers', {})
    const server = await rig.call('inventory.refreshServer', { accountId: id, name: rows[0]?.name ?? '' })
    const address = String((server.info.data as { ip_address: string }).ip_address)
    expect(
      (await rig.call('inventory.search', { text: address })).hits.map(({ kind, target }) => [kind, target]),
    ).toContainEqual(['server', rows[0]?.name])
    expect(server.usage.error).toBeNull()
  })
})
