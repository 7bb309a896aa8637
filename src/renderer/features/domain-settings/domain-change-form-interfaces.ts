import type { PlanSource } from '#shared/ipc/domain-change-plans.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

/** What a form of `DomainChangeDrawer` gets. `domain`: the domain to change; null for a selection of domains. */
export interface DomainChangeFormProps {
  domain: Domain | null
  /** The service's name servers; empty when not known. */
  serviceNameservers: readonly string[]
  /** True if the selected domains are of several services, whose name servers differ. */
  isOfSeveralServices?: boolean
  isDisabled: boolean
}

/** What a form of `DomainChangeDrawer` offers. */
export interface DomainChangeFormHandle {
  /** The source of the plan. Null while the form has errors or no value; the form then shows why. */
  readSource(): PlanSource | null
  /**
   * True if the values differ from those that the form was opened with. Reactive.
   */
  isChanged(): boolean
}
