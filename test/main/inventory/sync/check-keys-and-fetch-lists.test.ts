import { expect, test } from 'vitest'
import { startSyncRig, isSyncOver, wrapAsDomainServiceGrant, twoUsersWorld, hourMs } from './sync-rig.ts'

test('Each list keeps the time of its answer, however long the list waited', async () => {
  const answered = Promise.withResolvers<void>()
  let isHeld = false
  const { rig, sync, advanceClock } = await startSyncRig(twoUsersWorld, {
    onArrival: ({ path }) => (isHeld && path === '/v1/server' ? answered.promise : undefined),
  })
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  isHeld = true
  const hasOneList = rig.event('sync.changed', (all) =>
    all.some(({ accountId, listsDone }) => accountId === id && listsDone === 1),
  )
  const ended = sync([id])
  await hasOneList
  advanceClock(hourMs)
  answered.resolve()
  await ended
  const [account] = await rig.call('accounts.list', null)
  const { domainsReadAt, serversReadAt, syncedAt } = account ?? {}
  expect(Date.now() - (domainsReadAt ?? 0)).toBeGreaterThanOrEqual(0)
  expect(serversReadAt).toBeGreaterThan((domainsReadAt ?? Infinity) + hourMs - 60_000)
  expect(syncedAt).toBe(domainsReadAt)
})

test('Only a list that failed counts as not read, and a list that no key grants is counted separately', async () => {
  const { rig, sync } = await startSyncRig({
    users: [
      ...(twoUsersWorld.users ?? []),
      { name: 'third', keys: [{ token: 'key-of-the-third-user', services: wrapAsDomainServiceGrant({}) }] },
    ],
  })
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await rig.addAccount('Third', ['key-of-the-third-user'])
  expect(await rig.call('inventory.neverReadCounts', {})).toEqual({
    zones: 0,
    domainLists: 2,
    serverLists: 1,
    deniedDomainLists: 0,
    deniedServerLists: 1,
    serverInfos: 0,
    unreadableServerInfos: 0,
    unreadableZones: 0,
    autoRenew: 0,
    registrarLock: 0,
    whoisPrivacy: 0,
    nameservers: 0,
  })
  rig.simulator.faults.add({
    match: { path: '^/v1/server$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  await sync()
  expect(await rig.call('inventory.neverReadCounts', {})).toMatchObject({
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
  const { rig } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: '^/v1/server$' }, fault: { kind: 'hang' } })
  await rig.call('sync.start', {})
  await expect.poll(async () => (await rig.call('inventory.domains', {})).total).toBe(5)
  await expect
    .poll(async () => await rig.call('inventory.neverReadCounts', {}))
    .toMatchObject({ domainLists: 0, serverLists: 1 })
  await rig.call('sync.cancel', {})
})

test('A failed sync keeps its time until the next one has read its lists, and an interrupted first sync shows lists that were never read', async () => {
  const { rig, sync, advanceClock } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({
    match: { path: '^/v1/(domain|server)$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  await sync()
  const failure = async () =>
    (await rig.call('inventory.overview', { accountIds: null })).attention.find(({ kind }) => kind === 'sync_failed')
  const first = await failure()
  expect(first).toMatchObject({ at: expect.any(Number) as number, code: 'FORBIDDEN' })
  advanceClock(hourMs)
  rig.simulator.faults.clear()
  rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'hang' } })
  await rig.call('sync.start', {})
  expect(await failure()).toEqual(first)
  await rig.call('app.saveSettings', { isOffline: true })
  expect((await rig.call('inventory.overview', { accountIds: null })).attention.map(({ kind }) => kind)).toContain(
    'stale',
  )
})

test('A failed list is reported while details are read, and after a cancel', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({
    match: { path: '^/v1/server$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsTotal > 0)
  await rig.call('sync.start', {})
  expect(await reading).toMatchObject([{ listsDone: 1, listsTotal: 2, error: { code: 'FORBIDDEN' } }])
  const readState = async () => ({
    account: (await rig.call('accounts.list', null))[0]?.syncError?.code,
    overview: (await rig.call('inventory.overview', { accountIds: null })).attention
      .filter(({ kind }) => kind === 'sync_failed')
      .map((item) => 'accountId' in item && item.accountId),
  })
  expect(await readState()).toEqual({ account: 'FORBIDDEN', overview: [id] })
  await rig.call('sync.cancel', {})
  expect(await readState()).toEqual({ account: 'FORBIDDEN', overview: [id] })
})

test('A sync that is cancelled before it has read its lists leaves the error of the sync before', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({
    match: { path: '^/v1/(domain|server)$' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  await sync()
  const readState = async () => ({
    health: (await rig.call('accounts.list', null))[0]?.health,
    failed: (await rig.call('inventory.overview', { accountIds: null })).attention.find(
      ({ kind }) => kind === 'sync_failed',
    ),
  })
  const afterFailure = await readState()
  expect(afterFailure.failed).toMatchObject({ code: 'FORBIDDEN' })
  rig.simulator.faults.clear()
  rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'hang' } })
  await rig.call('sync.start', {})
  await rig.call('sync.cancel', {})
  expect(await readState()).toEqual(afterFailure)
  expect(await rig.call('sync.progress', null)).toMatchObject([{ state: 'cancelled', error: { code: 'FORBIDDEN' } }])
})

test('The lists of all accounts are counted from the start, and accounts that wait for their turn are marked', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  const { rig } = await startSyncRig({
    users: names.map((name) => ({ name, keys: [{ token: `key-of-the-user-${name}` }] })),
  })
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

test('A list that no key may read is not counted, and the check of a key is no list', async () => {
  const { rig, sync, advanceClock } = await startSyncRig({
    users: [{ name: 'third', keys: [{ token: 'key-of-the-third-user', services: wrapAsDomainServiceGrant({}) }] }],
  })
  await rig.addAccount('Third', ['key-of-the-third-user'])
  const otherCounts = async () => {
    const listCounts: string[] = []
    const ended = rig.event('sync.changed', (all) => {
      listCounts.push(...all.map(({ listsDone, listsTotal }) => `${listsDone}/${listsTotal}`))
      return all.every(isSyncOver)
    })
    expect(await sync()).toMatchObject([{ state: 'idle', listsDone: 1, listsTotal: 1 }])
    await ended
    return new Set(listCounts.filter((count) => count !== '0/1' && count !== '1/1'))
  }
  expect(await otherCounts()).toEqual(new Set())
  advanceClock(25 * hourMs)
  rig.simulator.ledger.clear()
  expect(await otherCounts()).toEqual(new Set())
  expect(rig.simulator.ledger.requests.map(({ path }) => path).toSorted()).toEqual(['/v1/domain', '/v1/me'])
})

test('A list keeps its time when the last key that may read it is removed, and the account is as old as that list', async () => {
  const [first] = twoUsersWorld.users ?? []
  const { rig, sync, advanceClock } = await startSyncRig({
    users: [
      {
        ...first,
        name: 'first',
        keys: [
          { token: 'first-key-of-the-first' },
          { token: 'domains-only-of-the-first', services: wrapAsDomainServiceGrant({}) },
        ],
      },
    ],
  })
  const { id, keys } = await rig.addAccount('First', ['first-key-of-the-first', 'domains-only-of-the-first'])
  const account = async () => (await rig.call('accounts.list', null)).find((one) => one.id === id)
  await sync()
  const before = await account()
  expect(before).toMatchObject({ servers: 1, serversReadAt: expect.any(Number) })
  await rig.call('accounts.removeKey', { accountId: id, keyId: keys[0]?.id ?? '' })
  advanceClock(hourMs)
  await sync()
  const after = await account()
  expect(after?.domainsReadAt).toBeGreaterThan((before?.domainsReadAt ?? Infinity) + hourMs - 60_000)
  expect(after).toMatchObject({ servers: 1, serversReadAt: before?.serversReadAt, syncedAt: before?.serversReadAt })
})

test('A list keeps the time of the rows that only a removed key showed, until a key for all names reads them', async () => {
  const { rig, sync, advanceClock } = await startSyncRig({
    users: [
      {
        name: 'first',
        keys: [
          { token: 'key-for-everything' },
          {
            token: 'key-for-one-name',
            services: wrapAsDomainServiceGrant({ target_mode: 'selected', targets: ['one.example'] }),
          },
        ],
        domains: [{ domain_name: 'one.example' }, { domain_name: 'two.example' }],
      },
    ],
  })
  const { id, keys } = await rig.addAccount('First', ['key-for-everything', 'key-for-one-name'])
  const account = async () => (await rig.call('accounts.list', null)).find((one) => one.id === id)
  const readAtOf = async (name: string) =>
    (await rig.call('inventory.domains', {})).rows.find((row) => row.name === name)?.readAt
  await sync()
  const before = await account()
  await rig.call('accounts.removeKey', { accountId: id, keyId: keys[0]?.id ?? '' })
  advanceClock(hourMs)
  const [ended] = await sync()
  expect(ended).toMatchObject({ state: 'idle', error: null })
  expect(await readAtOf('one.example')).toBeGreaterThan((before?.domainsReadAt ?? Infinity) + hourMs - 60_000)
  // A detail that was read after the list makes a row newer than the list.
  expect(await account()).toMatchObject({ domains: 2, domainsReadAt: await readAtOf('two.example') })
  expect((await account())?.domainsReadAt).toBeLessThan((before?.domainsReadAt ?? 0) + hourMs)
  const { pendingKeyId } = await rig.call('accounts.tryKey', {
    baseUrl: rig.simulator.url,
    secret: 'key-for-everything',
  })
  await rig.call('accounts.addKey', { accountId: id, pendingKeyId, label: 'All' })
  await sync()
  expect((await account())?.domainsReadAt).toBeGreaterThan((before?.domainsReadAt ?? Infinity) + hourMs - 60_000)
})

test('The error of a list that no usable key may read names the list', async () => {
  const { rig, sync } = await startSyncRig({
    users: [
      {
        name: 'first',
        keys: [
          { token: 'key-for-domains', services: wrapAsDomainServiceGrant({}) },
          { token: 'key-for-servers', services: { server: {} } },
        ],
      },
    ],
  })
  const { id, keys } = await rig.addAccount('First', ['key-for-domains', 'key-for-servers'])
  const keyForDomains = rig.simulator.world.user('first').keys[0]
  if (!keyForDomains) throw new Error('The user has the key')
  keyForDomains.expiresAt = Date.now() - hourMs
  await rig.call('accounts.retestKey', { accountId: id, keyId: keys[0]?.id ?? '' }).catch(() => undefined)
  await sync()
  const [account] = await rig.call('accounts.list', null)
  expect(account?.syncError).toMatchObject({ kind: 'no_key', details: { endpoint: 'domain.list' } })
})

test.each(['tested again', 'added', 'replaced'])(
  'A list without rows that no key could read counts as not read as soon as a key that is %s may read it',
  async (way) => {
    const [first] = twoUsersWorld.users ?? []
    const { rig, sync } = await startSyncRig({
      users: [
        {
          ...first,
          name: 'first',
          keys: [{ token: 'key-for-servers', services: { server: {} } }, { token: 'key-for-all-services' }],
        },
      ],
    })
    const { id, keys } = await rig.addAccount('First', ['key-for-servers'])
    const keyId = keys[0]?.id ?? ''
    await sync()
    const account = async () => (await rig.call('accounts.list', null)).find((one) => one.id === id)
    expect(await account()).toMatchObject({ servers: 1, syncedAt: expect.any(Number) })
    if (way === 'tested again') {
      const domain = { permission_type: 'full', target_mode: 'all' }
      Object.assign(rig.simulator.world.user('first').keys[0]?.services ?? {}, wrapAsDomainServiceGrant(domain))
      await rig.call('accounts.retestKey', { accountId: id, keyId })
    } else {
      const { pendingKeyId } = await rig.call('accounts.tryKey', {
        baseUrl: rig.simulator.url,
        secret: 'key-for-all-services',
      })
      if (way === 'added') await rig.call('accounts.addKey', { accountId: id, pendingKeyId, label: 'Other' })
      else await rig.call('accounts.replaceKey', { accountId: id, keyId, pendingKeyId })
    }
    expect(await account()).toMatchObject({ domainsReadAt: null, serversReadAt: expect.any(Number), syncedAt: null })
    await sync()
    expect(await account()).toMatchObject({ domains: 5, domainsReadAt: expect.any(Number) })
  },
)
