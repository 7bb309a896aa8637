import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { doesOrderRunWaitForUserToContinue } from '#shared/attention/list-attention-items.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { OrderJournalHealth } from '#shared/ipc/order-journal-health.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'

type Counts = CommandOutput<'orders.counts'>

/**
 * Pause between two loads, in milliseconds: main sends one event per changed order, so a large run causes many events
 * per second.
 */
const pauseMs = 300

/** Returns the number of orders with the status `needs_you`. */
export function countOrdersNeedingDecision(counts: Counts | null): number {
  return counts?.byStatus.find(({ status }) => status === 'needs_you')?.count ?? 0
}

/** Order state for the whole window: orders that wait for the user, runs, and the state of the order journal. */
export const useOrderCountsRunsAndJournal = defineStore('orders', () => {
  const counts = shallowRef<Counts | null>(null)
  const runs = shallowRef<OrderRun[]>([])
  const journal = shallowRef<OrderJournalHealth | null>(null)
  const needsYou = computed(() => countOrdersNeedingDecision(counts.value))
  /** Runs with orders that are on hold or were declined. These orders continue only after an action of the user. */
  const stopped = computed(() => runs.value.filter(doesOrderRunWaitForUserToContinue))
  /** Number of orders that wait for the user, for any reason; the same orders as of the filter `waitsFor: 'user'`. */
  const waitsForYou = computed(() => runs.value.reduce((sum, run) => sum + (run.isDismissed ? 0 : run.waitsForYou), 0))

  async function count(): Promise<void> {
    counts.value = await mainCommands.orders.counts({ accountIds: null })
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
      onMainEvent('orders.changed', countLater)
      onMainEvent('orders.runs', (changed) => {
        runs.value = changed
      })
      onMainEvent('orders.journal', (changed) => {
        journal.value = changed
      })
    }
    isListening = true
    // A failed request must not stop the others: the window has to report a journal that cannot be written.
    await Promise.allSettled([
      count(),
      mainCommands.orders.runs(null).then((all) => {
        runs.value = all
      }),
      mainCommands.orders.journal(null).then((state) => {
        journal.value = state
      }),
    ])
  }

  return { counts, runs, journal, needsYou, stopped, waitsForYou, listen }
})
