import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { mergeFailedSyncItemsWithSameNetworkError } from '#shared/attention/merge-attention-items.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { useDescribeAttentionItem } from '#renderer/features/attention/useDescribeAttentionItem.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const run = { id: 'run', kinds: ['renew'], total: 46, target: null, startedAt: 0 } as unknown as OrderRun

test('Orders declined for insufficient balance are not counted as on hold, because nothing waits any more', () => {
  setMessageLanguage('en')
  const { made: textOf, leave } = runInSetup(useDescribeAttentionItem)
  const words = (count: number, onHold: number) =>
    textOf({ kind: 'run_stopped', run, reason: 'balance', count, onHold, accountIds: [] })
  expect(words(7, 0)).toMatch(/^Renew 46 .*: insufficient balance \(7 declined, still to do\)$/)
  expect(words(7, 7)).toMatch(/: insufficient balance \(7 on hold\)$/)
  expect(words(7, 5)).toMatch(/: insufficient balance \(5 on hold, 2 declined, still to do\)$/)
  leave()
})

test('A line about expiries says how many of its domains the line above counts, and that it leaves out accounts', () => {
  setMessageLanguage('en')
  const { made: textOf, leave } = runInSetup(useDescribeAttentionItem)
  const words = (count: number, countedBefore: number, excludesAccounts = false) =>
    textOf({ kind: 'domains_expiring', days: 30, count, countedBefore, accountIds: [], excludesAccounts })
  expect(words(12, 0)).toBe('12 active domains due within 30 days or overdue')
  expect(words(12, 3)).toBe('12 active due within 30 days or overdue (3 above)')
  expect(words(12, 0, true)).toBe(
    '12 active domains due within 30 days or overdue (only accounts that warn 30 days ahead)',
  )
  leave()
})

test.each([
  ['service', 'Key “Main” was not accepted by the service'],
  ['not_the_service', 'Key “Main” was not accepted (401), but the response may not be from the service'],
] as const)(
  'A key with a 401 is said to be refused by the service only if the response is its own: %s',
  (kind, line) => {
    setMessageLanguage('en')
    const { made, leave } = runInSetup(() => ({ textOf: useDescribeAttentionItem(), accounts: useAccounts() }))
    onTestFinished(leave)
    const error = { kind, message: '401', status: 401, details: {} }
    made.accounts.accounts = [{ id: 'a', label: 'Alpha', keys: [{ id: 'k', error }] } as unknown as Account]
    const item = { kind: 'key_state', accountId: 'a', keyId: 'k', keyLabel: 'Main', state: 'quarantined' } as const
    expect(made.textOf(item)).toBe(line)
  },
)

test('A line about failed syncs of several accounts says when the last one failed, because the network may be back', () => {
  const { made, leave } = runInSetup(() => ({ textOf: useDescribeAttentionItem(), now: useNowEachTenSeconds() }))
  const { textOf } = made
  const error = { kind: 'no_network', message: 'Cannot connect', details: {} } as const
  const failed = [9.5, 7.5].map((minutes, index) => ({
    kind: 'sync_failed' as const,
    accountId: `account ${index}`,
    at: made.now.value - minutes * minuteMs,
    code: null,
    message: error.message,
    error,
  }))
  const [item] = mergeFailedSyncItemsWithSameNetworkError(failed)
  setMessageLanguage('en')
  expect(item && textOf(item)).toBe('Sync error in 2 accounts (last: 7 min ago)')
  setMessageLanguage('ja')
  expect(item && textOf(item)).toBe('2 アカウントで同期エラーが発生しました（最後: 7 分前）')
  leave()
})
