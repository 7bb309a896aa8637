import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { useOrderCountsAndRuns } from '#renderer/stores/order-counts-and-runs.ts'

const run = (id: string, isDismissed: boolean) =>
  ({ id, isDismissed, waitsForYou: 0, byStatus: { needs_you: 0, needs_application: 2 } }) as OrderRun

test('The badge of Orders counts transfers that need a new application, until their run is dismissed', () => {
  setActivePinia(createPinia())
  const orders = useOrderCountsAndRuns()
  orders.runs = [run('shown', false), run('dismissed', true)]
  expect(orders.waitsForYou).toBe(2)
})
