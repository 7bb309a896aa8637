import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import type { PlanFileLineFinding } from '#shared/ipc/domain-change-plans.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { pickWhoisFieldsInOrder } from './plan-domain-setting-changes.ts'
import type { FileLineOfSetting } from './requested-domain-edit.ts'

/**
 * Finds each line that sets a setting to the value that the domain has already. The finding states when the value was
 * read; it may have changed since.
 */
export function findCsvLinesOfSettingsAlreadySet(
  domain: Pick<Domain, 'nameservers' | 'lock' | 'whois'>,
  lines: readonly FileLineOfSetting[],
): PlanFileLineFinding[] {
  return lines.flatMap(({ line, text, change }) => {
    const { isSet, readAt } = compareWithDomain(domain, change)
    if (!isSet || readAt === null) return []
    return [{ line, text, code: 'csvAlreadySet' as const, severity: 'warning' as const, values: { readAt } }]
  })
}

function compareWithDomain(
  { nameservers, lock, whois }: Pick<Domain, 'nameservers' | 'lock' | 'whois'>,
  change: FileLineOfSetting['change'],
): { isSet: boolean; readAt: number | null } {
  switch (change.kind) {
    case 'nameservers': {
      const isSet = nameservers.data !== null && hasSameNameservers(nameservers.data.nameservers, change.nameservers)
      return { isSet, readAt: nameservers.readAt }
    }
    case 'lock':
      return { isSet: lock.data?.locked === change.isOn, readAt: lock.readAt }
    case 'whois_privacy':
      return { isSet: whois.data?.whois_privacy === change.isOn, readAt: whois.readAt }
    case 'whois_field': {
      const isSet = pickWhoisFieldsInOrder(whois.data?.fields)[change.field] === change.value
      return { isSet, readAt: whois.readAt }
    }
  }
}
