import { expect, test } from 'vitest'
import { rateLimits } from '#shared/api/service-limits.ts'
import type { SimulatorRig } from '#test/main-process-rig.ts'
import { startSyncRig, hourMs, isSyncOver, countMatches, twoUsersWorld } from './sync-rig.ts'

test('A cancelled sync keeps what was read and requests no more', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  await rig.call('sync.start', {})
  // Waits until the maximum number of background calls are open. Then no new call can start while the sync is
  // cancelled.
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

/** The reads of Whois and locks never end, so that the sync is not over before it is interrupted. */
const hangLastReads = { match: { path: '/(whois|registrar-lock)$' }, fault: { kind: 'hang' } } as const

/** Waits until the maximum number of background calls hang. Then no new call can start. */
const untilLastReadsHang = ({ simulator }: SimulatorRig) =>
  expect
    .poll(() => simulator.ledger.requests.filter(({ fault, status }) => fault === 'hang' && status === null).length)
    .toBe(rateLimits.domain.concurrent - 1)

test('A sync continues after a restart without reading again what was read', async () => {
  const { rig, newRequests } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add(hangLastReads)
  // Everything but Whois and locks, which are read last.
  const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsRead >= 13)
  await rig.call('sync.start', {})
  await reading
  await untilLastReadsHang(rig)
  await rig.call('app.saveSettings', { syncsAtStart: false })
  const before = newRequests().filter((path) => path.endsWith('/dns'))
  rig.simulator.faults.clear()
  const ended = rig.event('sync.changed', (all) => all.every(isSyncOver) && all.some(({ state }) => state === 'idle'))
  await rig.restart()
  await ended
  const after = newRequests()
  expect(before.length).toBeGreaterThan(0)
  for (const path of before) expect(after).not.toContain(path)
  expect(after).not.toContain('GET /v1/domain')
  expect(countMatches(after, /registrar-lock$/)).toBe(3)
})

test('A sync continued after a restart keeps the count of failed details', async () => {
  const { rig, newRequests } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: 'later.example/dns$' }, fault: { kind: 'wrong-shape' } })
  rig.simulator.faults.add(hangLastReads)
  const reading = rig.event(
    'sync.changed',
    ([first]) => first?.state === 'details' && first.detailsFailed === 1 && first.detailsRead >= 12,
  )
  await rig.call('sync.start', {})
  await reading
  await untilLastReadsHang(rig)
  await rig.call('app.saveSettings', { syncsAtStart: false })
  rig.simulator.faults.clear()
  newRequests()
  const ended = rig.event('sync.changed', (all) => all.every(isSyncOver) && all.some(({ state }) => state === 'idle'))
  await rig.restart()
  const [progress] = await ended
  expect(progress).toMatchObject({ detailsFailed: 1, detailsError: { kind: 'unknown_shape' } })
  expect(progress?.detailsRead).toBe((progress?.detailsTotal ?? 0) - 1)
  expect(newRequests().some((path) => path.endsWith('later.example/dns'))).toBe(false)
})

/** Stops a sync that has read some details, and returns how many it left unread. */
async function stopWithUnreadDetails(rig: SimulatorRig): Promise<number> {
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add(hangLastReads)
  const reading = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsRead >= 13)
  await rig.call('sync.start', {})
  await reading
  await untilLastReadsHang(rig)
  const [progress] = await rig.call('sync.progress', null)
  return (progress?.detailsTotal ?? 0) - (progress?.detailsRead ?? 0)
}

test('A sync continued after offline mode and a restart counts what it read before', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const unread = await stopWithUnreadDetails(rig)
  const [before] = await rig.call('sync.progress', null)
  expect(before?.detailsRead).toBeGreaterThan(0)
  await rig.call('app.saveSettings', { isOffline: true, syncsAtStart: false })
  await rig.restart()
  const resumed = rig.event('sync.changed', ([first]) => first?.state === 'details' && first.detailsTotal > 0)
  await rig.call('app.saveSettings', { isOffline: false })
  expect(await resumed).toMatchObject([
    { detailsRead: before?.detailsRead, detailsTotal: before?.detailsTotal, detailsUnread: unread },
  ])
  const stopped = rig.event('sync.changed', (all) => all.every(isSyncOver))
  await rig.call('app.saveSettings', { isOffline: true })
  await stopped
  rig.simulator.faults.clear()
  const ended = rig.event('sync.changed', (all) => all.some(({ state }) => state === 'idle'))
  await rig.call('app.saveSettings', { isOffline: false })
  expect(await ended).toMatchObject([{ detailsRead: before?.detailsTotal, detailsTotal: before?.detailsTotal }])
})

test('The details that a sync had not read when the app ended are counted while it is not continued', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const unread = await stopWithUnreadDetails(rig)
  expect(unread).toBeGreaterThan(0)
  await rig.call('app.saveSettings', { isOffline: true })
  await rig.restart()
  expect(await rig.call('sync.progress', null)).toMatchObject([{ state: 'cancelled', detailsUnread: unread }])
})

test('A sync that fails before it reads details leaves unread what the stopped one before left, with the time of that stop, also after a restart', async () => {
  const { rig, advanceClock } = await startSyncRig(twoUsersWorld)
  const unread = await stopWithUnreadDetails(rig)
  await rig.call('sync.cancel', {})
  const [stopped] = await rig.call('sync.progress', null)
  expect(stopped?.endedAt).toBeGreaterThan(0)
  advanceClock(hourMs)
  rig.simulator.faults.clear()
  rig.simulator.faults.add({ match: { method: 'GET' }, fault: { kind: 'html' } })
  const failed = rig.event('sync.changed', ([first]) => first?.state === 'failed')
  await rig.call('sync.start', {})
  const left = { state: 'failed', detailsUnread: unread, detailsEndedAt: stopped?.endedAt }
  expect(await failed).toMatchObject([left])
  await rig.call('app.saveSettings', { syncsAtStart: false })
  await rig.restart()
  expect(await rig.call('sync.progress', null)).toMatchObject([left])
})

test('A sync that reads its lists again and fails then has stopped reading details when it was told to', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const unread = await stopWithUnreadDetails(rig)
  rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'html' } })
  const failed = rig.event('sync.changed', ([first]) => first?.state === 'failed')
  await rig.call('sync.start', {})
  const [progress] = await failed
  expect(progress?.detailsUnread).toBe(unread)
  expect(progress?.detailsEndedAt).toBeGreaterThan(0)
})

test('A sync that is cancelled while it reads its lists again after a restart has stopped at that time', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const unread = await stopWithUnreadDetails(rig)
  rig.simulator.faults.add({ match: { path: '^/v1/(domain|server)$' }, fault: { kind: 'hang' } })
  await rig.restart()
  await rig.call('sync.start', {})
  await expect
    .poll(async () => (await rig.call('sync.progress', null)).map(({ state, isWaiting }) => ({ state, isWaiting })))
    .toEqual([{ state: 'lists', isWaiting: false }])
  await rig.call('sync.cancel', {})
  const [progress] = await rig.call('sync.progress', null)
  expect(progress).toMatchObject({ state: 'cancelled', detailsUnread: unread, detailsEndedAt: progress?.endedAt })
  expect(progress?.endedAt).toBeGreaterThan(0)
})

test('A sync ends when its account is removed, and nothing of the account is left', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
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
  while (!(await progress()).every(isSyncOver)) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await progress()).toMatchObject([{ accountId: second.id, state: 'idle', error: null }])
  expect((await rig.call('inventory.domains', {})).rows.map(({ name }) => name)).toEqual(['other.example'])
  expect(await rig.call('inventory.search', { text: 'later' })).toEqual({ hits: [], customers: [] })
})

test('A sync stops at once in offline mode and continues when the app is online again', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  await rig.call('sync.start', {})
  await expect
    .poll(() => rig.simulator.ledger.requests.filter(({ path }) => path.endsWith('/dns')).length)
    .toBe(rateLimits.domain.concurrent - 1)
  const stopped = rig.event('sync.changed', (all) => all.every(isSyncOver))
  await rig.call('app.saveSettings', { isOffline: true })
  expect(await stopped).toMatchObject([{ state: 'cancelled', expectedEndAt: null }])
  const resumed = rig.event('sync.changed', ([first]) => first?.state === 'details')
  await rig.call('app.saveSettings', { isOffline: false })
  const [goesOn] = await resumed
  expect(goesOn?.runsSince).toBeGreaterThan(goesOn?.startedAt ?? Infinity)
  await rig.call('sync.cancel', {})
})

test('A sync continues when the app is online again before its calls have ended', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  await rig.addAccount('First', ['first-key-of-the-first'])
  rig.simulator.faults.add(hangLastReads)
  await rig.call('sync.start', {})
  await untilLastReadsHang(rig)
  rig.simulator.faults.clear()
  const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle')
  const offline = rig.call('app.saveSettings', { isOffline: true })
  const online = rig.call('app.saveSettings', { isOffline: false })
  await Promise.all([offline, online])
  expect((await ended)[0]).toMatchObject({ detailsUnread: 0, error: null })
})

test('A sync stops at once for a paused account, and for no other account', async () => {
  const { rig } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  const second = await rig.addAccount('Second', ['first-key-of-the-second'])
  rig.simulator.faults.add({ match: { path: '/dns$' }, fault: { kind: 'hang' } })
  const reading = rig.event('sync.changed', (all) =>
    all.every(({ state, detailsTotal }) => state === 'details' && detailsTotal > 0),
  )
  await rig.call('sync.start', {})
  await reading
  const stopped = rig.event('sync.changed', (all) => all.some(isSyncOver))
  await rig.call('accounts.update', { accountId: first.id, isPaused: true })
  const progress = await stopped
  expect(progress.find(({ accountId }) => accountId === first.id)).toMatchObject({ state: 'cancelled' })
  expect(progress.find(({ accountId }) => accountId === second.id)).toMatchObject({ state: 'details' })
  await rig.call('sync.cancel', {})
})

test('A sync leaves out paused accounts, and does nothing in offline mode', async () => {
  const { rig, sync, newRequests } = await startSyncRig(twoUsersWorld)
  const first = await rig.addAccount('First', ['first-key-of-the-first'])
  await rig.addAccount('Second', ['first-key-of-the-second'])
  await rig.call('accounts.update', { accountId: first.id, isPaused: true })
  rig.simulator.ledger.clear()
  await sync()
  expect(newRequests('first')).toEqual([])
  await rig.call('app.saveSettings', { isOffline: true })
  rig.simulator.ledger.clear()
  await rig.call('sync.start', {})
  expect((await rig.call('sync.progress', null)).every(isSyncOver)).toBe(true)
  expect(rig.simulator.ledger.requests).toEqual([])
})
