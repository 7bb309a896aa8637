import { describe, expect, test } from 'vitest'
import { getOrderStatusMeaningTextKey } from '#renderer/features/orders/get-order-status-meaning-text-key-by-check-obstacle.ts'
import { describeHoldOfAccountOrders } from '#renderer/features/orders/describe-order-hold.ts'
import { groupAttentionByUrgency } from '#shared/attention/group-attention-by-urgency.ts'
import {
  createStoppedOrderRunAttentionItems,
  createUnsettledOrderAttentionItems,
} from '#shared/attention/create-order-attention-items.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { shownOrderStatuses } from '#shared/ipc/order-intent-schemas.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import {
  listProcessedOrderCounts,
  listOrderCountsByStatus,
  countProcessedOrders,
  listNotDoneOrderCounts,
} from '#renderer/features/orders/runs/count-orders-of-run.ts'
import {
  listOrderRunHoldReasons,
  listOrderRunHoldsByAccount,
} from '#renderer/features/orders/runs/list-order-run-holds-by-account.ts'
import { mayResumeOrderRun } from '#renderer/features/orders/runs/may-resume-order-run.ts'
import {
  canAnyUnknownOutcomeBeChecked,
  countAccountsWithQueuedOrders,
  findShownOrderRunStatus,
} from '#renderer/features/orders/runs/find-shown-order-run-status.ts'
import { findOrderSendingObstacle } from '#renderer/features/orders/find-order-sending-obstacle.ts'
import {
  filterAndSortOrderRuns,
  isOrderRunAlwaysShown,
} from '#renderer/features/orders/runs/filter-and-sort-order-runs.ts'

type Account = OrderRun['accounts'][number]
const none = Object.fromEntries(shownOrderStatuses.map((status) => [status, 0])) as OrderRun['byStatus']

function heldRun(stops: readonly OrderRun['accounts'][number]['stopped'][], needsYou = 0): OrderRun {
  const byStatus = { ...none, planned: 1, needs_you: needsYou }
  const accounts = stops.map((stopped, index) => ({
    accountId: `account-${index}`,
    accountLabel: `Account ${index}`,
    total: 1,
    done: 0,
    blockedByBalance: 0,
    onHoldForBalance: 0,
    declined: 0,
    needsYou: 0,
    unsettled: 0,
    onHold: 0,
    targetMoved: 0,
    queued: 0,
    stopped,
    error: null,
    stoppedAlone: null,
  }))
  return {
    id: 'run',
    kinds: ['renew'],
    target: null,
    waitsForYou: 1,
    lackedBalance: 0,
    blockedByBalance: 0,
    ordersToQuoteAgain: 0,
    startedAt: 0,
    state: 'held',
    mayPause: false,
    isCancelled: false,
    total: 1,
    byStatus,
    totalYen: 0,
    doneYen: 0,
    withoutResponse: 0,
    withoutResponseYen: 0,
    unsettledYen: 0,
    accounts,
    isDismissed: false,
    minutesLeft: null,
    answeredAt: null,
  }
}

const all = () => true

test('A held run names each reason once, even if two accounts have the same reason', () => {
  expect(listOrderRunHoldReasons(heldRun(['no_money', 'no_money', null]))).toEqual(['no_money'])
  expect(listOrderRunHoldReasons(heldRun(['no_money'], 2))).toEqual(['no_money', 'needs_you'])
  expect(listOrderRunHoldReasons(heldRun([null], 1))).toEqual(['needs_you'])
})

test('A held run also names orders whose target has changed, with their account', () => {
  const withMoved = (run: OrderRun, index: number): OrderRun => ({
    ...run,
    accounts: run.accounts.map((account, at) => (at === index ? { ...account, onHold: 2, targetMoved: 2 } : account)),
  })
  expect(listOrderRunHoldReasons(withMoved(heldRun([null, 'waiting']), 0))).toEqual(['target_moved'])
  const run = withMoved(heldRun(['no_money', null]), 1)
  expect(listOrderRunHoldReasons(run)).toEqual(['no_money', 'target_moved'])
  expect(listOrderRunHoldsByAccount(run).map(({ account, reason }) => [account.accountId, reason])).toEqual([
    ['account-0', 'no_money'],
    ['account-1', 'target_moved'],
  ])
  expect(listOrderRunHoldsByAccount(withMoved(heldRun(['no_money']), 0)).map(({ reason }) => reason)).toEqual([
    'no_money',
    'target_moved',
  ])
  expect(mayResumeOrderRun({ ...withMoved(heldRun([null]), 0), state: 'running' })).toBe(false)
  // Resuming would only put the order on hold again.
  expect(mayResumeOrderRun(withMoved(heldRun([null]), 0))).toBe(false)
})

test('Runs that can still be stopped are listed first, of all accounts, then those of the selected accounts that need an action', () => {
  const run = (id: string, startedAt: number, more: Partial<OrderRun>) => ({
    ...heldRun([null]),
    id,
    startedAt,
    waitsForYou: 0,
    ...more,
  })
  const runs = [
    run('ended', 4, { state: 'ended' }),
    run('running', 3, { state: 'running' }),
    run('waits', 2, {}),
    run('declined', 1, { state: 'ended', waitsForYou: 1 }),
  ]
  const waiting = runs.map((each) => (each.id === 'waits' ? { ...each, waitsForYou: 1 } : each))
  expect(filterAndSortOrderRuns(waiting, all).map(({ id }) => id)).toEqual(['waits', 'declined', 'running', 'ended'])
  expect(
    filterAndSortOrderRuns(
      waiting.map((each) => ({ ...each, isDismissed: each.id === 'declined' })),
      all,
    ).map(({ id }) => id),
  ).toEqual(['waits', 'running', 'ended'])
  const stoppable = waiting.map((each) => (each.id === 'running' ? { ...each, mayPause: true } : each))
  expect(filterAndSortOrderRuns(stoppable, all).map(({ id }) => id)).toEqual(['running', 'waits', 'declined', 'ended'])
  expect(filterAndSortOrderRuns(stoppable, () => false).map(({ id }) => id)).toEqual(['running'])
})

test('Runs with an order to decide or of unknown outcome are listed before runs that need another action, each newest first', () => {
  const run = (id: string, startedAt: number, byStatus: Partial<OrderRun['byStatus']>, waitsForYou: number) => ({
    ...heldRun([null]),
    id,
    startedAt,
    state: byStatus.unsettled ? ('checking' as const) : ('ended' as const),
    byStatus: { ...none, ...byStatus },
    waitsForYou,
  })
  const runs = [
    run('declined', 4, { refused: 1 }, 1),
    run('unknown', 3, { unsettled: 1 }, 0),
    run('older declined', 2, { refused: 1 }, 1),
    run('to decide', 1, { needs_you: 1 }, 1),
  ]
  expect(filterAndSortOrderRuns(runs, all).map(({ id }) => id)).toEqual([
    'unknown',
    'to decide',
    'declined',
    'older declined',
  ])
  expect(runs.filter(isOrderRunAlwaysShown)).toHaveLength(4)
})

test('A run is shown as offline while working offline, unless an answer is still expected', () => {
  const run = heldRun([null])
  expect(findShownOrderRunStatus({ ...run, state: 'running' }, { isOffline: true })).toBe('offline')
  expect(findShownOrderRunStatus({ ...run, state: 'checking' }, { isOffline: true })).toBe('offline')
  expect(findShownOrderRunStatus({ ...run, state: 'held' }, { isOffline: true })).toBe('held')
  expect(
    findShownOrderRunStatus({ ...run, state: 'running', byStatus: { ...run.byStatus, sent: 1 } }, { isOffline: true }),
  ).toBe('running')
  expect(findShownOrderRunStatus({ ...run, state: 'running' })).toBe('running')
})

test('A run is not shown as being checked while every account with an unknown outcome is paused or has no key', () => {
  const [first, second, third] = heldRun([null, null, null]).accounts as [Account, Account, Account]
  const accounts = [{ ...first, unsettled: 1 }, { ...second, needsYou: 1 }, third]
  const run: OrderRun = { ...heldRun([]), state: 'checking', byStatus: { ...none, unsettled: 1 }, accounts }
  const statusWith = (...callable: Account[]) =>
    findShownOrderRunStatus(run, {
      mayCheck: canAnyUnknownOutcomeBeChecked(run, (accountId) =>
        callable.some((account) => account.accountId === accountId),
      ),
    })
  expect(statusWith(first, second, third)).toBe('checking')
  expect(statusWith(second)).toBe('checking')
  expect(statusWith(third)).toBe('cannot_check')
  expect(findShownOrderRunStatus({ ...run, isCancelled: true }, { mayCheck: false })).toBe('cannot_check')
  expect(findShownOrderRunStatus({ ...run, state: 'running' }, { mayCheck: false })).toBe('running')
  expect(findShownOrderRunStatus({ ...run, byStatus: { ...none, sent: 1 } }, { mayCheck: false })).toBe('checking')
})

test('A run is shown as running only while an order is being sent or was answered recently, else as waiting', () => {
  const run: OrderRun = { ...heldRun([null]), state: 'running' }
  const statusWith = (sent: number, hasNoRecentAnswer: boolean) =>
    findShownOrderRunStatus({ ...run, byStatus: { ...run.byStatus, sent } }, { hasNoRecentAnswer })
  expect(statusWith(0, true)).toBe('waiting')
  expect(statusWith(1, true)).toBe('running')
  expect(statusWith(0, false)).toBe('running')
  expect(findShownOrderRunStatus({ ...run, state: 'checking' }, { hasNoRecentAnswer: true })).toBe('checking')
})

test('A run is shown as stopped while the keychain cannot be read, because no key can send or check', () => {
  const run = heldRun([null])
  expect(findShownOrderRunStatus({ ...run, state: 'checking' }, { hasKeychain: false })).toBe('no_keychain')
  expect(findShownOrderRunStatus({ ...run, state: 'checking' }, { isOffline: true, hasKeychain: false })).toBe(
    'offline',
  )
  expect(
    findShownOrderRunStatus(
      { ...run, state: 'running', byStatus: { ...run.byStatus, sent: 1 } },
      { hasKeychain: false },
    ),
  ).toBe('running')
  expect(findShownOrderRunStatus({ ...run, state: 'held' }, { hasKeychain: false })).toBe('held')
})

test('A run is not shown as being sent while every account with queued orders may send nothing', () => {
  const [first, second, third] = heldRun([null, null, null]).accounts as [Account, Account, Account]
  const accounts = [{ ...first, queued: 2 }, { ...second, queued: 1 }, third]
  const run: OrderRun = { ...heldRun([]), state: 'running', accounts }
  const statusWith = (...senders: Account[]) => {
    const counts = countAccountsWithQueuedOrders(run, (id) => senders.some(({ accountId }) => accountId === id))
    return findShownOrderRunStatus(run, { maySend: counts.sending > 0 })
  }
  expect(statusWith(first)).toBe('running')
  expect(statusWith(third)).toBe('cannot_send')
  expect(findShownOrderRunStatus({ ...run, byStatus: { ...none, sent: 1 } }, { maySend: false })).toBe('running')
  expect(countAccountsWithQueuedOrders(run, (id) => id === second.accountId)).toEqual({ sending: 1, stopped: 1 })
})

test('An order is not sent while offline, paused or read-only, or without keychain or usable key', () => {
  const online = { isOffline: false, hasKeychain: true }
  const account = { isPaused: false, isReadOnly: false, keys: [{ state: 'working' } as Key] }
  expect(findOrderSendingObstacle(online, account)).toBeNull()
  const withoutService = { state: 'working', me: { services: {} } } as Key
  expect(findOrderSendingObstacle(online, { ...account, keys: [withoutService] })).toBeNull()
  expect(findOrderSendingObstacle({ ...online, isOffline: true }, account)).toBe('offline')
  expect(findOrderSendingObstacle({ ...online, hasKeychain: false }, account)).toBe('keychain')
  expect(findOrderSendingObstacle(online, { ...account, isPaused: true })).toBe('paused')
  expect(findOrderSendingObstacle(online, { ...account, isReadOnly: true })).toBe('readOnly')
  expect(findOrderSendingObstacle(online, { ...account, keys: [] })).toBe('noKey')
  expect(findOrderSendingObstacle(online, null)).toBeNull()
})

test('An accepted order of a removed account does not say what was read of it', () => {
  const online = { isOffline: false, hasKeychain: true, state: { ipBlocks: [] } }
  const account = { isPaused: true, proxy: null, keys: [] }
  const order = { keyId: 'key-0', target: 'one.com', item: { kind: 'transfer' } } as const
  for (const status of ['accepted', 'needs_application'] as const) {
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, null)).toBe('meaningNoAccount')
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, account)).toBe('meaning')
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, undefined)).toBe('meaning')
  }
})

test('An order of unknown outcome promises no checks while offline, paused, or without account, keychain or key', () => {
  const online = { isOffline: false, hasKeychain: true, state: { ipBlocks: [] } }
  const account = (isPaused: boolean, ...states: Key['state'][]) => ({
    isPaused,
    proxy: null,
    keys: states.map((state, index) => ({ id: `key-${index}`, state, me: null }) as Key),
  })
  const order = { keyId: 'key-0', target: 'one.com', item: { kind: 'renew' } } as const
  for (const status of ['unsettled', 'needs_you'] as const) {
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, account(false, 'working'))).toBe('meaning')
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, null)).toBe('meaningNoAccount')
    // While the accounts are not loaded, it is not known whether main checks.
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, undefined)).toBe('meaning')
    expect(
      getOrderStatusMeaningTextKey(
        { ...order, status },
        { ...online, isOffline: true, hasKeychain: false },
        account(true, 'working'),
      ),
    ).toBe('meaningOffline')
    expect(
      getOrderStatusMeaningTextKey({ ...order, status }, { ...online, hasKeychain: false }, account(true, 'working')),
    ).toBe('meaningKeychain')
    expect(getOrderStatusMeaningTextKey({ ...order, status }, online, account(true))).toBe('meaningPaused')
    const blockOf = (proxyUrl: string | null) => ({
      ...online,
      state: { ipBlocks: [{ proxyUrl, since: 1, until: null }] },
    })
    const working = account(false, 'working')
    expect(getOrderStatusMeaningTextKey({ ...order, status }, blockOf(null), working)).toBe('meaningBlocked')
    expect(getOrderStatusMeaningTextKey({ ...order, status }, blockOf('http://proxy.example'), working)).toBe('meaning')
    expect(
      getOrderStatusMeaningTextKey({ ...order, status }, online, account(false, 'quarantined', 'expired', 'missing')),
    ).toBe('meaningNoKey')
  }
  expect(
    getOrderStatusMeaningTextKey(
      { ...order, status: 'done' },
      { ...online, isOffline: true, hasKeychain: false },
      account(true),
    ),
  ).toBe('meaning')
})

test('An order of unknown outcome promises checks only by its own key or by a key for all targets, as main makes them', () => {
  const online = { isOffline: false, hasKeychain: true, state: { ipBlocks: [] } }
  const key = (id: string, state: Key['state'], services: object | null) =>
    ({ id, state, me: services && { services } }) as unknown as Key
  const all = { target_mode: 'all', permission_type: 'read' }
  const selected = { target_mode: 'selected', permission_type: 'read', targets: ['one.com'] }
  const textKey = (kind: OrderIntentKind, ...keys: Key[]) =>
    getOrderStatusMeaningTextKey({ status: 'unsettled', keyId: 'own', target: 'one.com', item: { kind } }, online, {
      isPaused: false,
      proxy: null,
      keys,
    })
  expect(textKey('renew', key('own', 'working', { domain: selected }))).toBe('meaning')
  expect(textKey('renew', key('own', 'working', { domain: { ...selected, targets: ['two.com'] } }))).toBe(
    'meaningNoPermission',
  )
  expect(textKey('acquire', key('own', 'untested', null))).toBe('meaning')
  expect(textKey('acquire', key('own', 'working', { server: all }))).toBe('meaningNoPermission')
  expect(textKey('order', key('own', 'working', { server: all }))).toBe('meaning')
  const own = key('own', 'quarantined', { domain: all })
  expect(textKey('renew', own, key('other', 'working', { domain: all }))).toBe('meaning')
  expect(textKey('renew', own, key('other', 'working', { domain: selected }))).toBe('meaningNoPermission')
  expect(textKey('renew', own, key('other', 'untested', null))).toBe('meaningNoPermission')
  expect(textKey('renew', own, key('other', 'quarantined', { domain: all }))).toBe('meaningNoKey')
})

test('A run that waits only for a decision is shown as such and not as on hold', () => {
  const run = { ...heldRun([null], 1), byStatus: { ...none, needs_you: 1 } }
  expect(findShownOrderRunStatus(run)).toBe('needs_you')
  expect(findShownOrderRunStatus(heldRun([null], 1))).toBe('held')
})

test('A run of which no order is open is shown as waiting for a decision, and not as ended, while an order needs one', () => {
  const asked: OrderRun = { ...heldRun([]), state: 'ended', byStatus: { ...none, needs_you: 1 } }
  expect(findShownOrderRunStatus(asked)).toBe('needs_you')
  expect(findShownOrderRunStatus({ ...asked, byStatus: { ...asked.byStatus, refused: 1 } })).toBe('needs_you')
})

test('A cancelled run is shown as cancelled while outcomes are still checked', () => {
  const run = { ...heldRun([null]), isCancelled: true }
  expect(findShownOrderRunStatus({ ...run, state: 'checking' })).toBe('cancelled')
  expect(findShownOrderRunStatus({ ...run, state: 'checking' }, { isOffline: true })).toBe('offline')
})

test('An ended run shows which orders were not carried out or are not known to be complete, and how many of them for which reason', () => {
  const ended = (byStatus: Partial<OrderRun['byStatus']>, forBalance = 0) => ({
    ...heldRun([]),
    state: 'ended' as const,
    lackedBalance: forBalance,
    blockedByBalance: forBalance,
    byStatus: { ...none, ...byStatus },
  })
  expect(findShownOrderRunStatus(ended({ done: 2 }))).toBe('ended')
  expect(findShownOrderRunStatus(ended({ done: 1, refused: 1 }, 1))).toBe('declined')
  const forSeveralReasons = ended({ done: 30, refused: 30, abandoned: 2 }, 1)
  expect(findShownOrderRunStatus(forSeveralReasons)).toBe('ended_not_all_done')
  expect(listNotDoneOrderCounts(forSeveralReasons)).toEqual([
    { status: 'insufficient_balance', count: 1 },
    { status: 'refused', count: 29 },
    { status: 'abandoned', count: 2 },
  ])
  expect(findShownOrderRunStatus(ended({ refused: 1, abandoned: 1 }, 1))).toBe('ended_not_all_done')
  const partly = ended({ done: 1, refused: 2, abandoned: 3 })
  expect(findShownOrderRunStatus(partly)).toBe('ended_not_all_done')
  expect(findShownOrderRunStatus(ended({ done: 1, accepted: 1 }))).toBe('ended_not_all_done')
  expect(listNotDoneOrderCounts(partly)).toEqual([
    { status: 'refused', count: 2 },
    { status: 'abandoned', count: 3 },
  ])
})

test('Orders on hold for insufficient balance can be resumed while another account is sending', () => {
  expect(mayResumeOrderRun({ ...heldRun(['no_money', null]), state: 'running' })).toBe(true)
  expect(mayResumeOrderRun({ ...heldRun([null]), state: 'running' })).toBe(false)
  expect(mayResumeOrderRun(heldRun([null]))).toBe(true)
  expect(mayResumeOrderRun({ ...heldRun([null]), byStatus: { ...heldRun([]).byStatus, planned: 0 } })).toBe(false)
})

describe('Run items on the overview', () => {
  const account = (accountId: string, counts: Partial<OrderRun['accounts'][number]>): OrderRun['accounts'][number] => ({
    accountId,
    accountLabel: accountId,
    total: 2,
    done: 0,
    blockedByBalance: 0,
    onHoldForBalance: 0,
    declined: 0,
    needsYou: 0,
    unsettled: 0,
    onHold: 0,
    targetMoved: 0,
    queued: 0,
    stopped: null,
    error: null,
    stoppedAlone: null,
    ...counts,
  })
  const run = {
    ...heldRun([]),
    accounts: [
      account('poor', { blockedByBalance: 2, onHoldForBalance: 1 }),
      account('paid', { done: 2 }),
      account('refused', { declined: 1 }),
      account('paused', { onHold: 1 }),
      account('lost', { unsettled: 1, needsYou: 1 }),
    ],
  }
  test('Waiting orders of a run are shown for the accounts with waiting orders only', () => {
    expect(
      createStoppedOrderRunAttentionItems([run], all).map(
        (item) => 'reason' in item && [item.reason, item.count, item.accountIds],
      ),
    ).toEqual([
      ['balance', 2, ['poor']],
      ['declined', 1, ['refused']],
      ['held', 1, ['paused']],
    ])
    expect(createStoppedOrderRunAttentionItems([run], (accountId) => accountId === 'paid')).toEqual([])
  })

  test('Orders of unknown outcome are counted without those that need a decision', () => {
    expect(createUnsettledOrderAttentionItems([run], all, all)).toEqual([
      { kind: 'orders_unsettled', isBeingChecked: true, count: 1, accountIds: ['lost'], kinds: run.kinds },
    ])
    expect(createUnsettledOrderAttentionItems([run], (accountId) => accountId !== 'lost', all)).toEqual([])
    expect(
      createUnsettledOrderAttentionItems([{ ...run, accounts: [account('lost', { needsYou: 1 })] }], all, all),
    ).toEqual([])
  })

  test('Orders of unknown outcome that cannot be checked need attention now, apart from those being checked', () => {
    const accounts = [account('lost', { unsettled: 1 }), account('paused', { unsettled: 2 })]
    const items = createUnsettledOrderAttentionItems([{ ...run, accounts }], all, (accountId) => accountId === 'lost')
    expect(groupAttentionByUrgency(items)).toEqual([
      {
        urgency: 'now',
        items: [
          { kind: 'orders_unsettled', isBeingChecked: false, count: 2, accountIds: ['paused'], kinds: run.kinds },
        ],
      },
      {
        urgency: 'running',
        items: [{ kind: 'orders_unsettled', isBeingChecked: true, count: 1, accountIds: ['lost'], kinds: run.kinds }],
      },
    ])
  })
})

test('The progress bar of a run shows its processed orders', () => {
  const run = {
    ...heldRun([]),
    total: 11,
    byStatus: {
      ...none,
      planned: 1,
      held: 1,
      sent: 1,
      accepted: 1,
      done: 2,
      refused: 1,
      unsettled: 1,
      abandoned: 1,
      not_happened: 1,
      already_ordered: 1,
    },
  }
  expect(listProcessedOrderCounts(run)).toEqual([
    { status: 'done', count: 2 },
    { status: 'accepted', count: 1 },
    { status: 'refused', count: 1 },
    { status: 'abandoned', count: 1 },
    { status: 'not_happened', count: 1 },
    { status: 'already_ordered', count: 1 },
  ])
  expect(listProcessedOrderCounts(run).reduce((sum, { count }) => sum + count, 0)).toBe(countProcessedOrders(run))
})

test('Each order of a run is counted under one status only', () => {
  const run = {
    ...heldRun([]),
    total: 5,
    byStatus: { ...none, needs_you: 1, unsettled: 1, planned: 1, held: 1, accepted: 1 },
  }
  expect(listOrderCountsByStatus(run)).toEqual([
    { status: 'accepted', count: 1 },
    { status: 'planned', count: 1 },
    { status: 'held', count: 1 },
    { status: 'needs_you', count: 1 },
    { status: 'unsettled', count: 1 },
  ])
})

test.each(['en', 'ja'] as const)('The text for insufficient balance does not mention other accounts (%s)', (locale) => {
  i18n.global.locale.value = locale
  expect(describeHoldOfAccountOrders({ reason: 'no_money', error: null }).remedy).not.toMatch(
    /other account|他のアカウント/i,
  )
})

test.each([
  ['en', 'inferred or recorded, not confirmed by a response: 2 orders (¥3,000)'],
  ['ja', '推定または記録（応答による確認なし）: 2 件、¥3,000'],
] as const)('A run card says how many orders no response confirms (%s)', (locale, text) => {
  i18n.global.locale.value = locale
  expect(i18n.global.t('orders.run.withoutResponse', { n: '2', amount: '¥3,000' }, 2)).toBe(text)
})
