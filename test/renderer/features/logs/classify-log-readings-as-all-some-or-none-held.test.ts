import { expect, test } from 'vitest'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { classifyLogReadingsAsAllSomeOrNoneHeld } from '#renderer/features/logs/classify-log-readings-as-all-some-or-none-held.ts'

const proxy = { url: 'http://proxy.example:3128' } as Account['proxy']
const accounts = [
  { id: 'direct', proxy: null },
  { id: 'proxied', proxy },
]
const keys = accounts.map(({ id: accountId }) => ({ accountId, isReading: true }))
const usage = (accountId: string, rest: Partial<QuotaUsage> = {}) =>
  ({ accountId, limitClass: 'account', heldUntil: 5, inFlight: 0, ...rest }) as const
const block = (proxyUrl: string | null): Pick<AppState, 'ipBlocks'> => ({
  ipBlocks: [{ proxyUrl, since: 1, until: null }],
})
const noBlock: Pick<AppState, 'ipBlocks'> = { ipBlocks: [] }

test('The reading of the logs is on hold when the calls of every account that is being read are held', () => {
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [], noBlock)).toBe('none')
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [usage('direct')], noBlock)).toBe('some')
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [usage('direct'), usage('proxied')], noBlock)).toBe(
    'all',
  )
  const [direct] = keys
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(direct ? [direct] : [], accounts, [usage('direct')], noBlock)).toBe(
    'all',
  )
})

test('The reading of the logs is on hold while the address that its calls come from may be blocked', () => {
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [], block(null))).toBe('some')
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [usage('direct')], block(proxy?.url ?? ''))).toBe('all')
})

test('A held call of another limit class, or beside a call in progress, does not hold the reading of the logs', () => {
  expect(
    classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [usage('direct', { limitClass: 'domain' })], noBlock),
  ).toBe('none')
  expect(classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts, [usage('direct', { inFlight: 1 })], noBlock)).toBe(
    'none',
  )
})
