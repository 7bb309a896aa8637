import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'

let filters: ReturnType<typeof useOrderFilters>
beforeEach(() => {
  setActivePinia(createPinia())
  filters = useOrderFilters()
})

const renewal = {
  runId: 'now',
  status: 'done',
  target: 'xn--wgv71a119e.com',
  item: { kind: 'renew', accountId: 'a', name: 'xn--wgv71a119e.com', years: 1 },
} as const

test('A link to an order clears filters that would hide the order and keeps other filters', () => {
  filters.replaceFilters({ statuses: ['done'], kinds: ['renew'], text: '日本語' })
  filters.reveal(renewal)
  expect(filters.statuses).toEqual(['done'])
  for (const hiding of [
    { runId: 'earlier' },
    { statuses: ['planned' as const] },
    { kinds: ['order' as const] },
    { statuses: ['needs_you' as const] },
    { text: 'example' },
  ]) {
    filters.replaceFilters(hiding)
    filters.reveal(renewal)
    expect(filters.isFiltered).toBe(false)
  }
})

test('The filter for waiting orders of a run is cleared with the run and by any other filter', () => {
  filters.replaceFilters({ runId: 'now', waitsFor: 'balance' })
  expect(filters.filterFor(null)).toMatchObject({ runId: 'now', waitsFor: 'balance', statuses: null })
  filters.showRun(null)
  expect(filters.filterFor(null)).toMatchObject({ runId: null, waitsFor: null })
  filters.replaceFilters({ runId: 'now', waitsFor: 'hold' })
  filters.replaceFilters({ runId: 'now' })
  expect(filters.waitsFor).toBeNull()
})

test('The filter for orders that wait for the user applies to all runs and replaces the filter by status', () => {
  filters.showStatuses(['refused'])
  filters.showStatuses('waitsForUser')
  expect(filters.isFiltered).toBe(true)
  expect(filters.filterFor(null)).toMatchObject({ runId: null, waitsFor: 'user', statuses: null })
  filters.showStatuses(['held'])
  expect(filters.filterFor(null)).toMatchObject({ waitsFor: null, statuses: ['held'] })
  filters.showStatuses([])
  expect(filters.isFiltered).toBe(false)
})

/** Sets up the accounts a, b and c and a run with orders of the given accounts. */
function withRunOf(...ids: string[]): ReturnType<typeof useAccounts> {
  const accounts = useAccounts()
  accounts.accounts = ['a', 'b', 'c'].map((id) => ({ id }) as Account)
  useOrderCountsRunsAndJournal().runs = [{ id: 'now', accounts: ids.map((accountId) => ({ accountId })) } as OrderRun]
  return accounts
}

test('Showing a run selects all accounts if the selection hides an account of the run', async () => {
  const accounts = withRunOf('b', 'c')
  accounts.select(['a', 'b'])
  await filters.showWholeRun('now', ['needs_you'])
  expect(accounts.selectedIds).toBeNull()
  expect(filters.filterFor(accounts.selectedIds)).toMatchObject({ runId: 'now', statuses: ['needs_you'] })
  accounts.select(['b', 'c'])
  await filters.showWholeRun('now')
  expect(accounts.selectedIds).toEqual(['b', 'c'])
})

test('A link to an order shows the order even if another account was selected', () => {
  const accounts = withRunOf('a')
  accounts.select(['b'])
  filters.reveal(renewal)
  expect(accounts.selectedIds).toEqual(['a'])
  accounts.select(['a', 'c'])
  filters.reveal(renewal)
  expect(accounts.selectedIds).toEqual(['a', 'c'])
})
