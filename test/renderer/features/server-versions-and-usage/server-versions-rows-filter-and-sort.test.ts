import { describe, expect, test } from 'vitest'
import type { Server } from '#shared/ipc/inventory.ts'
import { countSelectedServersLeftOut } from '#renderer/features/server-versions-and-usage/count-selected-servers-missing-on-versions-page.ts'
import {
  listVersionsInUse,
  matchesServerVersionsFilter,
  sortServerVersionsRows,
  type ServerVersionsFilter,
  type ServerVersionsSortKey,
} from '#renderer/features/server-versions-and-usage/filter-and-sort-server-versions.ts'
import {
  findSingleUsageMetricName,
  findOlderInfoOrUsageReadAt,
  toServerVersionsRow,
} from '#renderer/features/server-versions-and-usage/to-server-versions-row.ts'

const cached = (data: Record<string, unknown> | null, readAt: number | null) => ({
  data,
  readAt,
  error: null,
  errorAt: null,
})

function factsOf(
  name: string,
  info: Record<string, unknown> | null,
  usage: Record<string, unknown> | null = null,
  readAt: [number | null, number | null] = [1, 2],
  accountLabel = 'Alpha',
) {
  const row = { accountId: 'a', name, status: 'active' }
  const server = { row, info: cached(info, readAt[0]), usage: cached(usage, readAt[1]) }
  return toServerVersionsRow(server as unknown as Server, accountLabel)
}

const disk = (used: number, limit: number) => ({ disk: { used_mb: used, quota_mb: limit } })

describe('What the list shows of a server', () => {
  test('does not repeat the name of its usage if all servers have only this number; the column title states it', () => {
    const mail = { mail: { used: 9, limit: 10 } }
    const rows = [factsOf('one', null, disk(10, 100)), factsOf('two', null), factsOf('three', null, disk(1, 2))]
    expect(findSingleUsageMetricName(rows)).toBe('disk used_mb')
    expect(findSingleUsageMetricName([...rows, factsOf('four', null, { ...disk(1, 2), ...mail })])).toBe(null)
    expect(findSingleUsageMetricName([factsOf('two', null)])).toBe(null)
  })

  test('contains the numbers with a limit, the one nearest to its limit first', () => {
    const usage = { ...disk(10, 100), mail: { used: 9, limit: 10 }, domains: 3 }
    expect(factsOf('one', null, usage).usage).toEqual([
      { name: 'mail used', used: 9, limit: 10, share: 0.9 },
      { name: 'disk used_mb', used: 10, limit: 100, share: 0.1 },
    ])
  })

  test('has no versions in a form that is not known, and distinguishes them from none', () => {
    expect(factsOf('one', { php_versions: [{ a: { b: 1 } }] }).php).toBeNull()
    expect(factsOf('two', { php_versions: [] }).php).toEqual([])
  })

  test('is as old as the older reading, and has no age while one of both was never read', () => {
    expect(findOlderInfoOrUsageReadAt(factsOf('one', {}, {}, [5, 3]))).toBe(3)
    expect(findOlderInfoOrUsageReadAt(factsOf('two', {}, null, [5, null]))).toBeNull()
  })
})

describe('The filter', () => {
  const facts = factsOf('web1.example', {
    ip_address: '192.0.2.7',
    php_versions: ['8.3', '8.2'],
    db_versions: ['MariaDB 10.5'],
  })
  const filter = (fields: Partial<ServerVersionsFilter>) =>
    matchesServerVersionsFilter(facts, { text: '', php: null, database: null, ...fields })

  test('finds the servers with exactly a version', () => {
    expect([filter({ php: '8.3' }), filter({ php: '8' }), filter({ database: 'MariaDB 10.5' })]).toEqual([
      true,
      false,
      true,
    ])
    expect(filter({ php: '8.3', database: 'MySQL 5.7' })).toBe(false)
  })

  test('finds each word of a text in the name, account, address or versions', () => {
    expect(['WEB1 mariadb', 'alpha 192.0.2.7', 'web1 8.1'].map((text) => filter({ text }))).toEqual([true, true, false])
  })

  test('offers each version once, the highest first', () => {
    expect(listVersionsInUse([facts, factsOf('two', { php_versions: ['8.10', '8.3'] })], 'php')).toEqual([
      '8.10',
      '8.3',
      '8.2',
    ])
  })
})

test('Servers are sorted by a column, those without a value last, and equal ones by name', () => {
  const all = [
    factsOf('b', null, disk(90, 100), [9, 9], 'Beta'),
    factsOf('d', null, null, [null, null], 'Alpha'),
    factsOf('a', null, disk(10, 100), [3, 8], 'Alpha'),
    factsOf('c', null, disk(95, 1000), [3, 7], 'Beta'),
  ]
  const names = (key: ServerVersionsSortKey, isDescending = false) =>
    sortServerVersionsRows(all, key, isDescending)
      .map(({ name }) => name)
      .join('')
  expect(names('name')).toBe('abcd')
  expect(names('name', true)).toBe('dcba')
  expect(names('account')).toBe('adbc')
  expect(names('account', true)).toBe('bcad')
  expect(names('usage', true)).toBe('bacd')
  expect(names('oldestRead')).toBe('acbd')
})

test('Selected servers that are not worked on are counted by the reason: another account, the setup, or gone from the list', () => {
  const listed = ['one', 'new'].map((name) => ({ accountId: 'a', name, isSettingUp: name === 'new' }))
  const selected = [
    ...['one', 'new', 'gone'].map((name) => ({ accountId: 'a', name })),
    ...['two', 'three'].map((name) => ({ accountId: 'b', name })),
  ]
  const counts = (accountIds: string[] | null, present = ['a', 'b']) =>
    countSelectedServersLeftOut(selected, listed, accountIds, (id) => present.includes(id))
  expect(counts(['a'])).toEqual({ ofOtherAccounts: 2, settingUp: 1, gone: 1 })
  expect(counts(null)).toEqual({ ofOtherAccounts: 0, settingUp: 1, gone: 3 })
  // Account b was removed or merged after its servers were selected.
  expect(counts(['a'], ['a'])).toEqual({ ofOtherAccounts: 0, settingUp: 1, gone: 1 })
  expect(counts(null, ['a'])).toEqual({ ofOtherAccounts: 0, settingUp: 1, gone: 1 })
})
