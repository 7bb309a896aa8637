import { computed, nextTick, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { CustomerResource, CustomerSummary } from '#shared/ipc/customers.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

export const maxPrintedItems = 2000
const itemsPerPage = 500

/** The sheet that is being printed. */
export interface CustomerPrint {
  summary: CustomerSummary
  items: readonly CustomerResource[]
  printedAt: number
}

/**
 * Reads all domains and servers of a customer, shows them as `sheet`, and opens the print dialog of the system.
 * `error`: only while `shownName` is the customer of that error.
 */
export function usePrintCustomer(shownName: () => string) {
  const sheet = shallowRef<CustomerPrint | null>(null)
  const isPreparing = shallowRef(false)
  const newest = shallowRef<{ name: string; error: AppError } | null>(null)
  const error = computed(() => (newest.value?.name === shownName() ? newest.value.error : null))

  async function print(name: string): Promise<void> {
    if (isPreparing.value) return
    isPreparing.value = true
    newest.value = null
    try {
      // The sum is read again, so that the printed sum and the printed rows are from the same time.
      const summary = await mainCommands.customers.summary({ name })
      const items: CustomerResource[] = []
      for (let total = 1; items.length < total && items.length < maxPrintedItems;) {
        const page = await mainCommands.customers.items({ name, offset: items.length, limit: itemsPerPage })
        items.push(...page.rows)
        total = page.rows.length === 0 ? 0 : page.total
      }
      sheet.value = { summary, items, printedAt: Date.now() }
      await nextTick()
      window.print()
    } catch (thrown) {
      newest.value = { name, error: toAppError(thrown) }
    }
    sheet.value = null
    isPreparing.value = false
  }

  return { sheet, isPreparing, error, print }
}
