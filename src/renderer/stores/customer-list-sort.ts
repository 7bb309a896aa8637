import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** The sort order of the list of customers. The store keeps it when the user leaves the list. */
export const useCustomerListSort = defineStore('customer-list-sort', () => ({
  sort: shallowRef<'name' | 'domains' | 'servers' | 'nextExpiry'>('name'),
  isDescending: ref(false),
}))
