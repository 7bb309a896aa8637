import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ConfirmedPurchase } from './useQuoteAndPayment.ts'

/**
 * The newest purchase that was made in the order list, where orders are placed again. The pages of renewals and
 * acquisitions follow it. They would otherwise go on to show the outcome of the earlier orders.
 */
export const useOrdersPlacedAgain = defineStore('orders-placed-again', () => {
  const newest = shallowRef<ConfirmedPurchase | null>(null)
  return { newest }
})
