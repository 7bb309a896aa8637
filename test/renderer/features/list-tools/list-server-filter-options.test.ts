import { expect, test } from 'vitest'
import {
  getServerOptionValue,
  listServerFilterOptions,
} from '#renderer/features/list-tools/list-server-filter-options.ts'

const loaded = [
  { accountId: 'a', name: 'web01.example' },
  { accountId: 'a', name: 'web02.example' },
]
const list = (chosen: { accountId: string; name: string } | null) =>
  listServerFilterOptions(loaded, chosen, (id) => (id === 'a' ? 'Alpha' : 'Account not in Banto'))

test('A chosen server that is not among the loaded servers is an option with its name', () => {
  const chosen = { accountId: 'removed', name: 'old.example' }
  expect(list(chosen).at(-1)).toEqual({
    value: getServerOptionValue(chosen),
    label: 'old.example · Account not in Banto',
  })
})

test('A chosen server that is among the loaded servers is one option', () => {
  const labels = ['web01.example · Alpha', 'web02.example · Alpha']
  expect(list({ name: 'web01.example', accountId: 'a' }).map(({ label }) => label)).toEqual(labels)
  expect(list(null).map(({ label }) => label)).toEqual(labels)
})
