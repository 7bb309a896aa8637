import { expect, test } from 'vitest'
import type { ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { createTrayContent, type TrayContentInput } from '#main/tray/create-tray-content.ts'

const expiring = (days: number, count: number): ShownAttentionItem => ({
  kind: 'domains_expiring',
  days,
  count,
  countedBefore: 0,
  accountIds: ['a'],
  excludesAccounts: false,
})

function createContent(state: Partial<TrayContentInput>) {
  const done: unknown[] = []
  const content = createTrayContent(
    {
      items: [],
      isReadingLists: false,
      isSyncUnanswered: false,
      areCallsHeld: false,
      areOrdersKnown: true,
      hasPausedAccounts: false,
      mayHaveEntriesThatNoKeyReads: false,
      isOffline: false,
      language: 'en',
      ...state,
    },
    {
      openPage: (link: PageLink) => done.push(link),
      showWindow: () => done.push('window'),
      setOffline: (isOffline) => done.push({ isOffline }),
      quit: () => done.push('quit'),
    },
  )
  const labels = content.menu.map((group) => group.map(({ label }) => label))
  return {
    ...content,
    labels,
    /** Clicks the item with this label, and returns what the click did. */
    click(label: string): unknown {
      done.length = 0
      content.menu
        .flat()
        .find((item) => item.label === label)
        ?.onClick?.()
      return done[0]
    },
  }
}

test('The tray counts the rows of the overview that need attention, and its menu counts what each kind of item is about', () => {
  const content = createContent({
    items: [
      { kind: 'orders_need_you', count: 2, accountIds: [] },
      { kind: 'no_keys', accountId: 'a' },
      { kind: 'key_state', accountId: 'a', keyId: 'k1', keyLabel: 'Key 1', state: 'expired' },
      { kind: 'key_state', accountId: 'b', keyId: 'k2', keyLabel: 'Key 2', state: 'expired' },
      expiring(7, 3),
      expiring(30, 12),
    ],
  })
  expect([content.count, content.tooltip]).toEqual([6, 'Banto: 6 items need attention'])
  expect(content.labels).toEqual([
    [
      'Orders that need a decision: 2',
      'Accounts with a missing or unusable API key: 2',
      'Active domains due within 7 days or overdue: 3',
      'Active domains due within 30 days or overdue: 12',
    ],
    ['Open Banto', 'Go offline'],
    ['Quit Banto'],
  ])
  expect(content.click('Orders that need a decision: 2')).toEqual({ page: 'orders', show: 'to_decide' })
  expect(content.click('Accounts with a missing or unusable API key: 2')).toEqual({
    page: 'overview',
    accountIds: ['a', 'b'],
  })
  expect(content.click('Active domains due within 30 days or overdue: 12')).toEqual({
    page: 'domains',
    accountIds: null,
    statuses: ['active'],
    expiresWithinDays: 30,
  })
  expect([content.click('Open Banto'), content.click('Quit Banto')]).toEqual(['window', 'quit'])
  expect(content.click('Go offline')).toEqual({ isOffline: true })
})

test('An account whose lists were read too long ago, or not since its accounts were merged, lacks a complete list', () => {
  const items = [Date.now() - 25 * 3_600_000, null].map((syncedAt, index): ShownAttentionItem => ({
    kind: 'stale',
    accountId: `account-${index}`,
    syncedAt,
  }))
  expect(createContent({ items }).labels[0]).toEqual(['Accounts that lack a complete list of the last 24 hours: 2'])
})

test('What runs without the user has a line in the menu, and is not counted as something that needs attention', () => {
  const running: ShownAttentionItem[] = [
    { kind: 'orders_unsettled', isBeingChecked: true, count: 6, accountIds: ['a'], kinds: ['renew'] },
    { kind: 'domains_pending', status: 'transferring', count: 2, accountIds: ['a'] },
  ]
  const failed: ShownAttentionItem = {
    kind: 'domains_pending',
    status: 'transfer_action_required',
    count: 1,
    accountIds: ['a'],
  }
  expect(createContent({ items: running })).toMatchObject({ count: 0, tooltip: 'Banto' })
  expect(createContent({ items: [failed, ...running] })).toMatchObject({
    count: 1,
    tooltip: 'Banto: 1 item needs attention',
    labels: [
      ['Failed transfers to apply for again: 1', 'Orders with unknown outcome: 6', 'Domains being transferred: 2'],
      expect.anything(),
      expect.anything(),
    ],
  })
})

test('While the order records cannot be read, the menu says so first, and never that nothing needs attention', () => {
  const unread = 'The order records cannot be read'
  expect(createContent({ areOrdersKnown: false }).labels[0]).toEqual([unread])
  expect(createContent({ areOrdersKnown: false, isReadingLists: true }).labels[0]).toEqual([
    unread,
    'Lists are being read',
  ])
  expect(createContent({ areOrdersKnown: false, items: [expiring(7, 3)] }).labels[0]).toEqual([
    unread,
    'Active domains due within 7 days or overdue: 3',
  ])
})

test('A line about expiries of some folders opens the accounts of these folders', () => {
  const content = createContent({ items: [{ ...expiring(5, 1), excludesAccounts: true } as ShownAttentionItem] })
  expect(
    content.click('Active domains due within 5 days or overdue, only accounts that warn 5 days ahead: 1'),
  ).toMatchObject({ accountIds: ['a'] })
})

test('A long menu shows the six worst kinds and leads to the overview for the rest', () => {
  const items = [1, 7, 14, 30, 60, 90, 120, 150].map((days) => expiring(days, days))
  const content = createContent({ items })
  expect(content.labels[0]).toHaveLength(7)
  expect(content.labels[0]?.at(-1)).toBe('More in the overview')
  expect(content.click('More in the overview')).toEqual({ page: 'overview', accountIds: null })
})

test('The tray says that nothing needs attention only while no list is being read and every sync gets answers', () => {
  expect(createContent({}).labels[0]).toEqual(['Nothing needs attention (jobs are not included)'])
  expect(createContent({ isReadingLists: true }).labels[0]).toEqual(['Lists are being read'])
  for (const isReadingLists of [false, true])
    expect(createContent({ isReadingLists, isSyncUnanswered: true }).labels[0]).toEqual([
      'A running sync gets no response at the moment',
    ])
  expect(createContent({}).tooltip).toBe('Banto')
  expect(createContent({ isOffline: true })).toMatchObject({ tooltip: 'Banto (offline)' })
  expect(createContent({ isOffline: true }).click('Go online')).toEqual({ isOffline: false })
})

test('While calls are on hold, the tray does not say that nothing needs attention', () => {
  const blocked = 'Calls are on hold'
  for (const isReadingLists of [false, true])
    expect(createContent({ isReadingLists, areCallsHeld: true }).labels[0]).toEqual([blocked])
  expect(createContent({ areCallsHeld: true, language: 'ja' }).labels[0]).toEqual(['呼び出しを待機しています'])
  expect(createContent({ areCallsHeld: true, items: [expiring(7, 3)] }).labels[0]).toEqual([
    'Active domains due within 7 days or overdue: 3',
  ])
})

test('Where nothing needs attention, the tray says what it leaves out of paused accounts, as the overview does', () => {
  expect(createContent({ hasPausedAccounts: true }).labels[0]).toEqual([
    'Nothing needs attention (jobs are not included)',
    'Keys, syncs, unread lists and unsent orders of paused accounts are not included',
  ])
  expect(createContent({ hasPausedAccounts: true, items: [expiring(7, 3)] }).labels[0]).toHaveLength(1)
})

test('Where nothing needs attention, the tray says that it leaves out what no key may read, as the overview does', () => {
  expect(createContent({ mayHaveEntriesThatNoKeyReads: true }).labels[0]).toEqual([
    'Nothing needs attention (jobs are not included)',
    'Domains and servers that no key may read are not included',
  ])
  expect(createContent({ mayHaveEntriesThatNoKeyReads: true, items: [expiring(7, 3)] }).labels[0]).toHaveLength(1)
})

test('Without a usable database, the tray offers only to open and to quit', () => {
  expect(createContent({ items: null }).labels).toEqual([['Open Banto'], ['Quit Banto']])
})

test('The tray is in Japanese when the window is', () => {
  const content = createContent({ items: [expiring(7, 3)], language: 'ja' })
  expect(content.tooltip).toBe('Banto: 要対応 1 件')
  expect(content.labels).toEqual([
    ['期限が 7 日以内の有効なドメイン（超過を含む）: 3'],
    ['Bantoを開く', 'オフラインにする'],
    ['Bantoを終了'],
  ])
})

test('The menu says that domains in several accounts of one user are counted in each', () => {
  const shared: ShownAttentionItem = {
    kind: 'shared_domains',
    accountId: 'a',
    otherAccountId: 'b',
    count: 3,
    example: 'one.example',
  }
  expect(createContent({ items: [expiring(7, 6), shared] }).labels[0]).toContain(
    'Shared domains and servers are counted in each account',
  )
  expect(createContent({ items: [expiring(7, 6)] }).labels[0]).toHaveLength(1)
})
