import { expect, test } from 'vitest'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { createOrdersNeedingDecisionAttentionItems } from '#shared/attention/create-order-attention-items.ts'

test('The item for orders to decide names the selected accounts of these orders', () => {
  const account = (accountId: string, needsYou: number) => ({ accountId, needsYou }) as OrderRun['accounts'][number]
  const runs = [
    { accounts: [account('a', 1), account('b', 0)] },
    { accounts: [account('a', 2), account('c', 1)] },
  ] as OrderRun[]
  expect(createOrdersNeedingDecisionAttentionItems(3, runs, (id) => id !== 'c')).toEqual([
    { kind: 'orders_need_you', count: 3, accountIds: ['a'] },
  ])
  expect(createOrdersNeedingDecisionAttentionItems(0, [], () => true)).toEqual([])
})
