import type { CustomerResource } from '#shared/ipc/customers.ts'
import type { DomainRow, ServerRow } from '#shared/ipc/inventory.ts'
import { getTld } from '#shared/get-tld-and-detect-jp-domains.ts'
import type { CsvCell } from '#shared/csv/csv-cell.ts'
import { hourMs } from '#shared/durations.ts'
import { formatJapanDate, formatJapanTime } from '#shared/japan-time.ts'
import type { DomainCsvRow } from '#main/inventory/domains/query-domain-csv-rows.ts'
import type { FindCsvLabel } from './create-csv-label-finder.ts'

export interface ListCsvContext {
  findLabel: FindCsvLabel
  /** The current label of an account. */
  labelOf: (accountId: string) => string
  /** When the export began; ages are of this time. */
  now: number
}

/** The columns of a list, by the names of their headings. */
export type ListCsvColumns<Row> = readonly (readonly [
  heading: string,
  cell: (row: Row, context: ListCsvContext) => CsvCell,
])[]

/**
 * The list and each detail of a domain are read by separate calls, so each group of values has its time of reading and
 * its age at the time of the export. The list and the contract both contain the status and the expiry: their time is
 * that of the newer reading.
 */
export const domainCsvColumns: ListCsvColumns<DomainCsvRow> = [
  ['name', ({ name }) => name],
  ['decoded', ({ decodedName }) => decodedName],
  ['account', ({ accountId }, { labelOf }) => labelOf(accountId)],
  ['status', ({ status }, { findLabel }) => findLabel('status', status)],
  ['goneSince', ({ goneSince }) => (goneSince === null ? null : formatJapanDate(goneSince))],
  ['expiry', ({ expiryDate }) => expiryDate],
  ['statusReadAt', ({ readAt }) => formatJapanTime(readAt)],
  ['statusAge', ({ readAt }, { now }) => ageInHours(readAt, now)],
  ['autoRenew', formatAutoRenew],
  ['contractReadAt', ({ detailReadAt }) => formatTime(detailReadAt)],
  ['contractAge', ({ detailReadAt }, { now }) => ageInHours(detailReadAt, now)],
  ['records', ({ records }) => records],
  ['zoneReadAt', ({ zoneReadAt }) => formatTime(zoneReadAt)],
  ['zoneAge', ({ zoneReadAt }, { now }) => ageInHours(zoneReadAt, now)],
  ['tld', ({ name }) => getTld(name)],
  ['nameservers', ({ nameservers = [] }) => nameservers.join(', ')],
  ['nameserversReadAt', ({ nameserversReadAt }) => formatTime(nameserversReadAt)],
  ['nameserversAge', ({ nameserversReadAt }, { now }) => ageInHours(nameserversReadAt, now)],
  ['lock', ({ isLocked = null }, { findLabel }) => formatOnOrOff(isLocked, findLabel)],
  ['lockReadAt', ({ lockReadAt }) => formatTime(lockReadAt)],
  ['lockAge', ({ lockReadAt }, { now }) => ageInHours(lockReadAt, now)],
  ['privacy', ({ hasWhoisPrivacy = null }, { findLabel }) => formatOnOrOff(hasWhoisPrivacy, findLabel)],
  ['privacyReadAt', ({ whoisReadAt }) => formatTime(whoisReadAt)],
  ['privacyAge', ({ whoisReadAt }, { now }) => ageInHours(whoisReadAt, now)],
  ['tags', ({ tags }) => tags.join(', ')],
  ['customer', ({ customer }) => customer],
  ['note', ({ note }) => note],
]

/**
 * Columns that show the match and the number of further records that match, for a list whose filter searches in
 * records.
 */
export const recordSearchMatchCsvColumns: ListCsvColumns<DomainRow> = [
  ['match', describeMatch],
  ['otherMatches', ({ match }) => match?.others ?? null],
]

export const serverCsvColumns: ListCsvColumns<ServerRow> = [
  ['name', ({ name }) => name],
  ['serverId', ({ serverId }) => serverId],
  ['account', ({ accountId }, { labelOf }) => labelOf(accountId)],
  ['planId', ({ planId }) => planId],
  ['plan', ({ planName }) => planName],
  ['status', ({ status }, { findLabel }) => findLabel('status', status)],
  ['goneSince', ({ goneSince }) => (goneSince === null ? null : formatJapanDate(goneSince))],
  ['expiry', ({ expiryDate }) => expiryDate],
  ['autoRenew', formatAutoRenew],
  ['memo', ({ memo }) => memo],
  ['statusReadAt', ({ readAt }) => formatJapanTime(readAt)],
  ['statusAge', ({ readAt }, { now }) => ageInHours(readAt, now)],
  ['tags', ({ tags }) => tags.join(', ')],
  ['customer', ({ customer }) => customer],
]

/** The domains and servers of a customer. Lists, contracts and prices are read by separate calls. */
export const customerCsvColumns: ListCsvColumns<CustomerResource> = [
  ['kind', ({ kind }, { findLabel }) => findLabel('kind', kind)],
  ['name', ({ name }) => name],
  ['decoded', ({ decodedName }) => decodedName],
  ['account', ({ accountId }, { labelOf }) => labelOf(accountId)],
  ['status', ({ kind, status }, { findLabel }) => findLabel(`${kind}Status`, status)],
  ['expiry', ({ expiryDate }) => expiryDate],
  ['statusReadAt', ({ readAt }) => formatJapanTime(readAt)],
  ['autoRenew', formatAutoRenew],
  ['contractReadAt', ({ autoRenewReadAt }) => formatTime(autoRenewReadAt)],
  ['renewalYen', ({ renewal }) => renewal.yen],
  ['priceReadAt', ({ renewal }) => formatTime(renewal.readAt)],
  [
    'noPrice',
    ({ renewal }, { findLabel }) => (renewal.unknown === null ? null : findLabel('noPrice', renewal.unknown)),
  ],
]

function describeMatch({ match, matchedAnnotation, doesNameMatch }: DomainRow, { findLabel }: ListCsvContext): CsvCell {
  if (match) return `${match.host} ${match.type} ${match.content}`
  // Undefined: the filter has a text of spaces only, which every row matches.
  if (doesNameMatch === undefined) return null
  return matchedAnnotation ?? findLabel('match', doesNameMatch ? 'name' : 'none')
}

function formatAutoRenew({ autoRenew }: { autoRenew: boolean | null }, { findLabel }: ListCsvContext): CsvCell {
  return formatOnOrOff(autoRenew, findLabel)
}

function formatOnOrOff(isOn: boolean | null, findLabel: FindCsvLabel): CsvCell {
  return isOn === null ? null : findLabel('value', isOn ? 'on' : 'off')
}

function formatTime(instant: number | null | undefined): string | null {
  return instant ? formatJapanTime(instant) : null
}

/** In hours, with one decimal place. */
function ageInHours(readAt: number | null | undefined, now: number): number | null {
  return readAt ? Math.round((Math.max(0, now - readAt) / hourMs) * 10) / 10 : null
}
