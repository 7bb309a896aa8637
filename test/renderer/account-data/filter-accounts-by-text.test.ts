import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import { filterAccounts } from '#renderer/account-data/filter-accounts-by-text.ts'

const accounts = [
  { label: 'Alpha', folder: 'Shops' },
  { label: 'Beta', folder: '' },
  { label: 'サクラ商店', folder: '東京 1' },
] as Account[]

test.each([
  ['', ['Alpha', 'Beta', 'サクラ商店']],
  [' ALPHA ', ['Alpha']],
  ['shop', ['Alpha']],
  ['al shop', ['Alpha']],
  ['beta shop', []],
  ['東京', ['サクラ商店']],
  ['さくら', ['サクラ商店']],
  ['ｻｸﾗ　１', ['サクラ商店']],
])('The filter “%s” finds accounts by label and folder', (text, labels) => {
  expect(filterAccounts(accounts, text).map(({ label }) => label)).toEqual(labels)
})
