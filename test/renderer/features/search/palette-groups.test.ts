import { expect, test } from 'vitest'
import { paletteGroups } from '#renderer/features/search/palette-groups.ts'
import type { Hit } from '#shared/ipc/inventory.ts'

const commands = ['Go to Domains', 'Go to Logs', 'Sync all accounts'].map((title) => ({ key: title, title, icon: {}, run: () => undefined }))
const hits: Hit[] = [
  { kind: 'record', accountId: 'a', target: 'example.jp', title: 'www.example.jp', detail: 'A 192.0.2.1' },
  { kind: 'domain', accountId: 'a', target: 'example.jp', title: 'example.jp', detail: '' },
  { kind: 'record', accountId: 'a', target: 'example.jp', title: 'www.example.jp', detail: 'A 192.0.2.1' },
]

test('hits stand in groups by kind before the commands; groups without anything are left out', () => {
  const groups = paletteGroups(hits, commands, 'o')
  expect(groups.map(({ name, items }) => [name, items.length])).toEqual([['domain', 1], ['record', 2], ['command', 3]])
})

test('without a text all commands are offered', () => {
  expect(paletteGroups([], commands, ' ').flatMap(({ items }) => items)).toHaveLength(3)
})

test('a command is found by any of its words in any order', () => {
  expect(paletteGroups([], commands, 'logs go').flatMap(({ items }) => items.map(({ key }) => key))).toEqual(['Go to Logs'])
})

test('equal hits are still two lines', () => {
  const keys = paletteGroups(hits, [], 'www').flatMap(({ items }) => items.map(({ key }) => key))
  expect(new Set(keys).size).toBe(3)
})
