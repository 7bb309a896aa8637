import { computed, shallowRef } from 'vue'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import type { BulkChangeKind } from './domain-change-kinds.ts'

/** The form of a change of the selected domains. `selected`: the rows as they are now. */
export function useBulkChange(selected: () => readonly DomainRow[]) {
  const kind = shallowRef<BulkChangeKind | null>(null)
  const serviceNameservers = shallowRef<readonly string[]>([])
  const domains = computed(() => selected().map(({ accountId, name }) => ({ accountId, name })))

  /** The service's name servers are the same for all domains, so one domain is asked. */
  async function loadServiceNameservers(): Promise<void> {
    const [first] = domains.value
    if (!first) return
    const domain = await mainCommands.inventory.domain(first).catch(() => null)
    if (domain) serviceNameservers.value = domain.serviceNameservers
  }

  function open(chosen: BulkChangeKind): void {
    kind.value = chosen
    if (chosen === 'nameservers') void loadServiceNameservers()
  }

  function close(): void {
    kind.value = null
  }

  return { kind, domains, serviceNameservers, open, close }
}
