import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { useOrdersSummary } from '#renderer/stores/orders-summary.ts'

const run = (id: string, isDismissed: boolean) => ({ id, isDismissed, waitsForYou: 2 }) as OrderRun

test('The badge of Orders counts the orders of each run that wait for the user, until the run is dismissed', () => {
  setActivePinia(createPinia())
  const orders = useOrdersSummary()
  orders.runs = [run('shown', false), run('dismissed', true)]
  expect(orders.waitsForYou).toBe(2)
})
