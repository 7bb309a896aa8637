import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { useOrderCountsRunsAndJournal } from '#renderer/stores/order-counts-runs-and-journal.ts'

const run = (id: string, isDismissed: boolean) => ({ id, isDismissed, waitsForYou: 2 }) as OrderRun

test('The badge of Orders counts the orders of each run that wait for the user, until the run is dismissed', () => {
  setActivePinia(createPinia())
  const orders = useOrderCountsRunsAndJournal()
  orders.runs = [run('shown', false), run('dismissed', true)]
  expect(orders.waitsForYou).toBe(2)
})
