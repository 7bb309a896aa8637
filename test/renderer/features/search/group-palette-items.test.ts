import { expect, test } from 'vitest'
import { hasMoreDomainMatchesThanShown } from '#renderer/features/search/has-more-domain-matches-than-shown.ts'
import { groupPaletteItems } from '#renderer/features/search/group-palette-items.ts'
import { decodeSearchHitTitle } from '#renderer/features/search/decode-search-hit-title.ts'
import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'

const command = (title: string, other = '', words = '') => ({
  key: title,
  title,
  titles: [title, other],
  words,
  icon: {},
  run: () => undefined,
})
const commands = ['Go to Domains', 'Go to Logs', 'Sync all accounts'].map((title) => command(title))
const hits: SearchHit[] = [
  { kind: 'record', accountId: 'a', target: 'example.jp', title: 'www.example.jp', detail: 'A 192.0.2.1' },
  { kind: 'domain', accountId: 'a', target: 'example.jp', title: 'example.jp', detail: '' },
  { kind: 'record', accountId: 'a', target: 'example.jp', title: 'www.example.jp', detail: 'A 192.0.2.1' },
]
const domainHit: SearchHit = { kind: 'domain', accountId: 'a', target: 'a.jp', title: 'a.jp', detail: '' }
const found = (all: ReturnType<typeof command>[], text: string) =>
  groupPaletteItems([], all, text).flatMap(({ items }) => items.map(({ key }) => key))

test('Hits are grouped by kind before the commands, without empty groups', () => {
  const groups = groupPaletteItems(hits, commands, 'o')
  expect(groups.map(({ name, items }) => [name, items.length])).toEqual([
    ['domain', 1],
    ['record', 2],
    ['command', 3],
  ])
})

test('Without a text all commands are offered in their order', () => {
  expect(found(commands, ' ')).toEqual(commands.map(({ key }) => key))
})

test('A command is found by any of its words in any order', () => {
  expect(found(commands, 'logs go')).toEqual(['Go to Logs'])
})

test('A command is found by its name in either language and by its other words', () => {
  const all = [
    command('Sync all accounts', 'すべてのアカウントを同期', 'refresh 更新'),
    command('Renew…', '契約を更新…'),
    command('Work offline', 'オフラインで作業'),
  ]
  expect(found(all, '更新')).toEqual(['Renew…', 'Sync all accounts'])
  expect(found(all, 'renew')).toEqual(['Renew…'])
  expect(found(all, 'ＲＥＮＥＷ')).toEqual(['Renew…'])
  expect(found(all, 'refresh')).toEqual(['Sync all accounts'])
})

test('The command with exactly the searched name is first, then names that begin with it', () => {
  const all = [command('Undo sync'), command('Sync all accounts'), command('Sync…')]
  expect(found(all, 'sync')).toEqual(['Sync…', 'Sync all accounts', 'Undo sync'])
})

test('A group with an exact match is listed before all other groups', () => {
  const more: SearchHit[] = [
    { kind: 'domain', accountId: 'a', target: 'my-shop.jp', title: 'my-shop.jp', detail: '' },
    { kind: 'account', accountId: 'b', target: 'b', title: 'Shop', detail: '' },
  ]
  expect(groupPaletteItems(more, commands, 'shop').map(({ name }) => name)).toEqual(['account', 'domain'])
  expect(groupPaletteItems(more, [command('Shop…')], 'shop').map(({ name }) => name)).toEqual([
    'account',
    'command',
    'domain',
  ])
  expect(groupPaletteItems(hits, commands, 'www.example.jp').map(({ name }) => name)[0]).toBe('record')
  const tagged: SearchHit = { ...domainHit, detail: 'VIP', isExact: true }
  const account: SearchHit = { kind: 'account', accountId: 'b', target: 'b', title: 'VIPs', detail: '' }
  expect(groupPaletteItems([account, tagged], [command('Vip…')], 'vip').map(({ name }) => name)).toEqual([
    'domain',
    'command',
    'account',
  ])
})

test('An incomplete list of hits ends with a link to all hits', () => {
  const groups = groupPaletteItems(hits, commands, 'o', [command('All 178 in Domains')])
  expect(groups.map(({ name }) => name)).toEqual(['domain', 'record', 'more', 'command'])
  expect(hasMoreDomainMatchesThanShown(hits, 178, 40)).toBe(true)
  expect(hasMoreDomainMatchesThanShown(hits, 1, 40)).toBe(false)
  expect(hasMoreDomainMatchesThanShown(hits, 1, 3)).toBe(true)
  expect(hasMoreDomainMatchesThanShown([], 0, 40)).toBe(false)
  // The list of domains is not searched by name servers.
  const ofNameserver: SearchHit = { ...domainHit, target: 'b.jp', detail: 'ns1.jp', matchedIn: 'nameserver' }
  expect(hasMoreDomainMatchesThanShown([domainHit, ofNameserver], 2, 40)).toBe(true)
  expect(hasMoreDomainMatchesThanShown([domainHit, ofNameserver], 1, 40)).toBe(false)
})

test('Equal hits are separate lines', () => {
  const keys = groupPaletteItems(hits, [], 'www').flatMap(({ items }) => items.map(({ key }) => key))
  expect(new Set(keys).size).toBe(3)
})

test('A record of a domain with a Japanese name is listed under the decoded name', () => {
  const titleOf = (kind: SearchHit['kind'], title: string) => decodeSearchHitTitle({ kind, title })
  expect(titleOf('record', '*.xn--wgv71a119e.jp')).toBe('*.日本語.jp')
  expect(titleOf('record', 'www.example.jp')).toBe('www.example.jp')
  expect(titleOf('account', 'xn--wgv71a119e.jp')).toBe('xn--wgv71a119e.jp')
})

test('A customer with exactly the searched name is first, also before the domains that have it', () => {
  const ofCustomer: SearchHit = { ...domainHit, detail: 'Aoba', isExact: true }
  const names = (text: string) =>
    groupPaletteItems([ofCustomer], [], text, [], [command('Aoba')]).map(({ name }) => name)
  expect(names('ＡＯＢＡ')).toEqual(['customer', 'domain'])
  expect(groupPaletteItems([domainHit], [], 'ao', [], [command('Aoba')]).map(({ name }) => name)).toEqual([
    'domain',
    'customer',
  ])
})
