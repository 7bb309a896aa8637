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
  accounts.toggle('a')
  expect(accounts.beforeLink).toBeNull()
  accounts.selectForLink(['b'])
  accounts.select(['c'])
  expect(accounts.beforeLink).toBeNull()
})
