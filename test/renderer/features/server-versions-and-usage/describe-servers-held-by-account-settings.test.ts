import { beforeEach, expect, test } from 'vitest'
import { describeServersHeldByAccountSettings } from '#renderer/features/server-versions-and-usage/describe-servers-held-by-account-settings.ts'
import { i18n } from '#renderer/text/i18n.ts'

const free = { isPaused: false, isReadOnly: false }
const paused = { isPaused: true, isReadOnly: true }
const readOnly = { isPaused: false, isReadOnly: true }

beforeEach(() => (i18n.global.locale.value = 'en'))

test('The estimate of jobs for several servers says how many of them wait for a setting of their account', () => {
  const describe = (...servers: Parameters<typeof describeServersHeldByAccountSettings>[0]) =>
    describeServersHeldByAccountSettings(servers, true, 'en', i18n.global.t)
  expect(describe(free, null)).toEqual([])
  expect(describe(free, paused, paused, readOnly)).toEqual([
    expect.stringMatching(/^2 of these servers are in paused accounts and wait/),
    expect.stringMatching(/^1 of these servers is in a read-only account: clearing its caches waits/),
  ])
})

test('No server is said to wait for its caches to be cleared where no job can clear them', () => {
  const describe = (...servers: Parameters<typeof describeServersHeldByAccountSettings>[0]) =>
    describeServersHeldByAccountSettings(servers, false, 'en', i18n.global.t)
  expect(describe(readOnly)).toEqual([])
  expect(describe(paused, readOnly)).toEqual([expect.stringMatching(/^1 of these servers is in a paused account/)])
})
