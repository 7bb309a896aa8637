import { expect, test } from 'vitest'
import { formatOrderPlanAndPeriod } from '#renderer/features/orders/format-order-target-plan-and-kind.ts'

test('A server order shows the name of its plan, and the ID where no name is known', () => {
  const t = (_: string, values: Record<string, unknown>) => `${String(values['plan'])} · ${String(values['n'])}`
  const item = { kind: 'order', accountId: 'a', planId: 'standard', months: 12, serverId: 'web01', autoRenew: true }
  const says = (planNameOf: (accountId: string, planId: string) => string) =>
    formatOrderPlanAndPeriod(item as Parameters<typeof formatOrderPlanAndPeriod>[0], t, planNameOf)
  expect(says(() => 'Standard')).toBe('Standard · 12')
  expect(says((_, planId) => planId)).toBe('standard · 12')
})
