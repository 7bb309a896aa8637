import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { fetchDueDetails, type DetailFetchProgress } from '#main/inventory/sync/fetch-due-details.ts'
import { createVisibleResourceTracker } from '#main/inventory/sync/visible-resource-tracker.ts'
import { secret, startSimulatorClientRig } from '#test/main/api/api-client-rig.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'
import { startSyncRig, isSyncOver, countMatches, wrapAsDomainServiceGrant, twoUsersWorld, hourMs } from './sync-rig.ts'

test('A sync reads lists, then pending domains, then soon expiring ones, then zones; name servers, Whois and lock are read for active domains only', async () => {
  const { rig, sync, newRequests } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.ledger.clear()
  const [ended] = await sync()
  expect(ended).toMatchObject({ accountId: id, state: 'idle', error: null, detailsPostponed: 0 })
  const paths = newRequests()
  expect(paths.slice(0, 2).sort()).toEqual(['GET /v1/domain', 'GET /v1/server'])
  const ofDomains = paths.slice(2).filter((path) => path.includes('/v1/domain/'))
  expect(ofDomains[0]).toBe('GET /v1/domain/moving.example')
  expect(ofDomains.slice(1, 3).sort()).toEqual(['GET /v1/domain/lapsed.example', 'GET /v1/domain/soon.example'])
  // Five calls run at once, so neighbours may change places.
  expect(ofDomains.slice(3, 10).filter((path) => path.endsWith('/dns'))).toHaveLength(5)
  expect(countMatches(paths, /\/(nameservers|registrar-lock)$/)).toBe(6)
  expect(countMatches(paths, /(moving|lapsed)\.example\/dns$/)).toBe(2)
  expect(countMatches(paths, /(moving|lapsed)\.example\//)).toBe(2)
  expect(countMatches(paths, /server-info/)).toBe(2)
  const { rows } = await rig.call('inventory.domains', { filter: { text: '192.0.2.1' } })
  expect(rows).toMatchObject([{ name: 'later.example', records: 2, autoRenew: false }])
})

test('Details are read once a day, lists at every sync, and a lasting refusal is requested again after a week', async () => {
  // Few domains, because the limit per minute uses the real clock.
  const domains = [{ domain_name: 'later.example' }, { domain_name: 'company.co.jp' }]
  const { rig, sync, newRequests, advanceClock } = await startSyncRig({
    users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains }],
  })
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  const { whois } = await rig.call('inventory.domain', { accountId: id, name: 'company.co.jp' })
  expect(whois).toMatchObject({ data: null, error: { kind: 'service', code: 'WHOIS_NOT_EDITABLE' } })
  newRequests()
  await sync()
  // The log is asked once for each method that writes.
  const log = 'GET /v1/logs'
  expect(newRequests().sort()).toEqual(['GET /v1/domain', log, log, log, 'GET /v1/server'])
  advanceClock(25 * hourMs)
  await sync()
  const dayLater = newRequests()
  expect(countMatches(dayLater, /later\.example/)).toBe(5)
  expect(countMatches(dayLater, /company\.co\.jp\/whois/)).toBe(0)
  expect(countMatches(dayLater, /\/v1\/me/)).toBe(1)
  advanceClock(7 * 24 * hourMs)
  await sync()
  expect(countMatches(newRequests(), /company\.co\.jp\/whois/)).toBe(1)
})

test('A detail is read again when the list shows another status of the domain', async () => {
  const moving = {
    domain_name: 'moving.example',
    status: 'transferring' as const,
    pending: { kind: 'transfer' as const, seconds: 600 },
  }
  const { rig, sync, newRequests } = await startSyncRig({
    users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains: [moving] }],
  })
  await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  newRequests()
  rig.simulator.advance(700_000)
  await sync()
  expect(newRequests()).toContain('GET /v1/domain/moving.example')
  const { rows } = await rig.call('inventory.domains', { filter: { statuses: ['active'] } })
  expect(rows).toHaveLength(1)
})

test('A sync spends no more than its share of the daily quota, and says how many details are put off', async () => {
  const { rig, sync, newRequests } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  await rig.call('app.saveSettings', { backgroundShare: 0.0006 })
  const [ended] = await sync([id])
  // The sync may make six domain calls, the list among them: 0.0006 of 10,000 per day. One call is subtracted, because
  // the key test read the list, too. The server class has its own quota of three calls.
  expect(countMatches(newRequests(), /\/v1\/domain\b/) - 1).toBeLessThanOrEqual(6)
  expect(ended).toMatchObject({ state: 'idle' })
  expect(ended?.detailsPostponed).toBeGreaterThan(5)
})

test('A running sync plans no more details than a share of the daily quota allows that was lowered meanwhile', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `name${index}.example`)
  const domains = names.map((domain_name) => ({ domain_name }))
  const { api } = await startSimulatorClientRig({ users: [{ name: 'first', keys: [{ token: secret }], domains }] })
  const { inventory, clock } = openTemporaryInventory()
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    clock.now(),
    completeListSource,
  )
  let share = 1
  const reports: DetailFetchProgress[] = []
  await fetchDueDetails(
    {
      api,
      inventory,
      clock,
      backgroundShare: () => share,
      lastSyncStartedAt: null,
      visible: createVisibleResourceTracker(),
    },
    'a',
    clock.now(),
    new AbortController().signal,
    (progress) => {
      reports.push(progress)
      // Twenty calls in 24 hours.
      if (progress.read >= 5) share = 0.002
    },
  )
  expect(reports[0]).toMatchObject({ total: 40, postponed: 0 })
  expect(reports.find(({ read }) => read === 8)).toMatchObject({ total: 20, postponed: 20 })
  expect(reports.at(-1)).toMatchObject({ read: 20, total: 20, postponed: 20 })
})

test('Nothing is requested for a server in setup, and the remaining minutes follow the rate of background calls', async () => {
  const { rig, newRequests } = await startSyncRig({
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
  newRequests()
  const reading = rig.event('sync.changed', ([first]) => first?.detailsTotal === 7 && first.detailsRead === 6)
  await rig.call('sync.start', {})
  // A sixth of the 60 calls per minute is reserved for the user.
  const [first] = await reading
  expect((first?.expectedEndAt ?? 0) - Date.now()).toBeLessThanOrEqual(1.1 * (minuteMs / 50))
  expect((first?.expectedEndAt ?? 0) - Date.now()).toBeGreaterThan(0)
  const paths = newRequests()
  expect(countMatches(paths, /ready01.*server-info/)).toBe(2)
  expect(countMatches(paths, /pending01/)).toBe(0)
  await rig.call('sync.cancel', {})
})

test('Calls of the minute before an account was added do not prolong the expected end of its sync', async () => {
  const domains = Array.from({ length: 40 }, (_, index) => ({ domain_name: `added${index}.example` }))
  const { rig } = await startSyncRig({ users: [{ name: 'one', keys: [{ token: 'key-of-one' }], domains }] })
  const { id } = await rig.addAccount('Before', ['key-of-one'])
  const underway = rig.event('sync.changed', ([first]) => (first?.detailsRead ?? 0) >= 30)
  await rig.call('sync.start', {})
  await underway
  await rig.call('accounts.remove', { accountId: id })
  await rig.addAccount('Again', ['key-of-one'])
  const reading = rig.event('sync.changed', ([first]) => first !== undefined && first.expectedEndAt !== null)
  await rig.call('sync.start', {})
  const [first] = await reading
  const left = (first?.detailsTotal ?? 0) - (first?.detailsRead ?? 0)
  expect(left).toBeGreaterThan(100)
  const minutes = ((first?.expectedEndAt ?? 0) - Date.now()) / minuteMs
  // The calls before the removal use up the rest of the minute.
  expect(minutes).toBeLessThan(left / 50 + 1.1)
  await rig.call('sync.cancel', {})
})

test('The expected end of a sync counts the calls of the other accounts of the same user, which share its quota', async () => {
  const domains = Array.from({ length: 40 }, (_, index) => ({ domain_name: `shared${index}.example` }))
  const part = { target_mode: 'selected', targets: domains.slice(0, 30).map(({ domain_name }) => domain_name) }
  const { rig } = await startSyncRig({
    users: [
      {
        name: 'one',
        keys: [
          { token: 'key-for-all-domains' },
          { token: 'key-for-some-domains', services: wrapAsDomainServiceGrant(part) },
        ],
        domains,
      },
    ],
  })
  await rig.addAccount('Part', ['key-for-some-domains'])
  await rig.addAccount('Whole', ['key-for-all-domains'])
  const reading = rig.event(
    'sync.changed',
    (all) => all.length === 2 && all.every(({ expectedEndAt }) => expectedEndAt !== null),
  )
  await rig.call('sync.start', {})
  const both = await reading
  const left = both.reduce((sum, { detailsTotal, detailsRead }) => sum + detailsTotal - detailsRead, 0)
  expect(left).toBeGreaterThan(250)
  for (const { expectedEndAt } of both) {
    const minutes = ((expectedEndAt ?? 0) - Date.now()) / minuteMs
    expect(minutes).toBeGreaterThan(left / 50 - 0.2)
    expect(minutes).toBeLessThan(left / 50 + 1.2)
  }
  await rig.call('sync.cancel', {})
})

test('Other details are stored when one detail fails, and the failed detail keeps its error', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: 'later.example/dns$' }, fault: { kind: 'wrong-shape' } })
  const [ended] = await sync()
  // The API does not serve the Whois of company.co.jp. That is no failure.
  expect(ended).toMatchObject({ state: 'idle', detailsFailed: 1, detailsError: { kind: 'unknown_shape' } })
  expect(ended?.detailsRead).toBe((ended?.detailsTotal ?? 0) - 1)
  const readState = async () => ({
    health: (await rig.call('accounts.list', null))[0]?.health,
    overview: (await rig.call('inventory.overview', { accountIds: null })).attention.find(
      ({ kind }) => kind === 'details_failed',
    ),
  })
  const expected = {
    health: { level: 'attention', reasons: ['details_failed'] },
    overview: { accountId: id, count: 1, error: { kind: 'unknown_shape' } },
  }
  expect(await readState()).toMatchObject(expected)
  await rig.call('app.saveSettings', { syncsAtStart: false })
  await rig.restart()
  expect(await rig.call('sync.progress', null)).toMatchObject([
    { state: 'idle', detailsFailed: 1, detailsError: { kind: 'unknown_shape' } },
  ])
  expect(await readState()).toMatchObject(expected)
  const { zone, lock } = await rig.call('inventory.domain', { accountId: id, name: 'later.example' })
  expect(zone).toMatchObject({ data: null, error: { kind: 'unknown_shape' } })
  expect(lock.data).toMatchObject({ locked: false })
})

test('A detail that a sync could not read needs attention only until it is read', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: 'later.example/dns$' }, fault: { kind: 'wrong-shape' }, times: 1 })
  rig.simulator.faults.add({
    match: { path: 'soon.example/registrar-lock$' },
    fault: { kind: 'status', status: 404, code: 'DOMAIN_NOT_FOUND' },
    times: 1,
  })
  const [ended] = await sync()
  expect(ended).toMatchObject({ detailsFailed: 2 })
  const readState = async () => ({
    reasons: (await rig.call('accounts.list', null))[0]?.health.reasons,
    overview: (await rig.call('inventory.overview', { accountIds: null })).attention.flatMap((item) =>
      item.kind === 'details_failed' ? [{ count: item.count, reason: item.error?.code ?? item.error?.kind }] : [],
    ),
  })
  expect(await readState()).toMatchObject({ reasons: ['details_failed'], overview: [{ count: 2 }] })
  await rig.call('inventory.refreshDomain', { accountId: id, name: 'later.example', detailKinds: ['zone'] })
  expect(await readState()).toEqual({
    reasons: ['details_failed'],
    overview: [{ count: 1, reason: 'DOMAIN_NOT_FOUND' }],
  })
  await rig.call('inventory.refreshDomain', { accountId: id, name: 'soon.example', detailKinds: ['lock'] })
  expect(await readState()).toEqual({ reasons: [], overview: [] })
})

test('Details that could not be read are counted while no sync runs, also when going offline stopped the sync', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: 'later.example/dns$' }, fault: { kind: 'wrong-shape' } })
  rig.simulator.faults.add({ match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'hang' } })
  const failed = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsFailed === 1)
  await rig.call('sync.start', {})
  await failed
  const countFailed = async () =>
    (await rig.call('inventory.overview', { accountIds: null })).attention.flatMap((item) =>
      item.kind === 'details_failed' ? [item.count] : [],
    )
  expect(await countFailed()).toEqual([])
  const stopped = rig.event('sync.changed', (all) => all.every(isSyncOver))
  await rig.call('app.saveSettings', { isOffline: true })
  await stopped
  expect(await countFailed()).toEqual([1])
  await rig.restart()
  expect(await countFailed()).toEqual([1])
})

test('Details of a domain that was deleted after the list was read count as not read', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const { id } = await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({
    match: { path: 'later.example(/registrar-lock)?$' },
    fault: { kind: 'status', status: 404, code: 'DOMAIN_NOT_FOUND' },
  })
  // The service answers the same for a zone that it does not manage. That is no failure.
  rig.simulator.faults.add({
    match: { path: 'soon.example/dns$' },
    fault: { kind: 'status', status: 404, code: 'DOMAIN_NOT_FOUND' },
  })
  const [ended] = await sync()
  expect(ended).toMatchObject({ detailsFailed: 2, detailsError: { code: 'DOMAIN_NOT_FOUND' } })
  expect(ended?.detailsRead).toBe((ended?.detailsTotal ?? 0) - 2)
  const [account] = (await rig.call('accounts.list', null)).filter((one) => one.id === id)
  expect(account?.health).toEqual({ level: 'attention', reasons: ['details_failed'] })
})

test('A requested detail counts as remaining until it is answered', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  const detailCounts: { done: number; total: number }[] = []
  // Longer than the interval of progress events.
  rig.simulator.faults.add({ match: { path: '/whois$' }, fault: { kind: 'delay', ms: 1000 } })
  const ended = rig.event('sync.changed', (all) => {
    detailCounts.push(
      ...all
        .filter(({ detailsTotal }) => detailsTotal > 0)
        .map(({ detailsRead, detailsTotal }) => ({ done: detailsRead, total: detailsTotal })),
    )
    return all.every(isSyncOver)
  })
  await rig.call('sync.start', {})
  await ended
  const last = detailCounts.at(-1)
  expect(last?.done).toBe(last?.total)
  expect(detailCounts.some(({ done, total }) => done < total)).toBe(true)
  expect(new Set(detailCounts.map(({ total }) => total))).toEqual(new Set([last?.total]))
})
