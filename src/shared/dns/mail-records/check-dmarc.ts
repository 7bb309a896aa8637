import { normalizeHostName } from '#shared/host-name.ts'
import { checkLength } from './check-length.ts'
import {
  dmarcPolicies,
  dmarcTagNames,
  parseDmarcRecord,
  type DmarcDomain,
  type DmarcPolicy,
  type DmarcRecord,
} from './dmarc-record.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'
import { checkTagList, parseTagList } from './tag-list.ts'

/** Every rule that a TXT value breaks as the DMARC record of a domain. */
export function checkDmarcValue(value: string, domain: DmarcDomain): MailRecordFinding[] {
  const record = parseDmarcRecord(value)
  if (!record) return [createMailRecordFinding('dmarcVersion')]
  return [...checkLength(value), ...checkTagList(parseTagList(value), dmarcTagNames), ...checkFields(record, domain)]
}

function checkFields(record: DmarcRecord, domain: DmarcDomain): MailRecordFinding[] {
  return [
    ...checkPolicies(record, domain),
    ...[record.dkimAlignment, record.spfAlignment]
      .filter((text) => !['', 'r', 's'].includes(text))
      .map((text) => createMailRecordFinding('dmarcAlignment', { text })),
    ...checkPercent(record.percent),
    ...(record.interval === '' || /^\d{1,9}$/.test(record.interval)
      ? []
      : [createMailRecordFinding('dmarcInterval', { text: record.interval })]),
    ...checkReports(record, domain),
  ]
}

function isPolicy(text: string): text is DmarcPolicy {
  return (dmarcPolicies as readonly string[]).includes(text)
}

function checkPolicies(
  { policy, subdomainPolicy }: DmarcRecord,
  { domain, organization }: DmarcDomain,
): MailRecordFinding[] {
  const isSubdomain = domain !== organization
  const wrong = subdomainPolicy === '' || isPolicy(subdomainPolicy)
  const isWeaker =
    !isSubdomain &&
    isPolicy(policy) &&
    isPolicy(subdomainPolicy) &&
    dmarcPolicies.indexOf(subdomainPolicy) < dmarcPolicies.indexOf(policy)
  return [
    ...(policy === '' ? [createMailRecordFinding('dmarcPolicyMissing')] : []),
    ...(policy !== '' && !isPolicy(policy) ? [createMailRecordFinding('dmarcPolicy', { text: policy })] : []),
    ...(wrong ? [] : [createMailRecordFinding('dmarcSubdomainPolicy', { text: subdomainPolicy })]),
    ...(policy === 'none' ? [createMailRecordFinding('dmarcNone')] : []),
    ...(isSubdomain && subdomainPolicy !== '' ? [createMailRecordFinding('dmarcSubdomainPolicyUnused')] : []),
    ...(isWeaker ? [createMailRecordFinding('dmarcSubdomainsWeaker', { policy, subdomainPolicy })] : []),
  ]
}

function checkPercent(percent: string): MailRecordFinding[] {
  if (percent === '') return []
  if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100)
    return [createMailRecordFinding('dmarcPercent', { text: percent })]
  return Number(percent) < 100 ? [createMailRecordFinding('dmarcPercentPartial', { n: Number(percent) })] : []
}

function checkReports(record: DmarcRecord, { domain, organization }: DmarcDomain): MailRecordFinding[] {
  const { aggregateReports, failureReports, failureOptions } = record
  const uris = [...new Set([...aggregateReports, ...failureReports])]
  const receivers = new Set(uris.flatMap((uri) => parseReportUri(uri)?.domain ?? []))
  const external = [...receivers].filter((receiver) => !isSameOrganization(receiver, normalizeHostName(organization)))
  return [
    ...(aggregateReports.length === 0 ? [createMailRecordFinding('dmarcReportsMissing')] : []),
    ...uris
      .filter((uri) => parseReportUri(uri) === null)
      .map((text) => createMailRecordFinding('dmarcReportUri', { text })),
    ...external.map((receiver) =>
      createMailRecordFinding('dmarcExternalReports', { receiver, name: reportAuthorizationName(domain, receiver) }),
    ),
    ...failureOptions
      .filter((option) => !['0', '1', 'd', 's'].includes(option.toLowerCase()))
      .map((text) => createMailRecordFinding('dmarcFailureOption', { text })),
    ...(failureOptions.length > 0 && failureReports.length === 0
      ? [createMailRecordFinding('dmarcFailureOptionUnused')]
      : []),
  ]
}

/** The name at which a receiver of reports must publish `v=DMARC1` (RFC 7489, section 7.1). */
export function reportAuthorizationName(domain: string, receiver: string): string {
  return `${normalizeHostName(domain)}._report._dmarc.${normalizeHostName(receiver)}`
}

/**
 * Whether no authorization is needed. Receivers compare the organizational domains, which need a list of public
 * suffixes; here, only a domain and its own subdomains belong together.
 */
function isSameOrganization(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

/** An address, and the largest report in the unit of the URI. Null if it is not a mail address. */
export function parseReportUri(uri: string): { address: string; domain: string } | null {
  const [, address, domain] =
    /^mailto:([^@\s,;!]+@((?:[a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]))(?:!\d+[kmgt]?)?$/i.exec(uri) ??
    []
  return address === undefined || domain === undefined ? null : { address, domain: domain.toLowerCase() }
}
