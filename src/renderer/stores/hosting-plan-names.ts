import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'

/** The names of server plans as the service gave them. Loaded at the first use, and again after lists were stored. */
export const useHostingPlanNames = defineStore('plan-names', () => {
  const names = shallowRef<ReadonlyMap<string, string>>(new Map())

  async function load(): Promise<void> {
    const all = await mainCommands.orders.planNames(null)
    names.value = new Map(all.map(({ accountId, planId, name }) => [`${accountId} ${planId}`, name]))
  }

  /** Without a name, an order shows the ID of its plan. */
  const loadIfPossible = () => void load().catch(() => undefined)
  onMainEvent('inventory.changed', loadIfPossible)
  loadIfPossible()

  return {
    /** The plan's ID where the name is not known. */
    nameOf: (accountId: string, planId: string) => names.value.get(`${accountId} ${planId}`) ?? planId,
  }
})
