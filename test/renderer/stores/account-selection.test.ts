import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

let accounts: ReturnType<typeof useAccounts>
beforeEach(() => {
  setActivePinia(createPinia())
  accounts = useAccounts()
  accounts.accounts = ['a', 'b', 'c'].map((id) => ({ id }) as Account)
})

test('The selection that links have replaced can be restored, once', () => {
  accounts.select(['a'])
  accounts.selectForLink(['b'])
  accounts.selectForLink(null)
  expect(accounts.selectedIds).toBeNull()
  accounts.restoreSelection()
  expect(accounts.selectedIds).toEqual(['a'])
  expect(accounts.beforeLink).toBeNull()
})

test('Nothing is offered to restore after the user has selected accounts, or when a link selects what was selected', () => {
  accounts.select(['a', 'b'])
  accounts.selectForLink(['b', 'a'])
  expect(accounts.beforeLink).toBeNull()
  accounts.selectForLink(['c'])
  expect(accounts.beforeLink).toEqual({ ids: ['b', 'a'] })
  accounts.toggle(['a'])
  expect(accounts.beforeLink).toBeNull()
  accounts.selectForLink(['b'])
  accounts.select(['c'])
  expect(accounts.beforeLink).toBeNull()
})

test('Only accounts that still exist are offered to restore, and nothing if none of them exists', () => {
  accounts.select(['a', 'b'])
  accounts.selectForLink(['c'])
  accounts.accounts = accounts.accounts.filter(({ id }) => id !== 'b')
  expect(accounts.beforeLink).toEqual({ ids: ['a'] })
  accounts.accounts = accounts.accounts.filter(({ id }) => id !== 'a')
  expect(accounts.beforeLink).toBeNull()
})

test('A range reaches from the account that was chosen last, in the shown order and in both directions', () => {
  const order = ['c', 'b', 'a']
  accounts.select(['b'])
  accounts.selectRange(['a'], order, { keepsSelected: false })
  expect(accounts.selectedIds).toEqual(['b', 'a'])
  accounts.selectRange(['c'], order, { keepsSelected: false })
  expect(accounts.selectedIds).toEqual(['c', 'b'])
  accounts.selectRange(['a'], order, { keepsSelected: true })
  expect(accounts.selectedIds).toEqual(['c', 'b', 'a'])
})

test('A range without a shown start selects only the account itself, from which the next range starts', () => {
  accounts.select(['c'])
  accounts.selectRange(['a'], ['a', 'b'], { keepsSelected: false })
  expect(accounts.selectedIds).toEqual(['a'])
  accounts.selectRange(['b'], ['a', 'b'], { keepsSelected: false })
  expect(accounts.selectedIds).toEqual(['a', 'b'])
})

test('Several accounts are added to the selection together, and removed only when all of them are selected', () => {
  accounts.select(['a'])
  accounts.toggle(['a', 'b'])
  expect(accounts.selectedIds).toEqual(['a', 'b'])
  accounts.toggle(['c'])
  accounts.toggle(['a', 'b'])
  expect(accounts.selectedIds).toEqual(['c'])
})
