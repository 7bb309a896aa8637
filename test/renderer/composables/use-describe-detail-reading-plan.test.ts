import { expect, onTestFinished, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { DetailReadingPlan } from '#shared/ipc/detail-reading-plan.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { useDescribeDetailReadingPlan } from '#renderer/composables/useDescribeDetailReadingPlan.ts'
import { useFindAndDescribeNextSync } from '#renderer/composables/useFindAndDescribeNextSync.ts'
import { describeNextReadingOfPendingList } from '#renderer/features/accounts/describe-next-reading-of-pending-list.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { createQuietHoursAroundNow } from '#test/quiet-hours-around-now.ts'
import { startHttpConnectProxyServer } from '#test/http-connect-proxy-server.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const readable = { due: 5, affordableNow: 5 }

async function start() {
  const users = [{ name: 'one', keys: [{ token: 'token-of-one' }] }]
  const rig = await startSimulatorRig({ world: { users } })
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  setMessageLanguage('en')
  const { made, leave } = runInSetup(() => ({
    describe: useDescribeDetailReadingPlan(),
    nextSync: useFindAndDescribeNextSync(),
    accounts: useAccounts(),
    app: useAppState(),
    sync: useSyncProgress(),
  }))
  onTestFinished(leave)
  const { id, keys } = await rig.addAccount('one', ['token-of-one'])
  await made.app.refresh()
  await made.accounts.load()
  const account = () => made.accounts.byId(id) as Account
  const when = () => made.describe.describeWhen(account(), [], readable)
  return { ...made, rig, id, keys, account, when }
}

test('What prevents a reading is shown, or the next sync, or that none is planned', async () => {
  const { rig, id, keys, accounts, app, describe, account, when } = await start()
  expect(when()).toBe(
    'no planned sync: details are read when Banto starts, when a sync starts, and when you open a domain or read it again',
  )
  await app.saveSettings({ syncsAtStart: false })
  expect(when()).toBe(
    'no planned sync: details are read when a sync starts, and when you open a domain or read it again',
  )
  await app.saveSettings({ backgroundShare: 0 })
  expect(when()).toBe('only when you open a domain or read it again')
  await app.saveSettings({ backgroundShare: 0.5, syncInterval: '1h' })
  expect(when()).toMatch(/^next sync about (\d{4}-\d\d-\d\d )?\d\d:\d\d \(Japan time\) \(if Banto is open then\)$/)
  const usedUp = { due: 5, affordableNow: 0 }
  expect(describe.describeWhen(account(), [], usedUp)).toMatch(/ · if the background quota suffices then$/)
  await app.saveSettings({ isOffline: true })
  expect(when()).toBe('nothing is read while offline')
  await app.saveSettings({ isOffline: false })
  await rig.call('accounts.update', { accountId: id, isPaused: true })
  await accounts.load()
  expect(when()).toBe('nothing is read while the account is paused')
  await rig.call('accounts.update', { accountId: id, isPaused: false })
  await rig.call('accounts.removeKey', { accountId: id, keyId: keys[0]?.id ?? '' })
  await accounts.load()
  expect(when()).toBe('nothing is read without a usable key')
})

test('The next try of a sync that failed because of the network is shown, and that quiet hours delay it', async () => {
  const { rig, id, app, accounts, sync, nextSync, account } = await start()
  rig.simulator.faults.add({ match: {}, fault: { kind: 'reset-before' } })
  const failed = rig.event('sync.changed', ([one]) => one?.state === 'failed')
  await rig.call('sync.start', { accountIds: [id] })
  await failed
  await sync.listen()
  const shown = () => nextSync.describeNextSync(account())
  expect(shown()).toMatch(
    /^tried again (about (\d{4}-\d\d-\d\d )?\d\d:\d\d( \(Japan time\))?|in a moment) at the earliest$/,
  )
  await app.saveSettings({ syncQuietHours: createQuietHoursAroundNow() })
  expect(shown()).toMatch(/^tried again about .* at the earliest, after the hours without automatic sync$/)
  await rig.call('accounts.update', { accountId: id, isPaused: true })
  await accounts.load()
  expect(shown()).toBe('no automatic sync')
})

test('The error of a sync is not said of a later one that was cancelled', async () => {
  const { rig, id, accounts, sync, account, when } = await start()
  rig.simulator.faults.add({ match: {}, fault: { kind: 'status', status: 404, code: 'NOT_FOUND' } })
  await sync.listen()
  async function runSync(state: SyncProgress['state'], act: () => Promise<unknown>): Promise<void> {
    const ended = rig.event('sync.changed', ([one]) => one?.state === state)
    await rig.call('sync.start', { accountIds: [id] })
    await act()
    sync.progress = await ended
    await accounts.load()
    expect(account().syncError).toMatchObject({ code: 'NOT_FOUND' })
  }
  await runSync('failed', () => Promise.resolve())
  expect(when()).toMatch(/ · the last sync ended with an error$/)
  rig.simulator.faults.clear()
  rig.simulator.faults.add({ match: {}, fault: { kind: 'hang' } })
  await runSync('cancelled', () => rig.call('sync.cancel', { accountIds: [id] }))
  expect(when()).not.toContain('the last sync')
})

test('The proxy failure of a sync is not said of a later one that was cancelled, nor after the proxy was removed', async () => {
  const { rig, id: accountId, accounts, sync, account, app, when } = await start()
  await sync.listen()
  const proxy = await startHttpConnectProxyServer()
  onTestFinished(() => proxy.close())
  const connect = { proxyUrl: proxy.url, proxyUser: '', proxyPassword: '' }
  const { pendingProxyId } = await rig.call('accounts.keepProxy', { accountId, ...connect })
  await rig.call('accounts.setProxy', { accountId, pendingProxyId })
  const list = { list: 'domain' as const, isReading: false, nextReadAt: Date.now() + 3_600_000, count: 1 }
  const whenList = () =>
    describeNextReadingOfPendingList(
      list,
      account(),
      sync.byAccount.get(accountId),
      app.state,
      Date.now(),
      i18n.global.t,
    )
  async function runSync(isThere: (one?: SyncProgress) => boolean, act: () => Promise<unknown>): Promise<void> {
    const ended = rig.event('sync.changed', ([one]) => isThere(one))
    await act()
    sync.progress = await ended
    await accounts.load()
  }
  const startSync = () => rig.call('sync.start', { accountIds: [accountId] })
  proxy.behave(407)
  await runSync((one) => one?.state === 'failed', startSync)
  expect(when()).toContain('no connection through the account’s proxy during the sync')
  // The list is read between syncs, whatever the proxy did in the last one.
  expect(whenList()).toMatch(
    /^the list is read again by about .* · no connection through the account’s proxy during the sync$/,
  )
  proxy.behave('open')
  rig.simulator.faults.add({ match: { path: '^/v1/domain$' }, fault: { kind: 'hang' } })
  await runSync((one) => one?.listsDone === 1, startSync)
  expect(whenList()).toMatch(/^the list is read again by about .*open$/)
  await runSync(
    (one) => one?.state === 'cancelled',
    () => rig.call('sync.cancel', { accountIds: [accountId] }),
  )
  expect(account().syncError).toMatchObject({ kind: 'proxy_refused' })
  expect(when()).not.toContain('no connection')
  expect(whenList()).toMatch(/^the list is read again by about /)
  proxy.behave(407)
  await runSync((one) => one?.state === 'failed', startSync)
  await rig.call('accounts.setProxy', { accountId, pendingProxyId: null })
  await accounts.load()
  sync.progress = await rig.call('sync.progress', null)
  expect(when()).not.toContain('no connection')
  rig.simulator.faults.clear()
})

test('An account whose proxy gives no connection promises no reading', async () => {
  const { describe, account } = await start()
  const fewDue = { ...plan, due: 5, affordableNow: 5, minutesNow: 1 }
  expect(describe.describeDue(account(), fewDue, [])).toMatch(/^5 details · a sync now would read/)
  const withoutProxy: Account = { ...account(), health: { ...account().health, reasons: ['proxy_unreachable'] } }
  expect(describe.describeDue(withoutProxy, fewDue, [])).toBe('5 details')
  expect(describe.describeWhen(withoutProxy, [], readable)).toContain('no connection through the account’s proxy')
})

test('After a failed sync, nothing is said of how much a sync would read now', async () => {
  const { describe, account, id, sync } = await start()
  const fewDue = { ...plan, due: 5, affordableNow: 5, minutesNow: 1 }
  const ended = { accountId: id, startedAt: Date.now(), endedAt: Date.now() } as SyncProgress
  sync.progress = [{ ...ended, state: 'failed' }]
  expect(describe.describeDue(account(), fewDue, [])).toBe('5 details')
  sync.progress = [{ ...ended, state: 'idle' }]
  expect(describe.describeDue(account(), fewDue, [])).toMatch(/^5 details · a sync now would read/)
})

test('The proxy failure of an earlier sync is not said of a running sync that connects', async () => {
  const { describe, account, id, sync } = await start()
  const withoutProxy: Account = { ...account(), health: { ...account().health, reasons: ['proxy_unreachable'] } }
  const running = { accountId: id, state: 'lists', startedAt: Date.now(), endedAt: null } as SyncProgress
  sync.progress = [{ ...running, responsiveness: 'answering' }]
  expect(describe.describeWhen(withoutProxy, [], readable)).toBe('a sync is running')
  sync.progress = [{ ...running, responsiveness: 'no_proxy' }]
  expect(describe.describeWhen(withoutProxy, [], readable)).toBe(
    'no connection through the account’s proxy during the sync',
  )
})

test('A wait is shown beside the next sync with its cause, and no duration of a sync', async () => {
  const { describe, account, id, rig } = await start()
  const usages = await rig.call('accounts.quota', null)
  const until = Date.now() + 3_600_000
  const waiting = usages.map((usage) => ({ ...usage, accountId: id, nextFreeAt: until }))
  expect(describe.describeWhen(account(), waiting, readable)).toMatch(
    /^no planned sync: .* · the limits allow the next call at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Japan time\)$/,
  )
  expect(describe.describeDue(account(), { ...plan, due: 5, affordableNow: 5, minutesNow: 1 }, waiting)).toBe(
    '5 details',
  )
  const demanded = waiting.map((usage) => ({ ...usage, isWaitUnexplained: true }))
  expect(describe.describeWhen(account(), demanded, readable)).toMatch(
    / · the service asked to wait until .* \(Japan time\)$/,
  )
  const held = usages.map((usage) => ({ ...usage, accountId: id, heldUntil: until }))
  expect(describe.describeWhen(account(), held, readable)).toMatch(
    / · calls are on hold until .* after authentication errors$/,
  )
})

test('A wait is shown beside a running sync, which reads nothing until then', async () => {
  const { describe, account, id, rig, sync } = await start()
  rig.simulator.faults.add({ match: {}, fault: { kind: 'hang' } })
  await rig.call('sync.start', { accountIds: [id] })
  await sync.listen()
  await expect.poll(() => sync.isRunning).toBe(true)
  expect(describe.describeWhen(account(), [], readable)).toBe('a sync is running')
  const usages = await rig.call('accounts.quota', null)
  const waiting = usages.map((usage) => ({ ...usage, accountId: id, nextFreeAt: Date.now() + 3_600_000 }))
  expect(describe.describeWhen(account(), waiting, readable)).toMatch(
    /^a sync is running · the limits allow the next call at /,
  )
  rig.simulator.faults.clear()
})

const plan: DetailReadingPlan = {
  accountId: 'a',
  domainsByAge: { fresh: 0, older: 0, unread: 0 },
  unreadableDomains: 0,
  refusedDomains: 0,
  fullRefreshCalls: 12_500,
  due: 6_000,
  affordableNow: 6_000,
  minutesNow: 120,
  backgroundCallsPerDay: 5_000,
  next: [],
}

test('The amount says what a sync now would read, and how long the rest takes at the background share', async () => {
  const { describe, account, app } = await start()
  const due = (fields: Partial<DetailReadingPlan>) => describe.describeDue(account(), { ...plan, ...fields }, [])
  expect(due({})).toBe('6,000 details · a sync now would read all 6,000 due details in about 120 minutes')
  expect(due({ due: 1, affordableNow: 1, minutesNow: 1 })).toBe(
    '1 detail · a sync now would read the 1 due detail in about 1 minute',
  )
  expect(due({ affordableNow: 4_000, minutesNow: 80 })).toBe(
    '6,000 details · a sync now would read 4,000 of them in about 80 minutes, the rest takes about 1 day',
  )
  expect(due({ affordableNow: 0 })).toContain('reading them takes about 2 days')
  expect(due({ affordableNow: 0, backgroundCallsPerDay: 0 })).toContain('“Quota for background reading” is too low')
  expect(due({ due: 0, affordableNow: 0 })).toBe('No detail is due.')
  await app.saveSettings({ isOffline: true })
  expect(due({})).toBe('6,000 details')
})

test('Reading everything again costs calls and a part or days of the background share', async () => {
  const { describe } = await start()
  const refresh = (fields: Partial<DetailReadingPlan>) => describe.describeRefresh({ ...plan, ...fields })
  expect(refresh({})).toBe(
    '12,500 calls, about 3 days of the background quota (5,000 calls in 24 hours) · so some details are always older than 24 hours',
  )
  expect(refresh({ fullRefreshCalls: 500 })).toBe(
    '500 calls, about 10% of the background quota of 24 hours (5,000 calls)',
  )
  expect(refresh({ fullRefreshCalls: 50 })).toBe('50 calls, about 1% of the background quota of 24 hours (5,000 calls)')
  const few = { fullRefreshCalls: 49 }
  expect(refresh(few)).toBe('49 calls, less than 1% of the background quota of 24 hours (5,000 calls)')
  setMessageLanguage('ja')
  expect(refresh(few)).toBe('49 回の呼び出し（24時間のバックグラウンド枠 5,000 回の1%未満）')
  setMessageLanguage('en')
  expect(refresh({ backgroundCallsPerDay: 0 })).toBe('12,500 calls')
})

test('A column shows the time of the next automatic sync, that it is off, or a dash', async () => {
  const { nextSync, account, app, rig, id, accounts } = await start()
  expect(nextSync.formatNextSync(account())).toBe('Off')
  await app.saveSettings({ syncInterval: 'daily' })
  expect(nextSync.formatNextSync(account())).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  await rig.call('accounts.update', { accountId: id, isPaused: true })
  await accounts.load()
  expect(nextSync.formatNextSync(account())).toBe('—')
})

test('While a sync runs, only the due details are counted, not what another sync would read', async () => {
  const { describe, account, id, sync } = await start()
  expect(describe.describeDue(account(), plan, [])).toContain('a sync now would read')
  sync.progress = [{ accountId: id, state: 'details', startedAt: Date.now(), endedAt: null } as SyncProgress]
  expect(describe.describeDue(account(), plan, [])).toBe('6,000 details')
})

test('An account whose calls are on hold has an automatic sync that waits, not none, and no details are read', async () => {
  const { describe, nextSync, account, app } = await start()
  const block = { proxyUrl: null, until: null } as (typeof app.state.ipBlocks)[number]
  await app.saveSettings({ syncInterval: '1h' })
  app.state = { ...app.state, ipBlocks: [block] }
  expect(nextSync.countWithHeldSync([account()])).toBe(1)
  expect(describe.describeWhen(account(), [], readable)).toBe('nothing is read while all calls are on hold')
  expect(nextSync.countWithoutPlannedSync([account()])).toBe(0)
  app.state = { ...app.state, settings: { ...app.state.settings, syncInterval: 'off' } }
  expect(nextSync.countWithHeldSync([account()])).toBe(0)
  expect(nextSync.countWithoutPlannedSync([account()])).toBe(1)
})

test('Accounts without automatic sync count as accounts without planned sync also while a sync runs', async () => {
  const { nextSync, account, id, sync, app } = await start()
  expect(nextSync.countWithoutPlannedSync([account()])).toBe(1)
  sync.progress = [{ accountId: id, state: 'details', startedAt: Date.now(), endedAt: null } as SyncProgress]
  expect(nextSync.countWithoutPlannedSync([account()])).toBe(1)
  await app.saveSettings({ syncInterval: '1h' })
  expect(nextSync.countWithoutPlannedSync([account()])).toBe(0)
})
