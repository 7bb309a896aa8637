import { shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import { app } from '../../../client.ts'
import { asAppError } from '../../../composables/useRemote.ts'

export type Paid = CommandOutput<'orders.confirm'>

/** The person's decision. Sent once: a second press while the first is on its way does nothing. */
export function usePay() {
  const isPaying = shallowRef(false)
  const error = shallowRef<AppError | null>(null)

  async function pay(quoteId: string, rowIds: string[], totalYen: number): Promise<Paid | null> {
    if (isPaying.value) return null
    isPaying.value = true
    error.value = null
    try {
      return await app.orders.confirm({ quoteId, rowIds, totalYen, agreesToTerms: true })
    } catch (thrown) {
      error.value = asAppError(thrown)
      return null
    } finally {
      isPaying.value = false
    }
  }

  return { isPaying, error, pay }
}
