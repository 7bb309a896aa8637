import { defineStore } from 'pinia'
import { maxQuoteItems } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { getResourceKey } from '#shared/get-resource-key.ts'
import { createRowSelection } from './create-row-selection.ts'

/** The maximum number of domains in one quote. */
export const maxSelectedDomains = maxQuoteItems

/**
 * The selected domains. The store keeps them when the user leaves the list. Domains that were renewed since their
 * selection are deselected, so that the user does not pay for them again.
 */
export const useDomainSelection = defineStore('domain-selection', () => {
  const selection = createRowSelection<DomainRow>({ maxSelected: maxSelectedDomains, mustDeselect: isRenewedSince })
  /** Keys of the domains of plans for several domains, by the plan's id. */
  const planned = new Map<string, readonly string[]>()

  /** Records the domains of a plan for several domains, which `deselectPlanned` deselects. */
  function recordPlannedDomains(planId: string, domains: readonly Pick<DomainRow, 'accountId' | 'name'>[]): void {
    if (domains.length > 1) planned.set(planId, domains.map(getResourceKey))
  }

  /** The plan runs as a job. Its domains are deselected, so that the next action is not applied to them by mistake. */
  function deselectPlanned(planId: string): void {
    const keys = new Set(planned.get(planId))
    planned.delete(planId)
    selection.setSelected(
      selection.rows.value.filter((row) => keys.has(getResourceKey(row))),
      false,
    )
  }

  return { ...selection, recordPlannedDomains, deselectPlanned }
})

function isRenewedSince(before: DomainRow, after: DomainRow): boolean {
  return before.expiryDate !== null && after.expiryDate !== null && after.expiryDate > before.expiryDate
}
