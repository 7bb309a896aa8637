import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import type { JournalState } from '#shared/ipc/order-journal.ts'
import type { OrderRun } from '#shared/ipc/order-runs.ts'
import { app, onEvent } from '#renderer/ipc-client.ts'

type Counts = CommandOutput<'orders.counts'>

/** Changes come once per intent; of a large run many a second. */
const pauseMs = 300

/** How many orders need a decision. */
export function countNeedingDecision(counts: Counts | null): number {
  return counts?.byStatus.find(({ status }) => status === 'needs_you')?.count ?? 0
}

/** What of the orders concerns the whole window: what waits for the person, what is on its way, and whether the journal is whole. */
export const useOrders = defineStore('orders', () => {
  const counts = shallowRef<Counts | null>(null)
  const runs = shallowRef<OrderRun[]>([])
  const journal = shallowRef<JournalState | null>(null)
  const needsYou = computed(() => countNeedingDecision(counts.value))
  /** Runs with orders on hold, or declined for want of balance: nothing goes on with these unless the person acts. */
  const stopped = computed(() => runs.value.filter((run) => run.waitsForYou > run.byStatus.needs_you && !run.isDismissed))
  /** Orders that wait for the person, for whatever reason. */
  const waitsForYou = computed(() => stopped.value.reduce((sum, run) => sum + run.waitsForYou - run.byStatus.needs_you, needsYou.value))

  async function count(): Promise<void> {
    counts.value = await app.orders.counts({ accountIds: null })
  }

  let pause: ReturnType<typeof setTimeout> | undefined
  function countLater(): void {
    pause ??= setTimeout(() => {
      pause = undefined
      count().catch(() => undefined)
    }, pauseMs)
  }

  let isListening = false
  async function listen(): Promise<void> {
    if (!isListening) {
      onEvent('orders.changed', countLater)
      onEvent('orders.runs', (changed) => {
        runs.value = changed
      })
      onEvent('orders.journal', (changed) => {
        journal.value = changed
      })
    }
    isListening = true
    // One that fails takes nothing from the others: a journal that cannot be written has to be told.
    await Promise.allSettled([
      count(),
      app.orders.runs(null).then((all) => {
        runs.value = all
      }),
      app.orders.journal(null).then((state) => {
        journal.value = state
      }),
    ])
  }

  return { counts, runs, journal, needsYou, stopped, waitsForYou, listen }
})
