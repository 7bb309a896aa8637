import { computed, ref, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { getCustomerComparisonKey, isValidCustomerName, normalizeCustomer } from '#shared/customer-name-rules.ts'
import type { CustomerSummary } from '#shared/ipc/customers.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * The form that renames a customer. If another customer has the new name, the form first shows the counts of that
 * customer and then merges both.
 */
export function useRenameCustomer(customer: () => Pick<CustomerSummary, 'name'>) {
  const text = ref(customer().name)
  const newName = computed(() => normalizeCustomer(text.value))
  /** The other customer that has the typed name, once the user asked for it. */
  const existing = shallowRef<CustomerSummary | null>(null)
  const isBusy = shallowRef(false)
  const error = shallowRef<AppError | null>(null)

  const isTooLong = computed(() => !isValidCustomerName(newName.value))
  const maySend = computed(() => newName.value !== '' && newName.value !== customer().name && !isTooLong.value)

  watch(newName, () => {
    existing.value = null
    error.value = null
  })

  async function findExisting(name: string): Promise<CustomerSummary | null> {
    if (getCustomerComparisonKey(name) === getCustomerComparisonKey(customer().name)) return null
    try {
      return await mainCommands.customers.summary({ name })
    } catch (thrown) {
      if (toAppError(thrown).kind === 'not_found') return null
      throw thrown
    }
  }

  /** Returns the renaming; null if it failed, or if the user has to confirm that both customers become one. */
  async function rename(): Promise<{ renameId: number; name: string } | null> {
    if (!maySend.value || isBusy.value) return null
    const wanted = newName.value
    isBusy.value = true
    error.value = null
    try {
      const mayMerge = existing.value !== null
      if (!mayMerge) {
        const found = await findExisting(wanted)
        if (found !== null) {
          if (wanted === newName.value) existing.value = found
          return null
        }
      }
      return await mainCommands.customers.rename({ name: customer().name, newName: wanted, mayMerge })
    } catch (thrown) {
      error.value = toAppError(thrown)
      return null
    } finally {
      isBusy.value = false
    }
  }

  return { text, existing, isBusy, error, isTooLong, maySend, rename }
}
