import { expect, test } from 'vitest'
import { createQuotaAttentionItems } from '#shared/attention/create-api-quota-attention-items.ts'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'

function usage(accountId: string, usedDay: number, limitClass: QuotaUsage['limitClass'] = 'domain'): QuotaUsage {
  return {
    accountId,
    limitClass,
    perMinute: 60,
    perDay: 10_000,
    concurrent: 5,
    learnt: [],
    usedMinute: 60,
    usedMinuteElsewhere: 0,
    usedDay,
    inFlight: 0,
    waiting: { interactive: 0, paid: 0, job: 0, background: 0 },
    nextFreeAt: null,
    nextFreeAfter: null,
    isWaitUnexplained: false,
    waitsForAnswer: false,
    heldUntil: null,
    repeatAt: null,
  }
}

test('The selected accounts that used 80 % of their calls of 24 hours share one item, and the item of a single account states its numbers', () => {
  const usages = [usage('a', 7_999), usage('b', 8_000), usage('c', 9_500), usage('a', 9_999, 'account')]
  const items = (...selected: string[]) => createQuotaAttentionItems(usages, (id) => selected.includes(id))
  expect(items('a')).toEqual([])
  expect(items('a', 'b')).toEqual([
    { kind: 'quota_nearly_used', accountIds: ['b'], usage: { used: 8_000, all: 10_000 } },
  ])
  expect(items('a', 'b', 'c')).toEqual([{ kind: 'quota_nearly_used', accountIds: ['b', 'c'], usage: null }])
})
