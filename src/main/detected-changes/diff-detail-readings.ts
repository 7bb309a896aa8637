import {
  registrarLockEppStatus,
  type DomainDetail,
  type Nameservers,
  type RegistrarLock,
  type Whois,
} from '#shared/api/domain-schemas.ts'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import type { DetectedChangeValues } from '#shared/ipc/detected-changes.ts'
import { diffServerInformation } from './diff-server-information.ts'

type Diff<Detail> = (before: Detail, after: Detail) => DetectedChangeValues[]

/**
 * The functions by kind of detail. The status and expiry in `detail` are not compared here: they are compared with the
 * row of the domain.
 */
const diffs = {
  detail: (before: DomainDetail, after: DomainDetail) => [
    ...diffBoolean('auto_renew', before.auto_renew, after.auto_renew),
    ...diffEppStatuses(before.epp_statuses, after.epp_statuses),
  ],
  nameservers: ({ nameservers: before }: Nameservers, { nameservers: after }: Nameservers) =>
    hasSameNameservers(before, after) ? [] : [{ field: 'nameservers', before, after }],
  info: diffServerInformation,
  lock: (before: RegistrarLock, after: RegistrarLock) => diffBoolean('lock', before.locked, after.locked),
  whois: (before: Whois, after: Whois) => [
    ...diffBoolean('whois_privacy', before.whois_privacy, after.whois_privacy),
    ...(isContactChanged(before.fields ?? {}, after.fields ?? {}) ? [{ field: 'whois_contact' } as const] : []),
  ],
} satisfies Record<string, Diff<never>>

/**
 * Lists what differs between two readings of a detail of a domain or server. Returns an empty list for kinds of details
 * that are not compared.
 */
export function diffDetailReadings(detailKind: string, before: object, after: object): DetectedChangeValues[] {
  const diff: Diff<never> | undefined = diffs[detailKind as keyof typeof diffs]
  return diff?.(before as never, after as never) ?? []
}

/** A value that one of the readings did not show counts as unchanged. */
function diffBoolean(
  field: 'auto_renew' | 'lock' | 'whois_privacy',
  before: unknown,
  after: unknown,
): DetectedChangeValues[] {
  return typeof before === 'boolean' && typeof after === 'boolean' && before !== after ? [{ field, before, after }] : []
}

/** Statuses that one of the readings did not show are not compared. */
function diffEppStatuses(before: string[] | undefined, after: string[] | undefined): DetectedChangeValues[] {
  if (before === undefined || after === undefined) return []
  const [old, now] = [before, after].map((statuses) =>
    [...new Set(statuses)].filter((status) => status !== registrarLockEppStatus).toSorted(),
  ) as [string[], string[]]
  return old.join() === now.join() ? [] : [{ field: 'epp_statuses', before: old, after: now }]
}

/** Fields that one of the readings did not show are not compared. */
function isContactChanged(before: NonNullable<Whois['fields']>, after: NonNullable<Whois['fields']>): boolean {
  const [one, other] = [before, after] as Record<string, string | undefined>[]
  return whoisFieldNames.some((name) => {
    const [old, now] = [one?.[name], other?.[name]]
    return old !== undefined && now !== undefined && old.trim() !== now.trim()
  })
}
