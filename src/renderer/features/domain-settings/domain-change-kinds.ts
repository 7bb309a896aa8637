import type { PlanSource } from '#shared/ipc/domain-change-plans.ts'
import type { Domain } from '#shared/ipc/inventory.ts'

/** The settings of a domain that the domain page changes. */
export const settingKinds = ['nameservers', 'whois', 'lock'] as const
export type SettingKind = (typeof settingKinds)[number]

/** The changes that the domain list offers for the selected domains. */
export const bulkChangeKinds = [
  'nameservers',
  'lock',
  'privacy',
  'contacts',
  'replace_value',
  'set_ttl',
  'add_record',
  'remove_record',
] as const
export type BulkChangeKind = (typeof bulkChangeKinds)[number]

/** What else the domain list offers for the zones of the selected domains. Each tool has a separate drawer. */
export const bulkZoneTools = ['template', 'import'] as const
export type BulkZoneTool = (typeof bulkZoneTools)[number]
/** The tools for the selected domains, that of the user's own tags included. */
export type BulkTool = BulkZoneTool | 'tags'

export type DomainChangeKind = SettingKind | BulkChangeKind

/** What a form of `DomainChangeDrawer` gets. `domain`: the domain to change; null for a selection of domains. */
export interface DomainChangeFormProps {
  domain: Domain | null
  /** The service's name servers; empty when not known. */
  serviceNameservers: readonly string[]
  isDisabled: boolean
}

/** What a form of `DomainChangeDrawer` offers. */
export interface DomainChangeForm {
  /** The source of the plan. Null while the form has errors or no value; the form then shows why. */
  readSource(): PlanSource | null
  /** Whether the values differ from what is stored of the domain, or from an empty form for several domains. Reactive. */
  isChanged(): boolean
}
