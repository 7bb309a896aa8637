import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findAccountWaitBeforeNextCall } from '#renderer/account-data/find-account-wait-before-next-call.ts'

const account = { id: 'a', proxy: null }
const usage = (limitClass: QuotaUsage['limitClass'], nextFreeAt: number | null, accountId = 'a') =>
  ({ accountId, limitClass, nextFreeAt, usedMinute: 1, perMinute: 60, heldUntil: null }) as QuotaUsage
const find = (usages: readonly QuotaUsage[], block?: number | null, isByUser = true) =>
  findAccountWaitBeforeNextCall(account, 'domain', {
    state: { ipBlocks: block === undefined ? [] : [{ proxyUrl: null, since: 0, until: block }] },
    usages,
    now: 10,
    isByUser,
  })

test('The wait before the next call is that of the account and the limit class, while it lasts', () => {
  expect(find([usage('domain', 50)])).toEqual({ until: 50 })
  expect(find([usage('domain', 10), usage('server', 50), usage('domain', 50, 'b')])).toBeNull()
})

test('A block of the source address is a wait too, and of two waits the one that ends last counts', () => {
  expect(find([], 40)).toEqual({ until: 40 })
  expect(find([usage('domain', 50)], 40)).toEqual({ until: 50 })
  expect(find([usage('domain', 50)], null)).toEqual({ until: null })
  expect(find([], 10)).toBeNull()
})

test('A hold after refused keys is a wait of jobs and syncs, not of calls that the user causes', () => {
  const held = { ...usage('domain', null), heldUntil: 50 }
  expect(find([held], undefined, false)).toEqual({ until: 50, mayEndEarlier: true })
  expect(find([held])).toBeNull()
})
