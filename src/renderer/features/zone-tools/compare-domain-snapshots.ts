import { fillMissingWhoisFields } from '#renderer/features/domain-settings/whois-form-input.ts'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { normalizeRelativeHost } from '#shared/dns/records/dns-record.ts'
import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import { planZone } from '#shared/dns/plan/plan-zone.ts'
import type { DomainChange, WhoisFieldsAndPrivacy } from '#shared/ipc/domain-change-schemas.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { domainSnapshotParts, type DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'

export type DomainSnapshotPart = (typeof domainSnapshotParts)[number]

/** The parts of a domain at one time. A part that is not known is null. */
export type DomainSnapshotContent = Pick<DomainSnapshot, DomainSnapshotPart>

export interface DomainSnapshotComparison {
  /** Settings first, then records by host. */
  changes: DomainChange[]
  /** The parts that both states contain. */
  compared: DomainSnapshotPart[]
  /** The parts that only one of the states contains. */
  notCompared: DomainSnapshotPart[]
}

/** Returns the parts of a domain as last read. */
export function toDomainSnapshotContent({ zone, nameservers, whois, lock }: Domain): DomainSnapshotContent {
  return {
    records: zone.data,
    nameservers: nameservers.data?.nameservers ?? null,
    whois: whois.data && { whois_privacy: whois.data.whois_privacy, fields: fillMissingWhoisFields(whois.data.fields) },
    lock: lock.data?.locked ?? null,
  }
}

/** Returns when the oldest of the parts was read; null if none of them was. */
export function findOldestDomainPartReadAt(domain: Domain, parts: readonly DomainSnapshotPart[]): number | null {
  const times = parts.flatMap((part) => domain[part === 'records' ? 'zone' : part].readAt ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

/** Lists the changes that turn the first state of a domain into the second. */
export function compareDomainSnapshots(
  domain: string,
  before: DomainSnapshotContent,
  after: DomainSnapshotContent,
): DomainSnapshotComparison {
  const compared = domainSnapshotParts.filter((part) => before[part] !== null && after[part] !== null)
  return {
    changes: [
      ...compareNameservers(before.nameservers, after.nameservers),
      ...compareLock(before.lock, after.lock),
      ...compareWhois(before.whois, after.whois),
      ...compareRecords(domain, before.records, after.records),
    ],
    compared,
    notCompared: domainSnapshotParts.filter((part) => (before[part] === null) !== (after[part] === null)),
  }
}

function compareRecords(
  domain: string,
  before: DomainSnapshotContent['records'],
  after: DomainSnapshotContent['records'],
): DomainChange[] {
  if (before === null || after === null) return []
  // The order of sending does not help to read a comparison. The types of stored records are those that the service
  // has.
  const changes = planZone(before, after, { domain }) as Extract<DomainChange, { kind: 'add' | 'change' | 'delete' }>[]
  return changes
    .map((change) => {
      const { host, type } = change.kind === 'add' ? change.after : change.before
      return { change, key: `${normalizeRelativeHost(host)} ${type}` }
    })
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ change }) => change)
}

function compareNameservers(
  before: DomainSnapshotContent['nameservers'],
  after: DomainSnapshotContent['nameservers'],
): DomainChange[] {
  if (before === null || after === null || hasSameNameservers(before, after)) return []
  return [{ kind: 'nameservers', before, after }]
}

function compareLock(before: DomainSnapshotContent['lock'], after: DomainSnapshotContent['lock']): DomainChange[] {
  return before === null || after === null || before === after ? [] : [{ kind: 'lock', before, after }]
}

function compareWhois(before: WhoisFieldsAndPrivacy | null, after: WhoisFieldsAndPrivacy | null): DomainChange[] {
  if (before === null || after === null) return []
  const hasOtherFields = whoisFieldNames.some((field) => (before.fields[field] ?? '') !== (after.fields[field] ?? ''))
  const hasOtherPrivacy = before.whois_privacy !== after.whois_privacy
  if (!hasOtherFields && !hasOtherPrivacy) return []
  return [
    {
      kind: 'whois',
      before,
      after: {
        ...(hasOtherPrivacy && { whois_privacy: after.whois_privacy }),
        ...(hasOtherFields && { fields: Object.fromEntries(whoisFieldNames.map((f) => [f, after.fields[f] ?? ''])) }),
      },
    },
  ]
}
