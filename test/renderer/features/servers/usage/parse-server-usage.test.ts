import { expect, test } from 'vitest'
import { parseServerUsage } from '#renderer/features/servers/usage/parse-server-usage.ts'

test('A number has the limit that is beside it under the same name', () => {
  const { numbers, rest } = parseServerUsage({
    disk: { used_mb: 10, quota_mb: 500 },
    mail_used: '3',
    mailLimit: 20,
    files: { used: 7 },
  })
  expect(numbers.map(({ path, used, limit }) => [path.join('.'), used, limit])).toEqual([
    ['mail_used', 3, 20],
    ['disk.used_mb', 10, 500],
    ['files.used', 7, null],
  ])
  expect(rest).toEqual({})
})

const names = (numbers: readonly { path: string[] }[]) => numbers.map(({ path }) => path.join())

test('A limit that could belong to several numbers belongs to none and is shown as a number', () => {
  const { numbers } = parseServerUsage({ used: 1, usage: 2, limit: 5 })
  expect(numbers.map(({ used, limit }) => [used, limit])).toEqual([
    [1, null],
    [2, null],
    [5, null],
  ])
})

test('A limit of 0 is shown as a number, because it may mean that there is none', () => {
  expect(parseServerUsage({ used: 4, limit: 0 }).numbers.map(({ limit }) => limit)).toEqual([null, null])
})

test('What holds no numbers is left as received', () => {
  const usage = { counts: { domains: 2 }, state: 'normal', list: [1, 2], inner: { note: 'x', n: 1 } }
  const { numbers, rest } = parseServerUsage(usage)
  expect(names(numbers)).toEqual(['counts,domains', 'inner,n'])
  expect(rest).toEqual({ state: 'normal', list: [1, 2], inner: { note: 'x' } })
})
