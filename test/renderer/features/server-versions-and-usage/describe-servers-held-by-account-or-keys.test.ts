import { beforeEach, expect, test } from 'vitest'
import { describeServersHeldByAccountOrKeys } from '#renderer/features/server-versions-and-usage/describe-servers-held-by-account-or-keys.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { i18n } from '#renderer/text/i18n.ts'

const keys = [{ state: 'untested', me: null }] as unknown as Account['keys']
const free = { isPaused: false, isReadOnly: false, keys }
const paused = { isPaused: true, isReadOnly: true, keys: [] }
const readOnly = { isPaused: false, isReadOnly: true, keys }

const describe = (
  accounts: readonly Parameters<typeof describeServersHeldByAccountOrKeys>[0][number]['account'][],
  mayClear = true,
) => {
  const servers = accounts.map((account) => ({ name: 'web01.simulator.example', account }))
  return describeServersHeldByAccountOrKeys(servers, mayClear, 'en', i18n.global.t)
}

beforeEach(() => (i18n.global.locale.value = 'en'))

test('The estimate of jobs for several servers says how many of them wait for a setting of their account', () => {
  expect(describe([free, null])).toEqual([])
  expect(describe([free, paused, paused, readOnly])).toEqual([
    expect.stringMatching(/^2 of these servers are in paused accounts and wait/),
    expect.stringMatching(/^1 of these servers is in a read-only account: clearing its caches waits/),
  ])
})

test('No server is said to wait for its caches to be cleared where no job can clear them', () => {
  expect(describe([readOnly], false)).toEqual([])
  expect(describe([paused, readOnly], false)).toEqual([
    expect.stringMatching(/^1 of these servers is in a paused account/),
  ])
})

test('The question before caches are cleared says for how many servers no usable key may clear them', () => {
  const withKey = (key: object) => ({ ...free, keys: [key] as unknown as Account['keys'] })
  const readingOnly = { state: 'working', me: { expires_at: null, services: { server: { permission_type: 'read' } } } }
  const forOtherServer = {
    state: 'working',
    me: { expires_at: null, services: { server: { target_mode: 'selected', targets: ['web02.simulator.example'] } } },
  }
  const held = [withKey(readingOnly), withKey(forOtherServer), withKey({ state: 'expired', me: null })]
  expect(describe([free, ...held, { ...free, keys: [] }])).toEqual([
    'No usable key has the permission to clear the caches of 4 of these servers. They are not cleared without such a key.',
  ])
  expect(describe(held, false)).toEqual([])
})
