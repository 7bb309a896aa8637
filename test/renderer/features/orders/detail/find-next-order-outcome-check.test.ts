import { expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { findOrderCallWait } from '#renderer/features/orders/detail/find-order-call-wait.ts'
import { findNextOrderOutcomeCheck } from '#renderer/features/orders/detail/find-next-order-outcome-check.ts'

const item = { kind: 'renew', accountId: 'a' } as const
const waitingUsage = (usage: Partial<QuotaUsage>) =>
  ({ accountId: 'a', limitClass: 'domain', usedMinute: 0, perMinute: 60, heldUntil: null, ...usage }) as QuotaUsage

test('The next check of an order is shown as soon, and not as a past time, once its time has come', () => {
  const find = (nextLookAt: number | null) => findNextOrderOutcomeCheck({ nextLookAt }, null, 1000)
  expect(find(1001)).toEqual({ when: 'planned', at: 1001 })
  expect(find(1000)).toEqual({ when: 'soon' })
  expect(find(999)).toEqual({ when: 'soon' })
  expect(find(null)).toBeNull()
})

test('The next check of an order is not announced for a time before which its account makes no calls', () => {
  const find = (nextLookAt: number | null, usage: Partial<QuotaUsage>) =>
    findNextOrderOutcomeCheck({ nextLookAt }, findOrderCallWait(item, [waitingUsage(usage)], 1000), 1000)
  const notBefore = { when: 'not_before', at: hourMs }
  for (const nextLookAt of [999, 2000]) {
    expect(find(nextLookAt, { nextFreeAt: hourMs })).toEqual(notBefore)
    expect(find(nextLookAt, { nextFreeAt: null, heldUntil: hourMs })).toEqual(notBefore)
  }
  expect(find(2 * hourMs, { nextFreeAt: hourMs })).toEqual({ when: 'planned', at: 2 * hourMs })
  expect(find(null, { nextFreeAt: hourMs })).toBeNull()
  expect(find(999, { nextFreeAt: hourMs, limitClass: 'server' })).toEqual({ when: 'soon' })
  expect(find(999, { nextFreeAt: hourMs, accountId: 'b' })).toEqual({ when: 'soon' })
})
