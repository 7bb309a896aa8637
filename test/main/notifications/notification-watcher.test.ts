import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { defaultSettings } from '#shared/ipc/app-state-and-settings.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { getMinuteOfDayOfComputer } from '#shared/quiet-hours.ts'
import type { NotifiableOrder } from '#main/notifications/notification-facts.ts'
import { addAccount } from '#test/main/inventory/temporary-inventory.ts'
import { saveDomain, useNotificationWatcherRig } from './notification-watcher-rig.ts'

test('All domains and servers that expire soon are shown by one notification per kind, which opens the same rows', async () => {
  const rig = useNotificationWatcherRig()
  for (let account = 0; account < 50; account += 1) {
    addAccount(rig.database, `a${account}`)
    for (let domain = 0; domain < 10; domain += 1)
      saveDomain(rig, `d${domain}.example${account}`, domain * 10, `a${account}`)
    rig.database.run(
      `insert into server (account_id, name, status, expiry_date, read_at) values (?, ?, 'active', ?, ?)`,
      `a${account}`,
      `sv${account}.example`,
      formatJapanDate(rig.clock.now() + 7 * dayMs),
      rig.clock.now(),
    )
  }
  await rig.check()
  expect(rig.shown.map(({ at: _, ...shown }) => shown)).toEqual([
    {
      group: 'domains_expiring',
      title: '350 active domains due within 60 days or overdue',
      body: 'Including overdue: within 1 day 50 · within 7 days 50 · within 14 days 100 · within 30 days 200',
      link: { page: 'domains', accountIds: null, statuses: ['active'], expiresWithinDays: 60 },
    },
    {
      group: 'servers_expiring',
      title: '50 servers have expired or expire within 7 days',
      body: '',
      link: { page: 'servers', accountIds: null, statuses: [], expiresWithinDays: 7 },
    },
  ])
})

test('A notification says that a domain in several accounts of one user is counted in each', async () => {
  const rig = useNotificationWatcherRig()
  for (const account of ['a', 'b']) {
    addAccount(rig.database, account)
    saveDomain(rig, 'shared.example', 7, account)
  }
  await rig.check()
  expect(rig.shown).toMatchObject([
    {
      title: '2 active domains due within 7 days or overdue',
      body: 'Domains and servers in several accounts are counted in each.',
    },
  ])
})

test('A domain is shown once per expiry threshold, also after a restart, and again after its date has changed', async () => {
  const rig = useNotificationWatcherRig()
  addAccount(rig.database, 'a')
  saveDomain(rig, 'one.example', 61)
  const days: number[] = []
  for (let day = 0; day < 70; day += 1) {
    await rig.check()
    await rig.restart()
    await rig.check()
    if (rig.shown.splice(0).length > 0) days.push(day)
    if (day === 65) saveDomain(rig, 'one.example', 30)
    await rig.clock.advance(dayMs - 22_000)
  }
  expect(days).toEqual([1, 31, 47, 54, 60, 66])
})

test('A domain is shown at the thresholds of its folder and not at others', async () => {
  const rig = useNotificationWatcherRig()
  addAccount(rig.database, 'a')
  rig.database.run(`insert into folder_expiry_thresholds (folder, days) values ('', '[3]')`)
  saveDomain(rig, 'one.example', 4)
  await rig.check()
  expect(rig.shown).toEqual([])
  await rig.clock.advance(dayMs)
  await rig.check()
  expect(rig.shown.map(({ title }) => title)).toEqual(['1 active domain due within 3 days or overdue'])
})

test('A notification of lists that were not read for more than a day says their age', async () => {
  const rig = useNotificationWatcherRig()
  addAccount(rig.database, 'a')
  saveDomain(rig, 'one.example', 8)
  await rig.check()
  expect(rig.shown.splice(0).map(({ body }) => body)).toEqual([''])
  await rig.clock.advance(2 * dayMs)
  await rig.check()
  expect(rig.shown.map(({ title, body }) => `${title}. ${body}`)).toEqual([
    '1 active domain due within 7 days or overdue. Oldest data read 2 days ago.',
  ])
})

test('A notification of lists waits until the lists are read, but not longer than ten minutes', async () => {
  const rig = useNotificationWatcherRig()
  addAccount(rig.database, 'a')
  saveDomain(rig, 'one.example', 8)
  rig.state.isReadingLists = true
  await rig.check()
  expect(rig.shown).toEqual([])
  rig.state.isReadingLists = false
  await rig.check()
  expect(rig.shown).toHaveLength(1)
  rig.state.isReadingLists = true
  saveDomain(rig, 'two.example', 8)
  await rig.clock.advance(15 * minuteMs)
  await rig.check()
  expect(rig.shown).toHaveLength(1)
  await rig.clock.advance(10 * minuteMs)
  await rig.check()
  expect(rig.shown).toHaveLength(2)
})

test('Changes that follow each other are shown together, and further ones of a kind after a pause of 15 minutes', async () => {
  const rig = useNotificationWatcherRig()
  const order = (intentId: string): NotifiableOrder => ({ intentId, reason: 'balance', occurrence: 'balance 0' })
  for (const id of ['1', '2', '3']) {
    rig.state.orders.push(order(id))
    rig.trigger()
    await rig.clock.advance(9_000)
  }
  expect(rig.shown).toEqual([])
  await rig.clock.advance(2_000)
  expect(rig.shown.map(({ title, body, link }) => [title, body, link])).toEqual([
    ['3 orders on hold or declined', 'Insufficient balance: 3', { page: 'orders', show: 'stopped' }],
  ])
  rig.state.orders.push(order('4'))
  await rig.check()
  expect(rig.shown).toHaveLength(1)
  await rig.clock.advance(15 * minuteMs)
  await rig.check()
  expect(rig.shown.map(({ title }) => title)).toEqual(['3 orders on hold or declined', '4 orders on hold or declined'])
})

test('A stream of changes does not put off a check for longer than a minute', async () => {
  const rig = useNotificationWatcherRig()
  rig.state.orders = [{ intentId: '1', reason: 'to_decide', occurrence: 'to_decide 0' }]
  for (let second = 0; second < 62; second += 1) {
    rig.trigger()
    await rig.clock.advance(1_000)
  }
  expect(rig.shown.map(({ title, link }) => [title, link])).toEqual([
    ['1 order needs a decision: outcome unknown', { page: 'orders', show: 'to_decide' }],
  ])
})

test('An order that the user paused is no reason for a notification, and one that is held again after it was resumed is', async () => {
  const rig = useNotificationWatcherRig()
  rig.state.orders = [{ intentId: '1', reason: 'paused', occurrence: 'paused 0' }]
  await rig.check()
  expect(rig.shown).toEqual([])
  rig.state.orders = [
    { intentId: '1', reason: 'paused', occurrence: 'paused 0' },
    { intentId: '2', reason: 'other', occurrence: 'other 0' },
  ]
  await rig.check()
  rig.state.orders = [{ intentId: '2', reason: 'other', occurrence: 'other 1' }]
  await rig.clock.advance(hourMs)
  await rig.check()
  await rig.clock.advance(hourMs)
  await rig.check()
  expect(rig.shown.map(({ title, body }) => `${title}: ${body}`)).toEqual([
    '2 orders on hold or declined: Paused: 1 · On hold: 1',
    '1 order on hold or declined: On hold: 1',
  ])
})

test('API keys are shown 30, 14, 7 and 1 days before they expire and when they have, and a notification names the first three', async () => {
  const rig = useNotificationWatcherRig()
  for (const id of ['a', 'b']) addAccount(rig.database, id, id.toUpperCase())
  for (const [id, accountId, days] of [
    ['k1', 'a', 31],
    ['k2', 'a', 29],
    ['k3', 'a', 28],
    ['k4', 'b', 25],
    ['k5', 'b', 20],
  ] as const)
    rig.database.run(
      `insert into api_key (id, account_id, label, state, expires_at, added_at) values (?, ?, ?, 'working', ?, 0)`,
      id,
      accountId,
      id,
      rig.clock.now() + days * dayMs,
    )
  await rig.check()
  expect(rig.shown.splice(0).map(({ title, body, link }) => [title, body, link])).toEqual([
    [
      '4 API keys: expired in the last 7 days, or due within 30 days',
      'B: k5 (2026-12-10) · B: k4 (2026-12-15) · A: k3 (2026-12-18) · +1',
      { page: 'overview', accountIds: ['b', 'a'] },
    ],
  ])
  const titles = new Map<number, string>()
  for (let day = 1; day <= 40; day += 1) {
    await rig.clock.advance(dayMs - 11_000)
    await rig.check()
    for (const { group, title } of rig.shown.splice(0)) if (group === 'keys_expiring') titles.set(day, title)
  }
  // Each of the five keys reaches 30, 14, 7 and 1 days, and its expiry.
  expect([...titles.keys()]).toEqual([1, 6, 11, 13, 14, 15, 17, 18, 19, 20, 21, 22, 24, 25, 27, 28, 29, 30, 31])
  expect([titles.get(20), titles.get(31)]).toEqual([
    '5 API keys: expired in the last 7 days, or due within 14 days',
    // The first key expired longer than a week ago.
    '4 API keys have expired',
  ])
})

test('A failing sync is shown when no list of the account was read for a day, once until a sync succeeds, and not offline', async () => {
  const rig = useNotificationWatcherRig()
  addAccount(rig.database, 'a', 'Aoba')
  const fail = () =>
    rig.database.run(
      `insert into sync_run (account_id, state, started_at, lists_read_at, error) values ('a', 'failed', 0, ?, '{}')
       on conflict (account_id) do update set error = '{}'`,
      rig.clock.now(),
    )
  fail()
  await rig.check()
  await rig.clock.advance(23 * hourMs)
  await rig.check()
  expect(rig.shown).toEqual([])
  await rig.clock.advance(hourMs)
  rig.state.settings = { ...defaultSettings, isOffline: true }
  await rig.check()
  expect(rig.shown).toEqual([])
  rig.state.settings = defaultSettings
  for (let day = 0; day < 3; day += 1) {
    await rig.check()
    await rig.clock.advance(dayMs)
  }
  expect(rig.shown.splice(0).map(({ title, body, link }) => [title, body, link])).toEqual([
    [
      '1 account: sync error, and a complete list of the last 24 hours is missing',
      'Aoba',
      { page: 'account', accountId: 'a' },
    ],
  ])
  rig.database.run('update sync_run set error = null, lists_read_at = ?', rig.clock.now())
  await rig.check()
  fail()
  await rig.clock.advance(dayMs)
  await rig.check()
  expect(rig.shown).toHaveLength(1)
})

test('A notification that the system cannot show is tried again at the next start only', async () => {
  const rig = useNotificationWatcherRig()
  rig.state.orders = [{ intentId: '1', reason: 'to_decide', occurrence: 'to_decide 0' }]
  rig.state.failsToShow = true
  await rig.check()
  rig.state.failsToShow = false
  await rig.clock.advance(hourMs)
  await rig.check()
  expect(rig.shown).toEqual([])
  await rig.restart()
  await rig.check()
  expect(rig.shown).toHaveLength(1)
})

test('Reasons that were shown more than two years ago are deleted', async () => {
  const rig = useNotificationWatcherRig()
  const countStoredReasons = () => rig.database.get<{ n: number }>('select count(*) as n from told_notification')?.n
  rig.state.orders = [{ intentId: '1', reason: 'to_decide', occurrence: 'to_decide 0' }]
  await rig.check()
  await rig.deleteOld()
  expect(countStoredReasons()).toBe(1)
  rig.clock.jumpWall(731 * dayMs)
  await rig.deleteOld()
  expect(countStoredReasons()).toBe(0)
})

test('A long notification whose recording is interrupted by quiet hours is shown after them, with everything that it counts', async () => {
  const rig = useNotificationWatcherRig()
  addAccount(rig.database, 'a')
  rig.database.transaction(() => {
    for (let index = 0; index < 1_100; index += 1) saveDomain(rig, `d${index}.example`, 7)
  })
  const recorded = () => rig.database.get<{ n: number }>('select count(*) as n from told_notification')?.n ?? 0
  rig.trigger()
  await rig.clock.advance(10_000)
  while (recorded() === 0) await new Promise((resolve) => setImmediate(resolve))
  const minute = getMinuteOfDayOfComputer(rig.clock.now())
  rig.state.settings = { ...defaultSettings, notificationQuietHours: { from: minute, to: (minute + 60) % 1440 } }
  await rig.check()
  expect(recorded()).toBeLessThan(1_100)
  expect(rig.shown).toEqual([])
  rig.state.settings = defaultSettings
  await rig.clock.advance(15 * minuteMs)
  await rig.check()
  await rig.clock.advance(hourMs)
  await rig.check()
  expect(rig.shown.map(({ title }) => title)).toEqual(['1,100 active domains due within 7 days or overdue'])
})

test('A clock that was set back does not keep notifications from being shown', async () => {
  const rig = useNotificationWatcherRig()
  const order = (intentId: string): NotifiableOrder => ({ intentId, reason: 'to_decide', occurrence: 'to_decide 0' })
  rig.state.orders = [order('1')]
  await rig.check()
  rig.clock.jumpWall(-dayMs)
  rig.state.orders = [order('1'), order('2')]
  await rig.check()
  expect(rig.shown.map(({ title }) => title)).toEqual([
    '1 order needs a decision: outcome unknown',
    '2 orders need a decision: outcome unknown',
  ])
})
