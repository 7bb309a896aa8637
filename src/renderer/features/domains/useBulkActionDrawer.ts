import { computed, shallowRef } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import type { DomainToPlan } from '#renderer/features/change-plans/useCreateAndOpenPlan.ts'
import type {
  BulkDomainChangeKind,
  BulkDomainToolName,
} from '#renderer/features/domain-settings/domain-change-kinds-and-bulk-tools.ts'

type BulkAction = { change: BulkDomainChangeKind } | { tool: BulkDomainToolName }

/**
 * The drawer for the selected domains: the form of a change, or a tool for their zones or tags. `selected`: the domains
 * that are selected now. The open drawer keeps the domains with which it was opened, also while it compares them.
 */
export function useBulkActionDrawer(selected: () => readonly DomainToPlan[]) {
  const accounts = useAccounts()
  const action = shallowRef<BulkAction | null>(null)
  const domains = shallowRef<readonly DomainToPlan[]>([])
  const serviceNameservers = shallowRef<readonly string[]>([])
  const isOfSeveralServices = computed(
    () => new Set(domains.value.map(({ accountId }) => accounts.byId(accountId)?.baseUrl)).size > 1,
  )

  /** The name servers of a service are the same for all of its domains, so one domain is asked. */
  async function loadServiceNameservers(): Promise<void> {
    const asked = domains.value
    const [first] = asked
    if (!first || isOfSeveralServices.value) return
    const domain = await mainCommands.inventory.domain(first).catch(() => null)
    if (domain && domains.value === asked) serviceNameservers.value = domain.serviceNameservers
  }

  const hasNameserverForm = () =>
    action.value !== null && 'change' in action.value && action.value.change === 'nameservers'

  function open(chosen: BulkAction): void {
    domains.value = selected().map(({ accountId, name }) => ({ accountId, name }))
    action.value = chosen
    serviceNameservers.value = []
    if (hasNameserverForm()) void loadServiceNameservers()
  }

  function close(): void {
    action.value = null
  }

  // The server information that names them may be read while the form is open.
  useIpcEvent('inventory.changed', () => {
    if (hasNameserverForm() && serviceNameservers.value.length === 0) void loadServiceNameservers()
  })

  return { action, domains, serviceNameservers, isOfSeveralServices, open, close }
}
