import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { pickRecordFields } from '#shared/dns/records/dns-record.ts'
import { normalizeHostName } from '#shared/host-name.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'

/** Returns a text that is equal for changes that do the same from the same state. */
export function buildDomainChangeIdentity(change: DomainChange): string {
  switch (change.kind) {
    case 'nameservers':
      return JSON.stringify([
        change.kind,
        ...[change.before, change.after].map((names) => names.map(normalizeHostName).sort()),
      ])
    case 'lock':
      return JSON.stringify([change.kind, change.before, change.after])
    case 'whois': {
      const { before, after } = change
      const inOrder = (fields: typeof before.fields | undefined) =>
        whoisFieldNames.map((name) => fields?.[name] ?? null)
      return JSON.stringify([
        change.kind,
        before.whois_privacy,
        inOrder(before.fields),
        after.whois_privacy ?? null,
        after.fields ? inOrder(after.fields) : null,
      ])
    }
    default: {
      const before = change.kind === 'add' ? null : { id: change.before.id, ...pickRecordFields(change.before) }
      return JSON.stringify([change.kind, before, change.kind === 'delete' ? null : pickRecordFields(change.after)])
    }
  }
}

/** Returns the changes that the others do not have, or have less often. */
export function subtractDomainChanges(
  changes: readonly DomainChange[],
  others: readonly DomainChange[],
): DomainChange[] {
  const counts = new Map<string, number>()
  for (const change of others)
    counts.set(buildDomainChangeIdentity(change), (counts.get(buildDomainChangeIdentity(change)) ?? 0) + 1)
  return changes.filter((change) => {
    const key = buildDomainChangeIdentity(change)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

export function isSubsetOfDomainChanges(changes: readonly DomainChange[], others: readonly DomainChange[]): boolean {
  return subtractDomainChanges(changes, others).length === 0
}
