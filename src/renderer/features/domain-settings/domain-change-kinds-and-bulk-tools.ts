/** The settings of a domain that the domain page changes. */
export const domainSettingKinds = ['nameservers', 'whois', 'lock'] as const
export type DomainSettingKind = (typeof domainSettingKinds)[number]

/** The changes that the domain list offers for the selected domains. */
export const bulkDomainChangeKinds = [
  'nameservers',
  'lock',
  'privacy',
  'contacts',
  'replace_value',
  'set_ttl',
  'add_record',
  'remove_record',
] as const
export type BulkDomainChangeKind = (typeof bulkDomainChangeKinds)[number]

/** What else the domain list offers for the zones of the selected domains. Each tool has a separate drawer. */
export const bulkZoneToolNames = ['template', 'import'] as const
export type BulkZoneToolName = (typeof bulkZoneToolNames)[number]
/** The tools for the selected domains: the zone tools and the tags. */
export type BulkDomainToolName = BulkZoneToolName | 'tags'

export type DomainChangeFormKind = DomainSettingKind | BulkDomainChangeKind
