import { defineStore } from 'pinia'
import { maxQuoteItems } from '#shared/ipc/quotes.ts'
import { computed, shallowRef } from 'vue'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { resourceKey } from '#shared/resource-key.ts'

/** The maximum number of domains in one quote. */
export const maxSelectedDomains = maxQuoteItems

/** The selected domains, independent of the list's filters. The store keeps them when the user leaves the list. */
export const useDomainSelection = defineStore('domain-selection', () => {
  /** Selected domains by key, in the order of selection. */
  const chosen = shallowRef<ReadonlyMap<string, DomainRow>>(new Map())
  /** Keys of the domains of plans for several domains, by the plan's id. */
  const planned = new Map<string, readonly string[]>()
  /** Keys of selected domains that the current filters hide. */
  const outside = shallowRef<ReadonlySet<string>>(new Set())

  const rows = computed(() => [...chosen.value.values()])
  const count = computed(() => chosen.value.size)
  const isFull = computed(() => count.value >= maxSelectedDomains)
  const listedCount = computed(() => count.value - outside.value.size)
  /** How many domains of the list may be selected. */
  const maxListedSelection = computed(() => maxSelectedDomains - outside.value.size)

  function has(row: DomainRow): boolean {
    return chosen.value.has(resourceKey(row))
  }

  /** Selects or deselects rows; rows beyond `maxSelectedDomains` are not selected. */
  function setSelected(changed: readonly DomainRow[], isOn: boolean): void {
    const next = new Map(chosen.value)
    const left = new Set(outside.value)
    for (const row of changed) {
      const key = resourceKey(row)
      if (!isOn) next.delete(key)
      else if (next.has(key) || next.size < maxSelectedDomains) next.set(key, row)
      left.delete(key)
    }
    chosen.value = next
    outside.value = left
  }

  function deselectListed(): void {
    setSelected(
      rows.value.filter((row) => !outside.value.has(resourceKey(row))),
      false,
    )
  }

  function clear(): void {
    chosen.value = new Map()
    outside.value = new Set()
  }

  /** Records the domains of a plan for several domains, which `deselectPlanned` deselects. */
  function recordPlannedDomains(planId: string, domains: readonly Pick<DomainRow, 'accountId' | 'name'>[]): void {
    if (domains.length > 1) planned.set(planId, domains.map(resourceKey))
  }

  /** The plan runs as a job. Its domains are deselected, so that the next action is not applied to them by mistake. */
  function deselectPlanned(planId: string): void {
    const keys = new Set(planned.get(planId))
    planned.delete(planId)
    setSelected(
      rows.value.filter((row) => keys.has(resourceKey(row))),
      false,
    )
  }

  /**
   * Updates the rows of `asked` with the stored rows in `found`. Domains that are gone or were renewed since are
   * deselected, so that the user does not pay for them again. Changes of the selection in the meantime are kept.
   */
  function update(asked: readonly DomainRow[], found: readonly { row: DomainRow; matchesFilter: boolean }[]): void {
    const now = new Map(found.map((each) => [resourceKey(each.row), each]))
    const next = new Map(chosen.value)
    const left = new Set(outside.value)
    for (const before of asked) {
      const key = resourceKey(before)
      const after = now.get(key)
      left.delete(key)
      if (!next.has(key)) continue
      if (after === undefined || isRenewedSince(before, after.row) || isGoneSince(before, after.row)) next.delete(key)
      else {
        next.set(key, after.row)
        if (!after.matchesFilter) left.add(key)
      }
    }
    chosen.value = next
    outside.value = left
  }

  return {
    rows,
    count,
    isFull,
    listedCount,
    maxListedSelection,
    has,
    setSelected,
    deselectListed,
    clear,
    recordPlannedDomains,
    deselectPlanned,
    update,
  }
})

function isRenewedSince(before: DomainRow, after: DomainRow): boolean {
  return before.expiryDate !== null && after.expiryDate !== null && after.expiryDate > before.expiryDate
}

function isGoneSince(before: DomainRow, after: DomainRow): boolean {
  return before.goneSince === null && after.goneSince !== null
}
