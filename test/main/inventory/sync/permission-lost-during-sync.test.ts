import { expect, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { fetchDueDetails, type DetailFetchProgress } from '#main/inventory/sync/fetch-due-details.ts'
import { createVisibleResourceTracker } from '#main/inventory/sync/visible-resource-tracker.ts'
import { keyInformationResponse } from '#test/main/api/accounts-in-memory.ts'
import { secret, startSimulatorClientRig } from '#test/main/api/api-client-rig.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'
import { isSyncOver, startSyncRig, twoUsersWorld } from './sync-rig.ts'

/** Reads the due details of account `a` for a sync that started at `startedAt`, with the whole daily quota. */
const readDueDetails = (
  parts: Pick<Parameters<typeof fetchDueDetails>[0], 'api' | 'inventory' | 'clock'>,
  startedAt: number,
  onProgress: (progress: DetailFetchProgress) => void,
) =>
  fetchDueDetails(
    { ...parts, backgroundShare: () => 1, lastSyncStartedAt: null, visible: createVisibleResourceTracker() },
    'a',
    startedAt,
    new AbortController().signal,
    onProgress,
  )

test('Details that no key may read any more, as a check of the keys during the sync shows, are neither requested nor counted as failed', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const names = Array.from({ length: 8 }, (_, index) => `name${index}.example`)
  const domains = names.map((domain_name) => ({ domain_name }))
  const { api, accounts, simulator } = await startSimulatorClientRig(
    { users: [{ name: 'first', keys: [{ token: secret }], domains }] },
    {},
    { onArrival: ({ path }) => (path === '/v1/me' ? undefined : promise) },
  )
  const { inventory, clock } = openTemporaryInventory()
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    clock.now(),
    completeListSource,
  )
  // The first call of a key is sent alone. Of five slots, one is kept for the user.
  await api.call({ accountId: 'a', endpoint: 'account.me', input: {}, priority: 'interactive' })
  let last: DetailFetchProgress | null = null
  const reading = readDueDetails({ api, inventory, clock }, clock.now(), (progress) => (last = progress))
  await expect.poll(() => simulator.ledger.requests.length).toBe(1 + 4)
  accounts.changeKey('k', { checkedAt: 1, me: keyInformationResponse({ domain: null }) })
  answer()
  await reading
  expect(simulator.ledger.requests).toHaveLength(1 + 4)
  expect(last).toMatchObject({ read: 4, failed: 0, total: 40, noKeyMayRead: 36, error: null })
})

test('A detail that no key may read and whose domain page was opened during a sync is no failure of the sync', async () => {
  const { api, accounts } = await startSimulatorClientRig({
    users: [{ name: 'first', keys: [{ token: secret }], domains: [{ domain_name: 'name.example' }] }],
  })
  const { inventory, clock } = openTemporaryInventory()
  const startedAt = clock.now()
  await inventory.storeListedDomains('a', [domainListItem('name.example')], startedAt, completeListSource)
  accounts.changeKey('k', { me: keyInformationResponse({ domain: null }) })
  inventory.saveDetailError('a', 'domain', 'name.example', 'whois', new AppError('no_key', 'No key'), startedAt)
  let last: DetailFetchProgress | null = null
  await readDueDetails({ api, inventory, clock }, startedAt, (progress) => (last = progress))
  expect(last).toMatchObject({ failed: 0, total: 0 })
})

test('After a restart, the number of details that no key may read any more is still known, until the next sync', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const isHeld = (path: string) => /\/(whois|registrar-lock)$/.test(path)
  const { rig, sync } = await startSyncRig(twoUsersWorld, {
    onArrival: ({ path }) => (isHeld(path) ? promise : undefined),
  })
  const { id, keys } = await rig.addAccount('First', ['first-key-of-the-first'])
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const ended = rig.event(
    'sync.changed',
    ([first]) => first !== undefined && isSyncOver(first) && first.endedAt !== null,
  )
  await rig.call('sync.start', {})
  await expect.poll(() => rig.simulator.ledger.requests.filter(({ path }) => isHeld(path)).length).toBe(4)
  const grant = rig.simulator.world.user('first').keys[0]?.services.domain
  if (!grant) throw new Error('the key has no grant')
  const permissions = { domain: 'read', dns: 'read', nameserver: 'read', whois: 'none', registrar_lock: 'none' }
  Object.assign(grant, { permission_type: 'custom', permissions })
  await rig.call('accounts.retestKey', { accountId: id, keyId: keys[0]?.id ?? '' })
  answer()
  const [first] = await ended
  expect(first?.detailsNoKeyMayRead).toBeGreaterThan(0)
  await rig.restart()
  expect(await rig.call('sync.progress', null)).toMatchObject([{ detailsNoKeyMayRead: first?.detailsNoKeyMayRead }])
  // The next sync does not count them as due.
  expect(await sync()).toMatchObject([{ state: 'idle', detailsNoKeyMayRead: 0 }])
})

test('When its last key is refused, a sync counts what it left unread by that reason, and its total does not fall', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const isHeld = (path: string) => path.endsWith('/dns')
  const domains = Array.from({ length: 20 }, (_, index) => ({ domain_name: `name${index}.example` }))
  const world = { users: [{ name: 'first', keys: [{ token: 'first-key-of-the-first' }], domains }] }
  const { rig } = await startSyncRig(world, { onArrival: ({ path }) => (isHeld(path) ? promise : undefined) })
  await rig.addAccount('First', ['first-key-of-the-first'])
  const ended = rig.event('sync.changed', ([first]) => first !== undefined && first.endedAt !== null)
  await rig.call('sync.start', {})
  await expect.poll(() => rig.simulator.ledger.requests.filter(({ path }) => isHeld(path)).length).toBe(4)
  rig.simulator.faults.add({ match: { path: '^/v1/' }, fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' } })
  answer()
  const [first] = await ended
  const total = domains.length * 5
  expect(first).toMatchObject({ detailsTotal: total, detailsUnread: 0 })
  expect(first?.detailsNoKeyMayRead).toBe(total - (first?.detailsRead ?? 0) - (first?.detailsFailed ?? 0))
  expect(first?.detailsNoKeyMayRead).toBeGreaterThan(total / 2)
  const [plan] = await rig.call('inventory.readingPlans', { accountIds: null })
  expect(plan?.due).toBeGreaterThan(0)
  // No key can read the due details now.
  expect(plan?.next).toEqual([])
})
