import { normalizeHostName } from '#shared/host-name.ts'
import { checkMailRecordLength } from './check-mail-record-length.ts'
import {
  dmarcPolicies,
  dmarcTagNames,
  parseDmarcRecord,
  type MailAndOrganizationalDomain,
  type DmarcPolicy,
  type DmarcRecord,
} from './dmarc-record.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'
import { checkMailRecordTagList, parseMailRecordTagList } from './mail-record-tag-list.ts'

/** Findings about the effect of the policies. They are omitted if receivers do not use the policies. */
const effects: ReadonlySet<string> = new Set(['dmarcTesting', 'dmarcPercentPartial', 'dmarcSubdomainsWeaker'])

/**
 * Returns every rule that a TXT value breaks as the DMARC record of a domain. `isOneOfSeveral`: as in
 * `explainDmarcRecord`.
 */
export function checkDmarcValue(
  value: string,
  domain: MailAndOrganizationalDomain,
  { isOneOfSeveral = false } = {},
): MailRecordFinding[] {
  const record = parseDmarcRecord(value)
  if (!record) return [createMailRecordFinding('dmarcVersion')]
  const ofTags = checkMailRecordTagList(parseMailRecordTagList(value), dmarcTagNames)
  const isUnused = findDmarcPolicyUnusedReason(record, ofTags, isOneOfSeveral) !== null
  const ofFields = checkFields(record, domain).filter(({ code }) => !isUnused || !effects.has(code))
  return [...checkMailRecordLength(value), ...ofTags, ...ofFields]
}

/**
 * Returns why receivers do not use the policies of the record as they are (RFC 7489, section 6.6.3); null if they do.
 * `findings`: at least those of the tags.
 */
export function findDmarcPolicyUnusedReason(
  { policy, subdomainPolicy, aggregateReports }: DmarcRecord,
  findings: readonly MailRecordFinding[],
  isOneOfSeveral: boolean,
): 'severalRecords' | 'recordInvalid' | 'treatedAsNone' | 'recordUnused' | null {
  if (isOneOfSeveral) return 'severalRecords'
  // DMARC uses the tag list of DKIM: a list with a repeated tag is invalid as a whole (RFC 6376, section 3.2).
  if (findings.some(({ code }) => code === 'tagRepeated')) return 'recordInvalid'
  if (isDmarcPolicy(policy) && (subdomainPolicy === '' || isDmarcPolicy(subdomainPolicy))) return null
  return aggregateReports.some((uri) => parseDmarcReportUri(uri) !== null) ? 'treatedAsNone' : 'recordUnused'
}

function checkFields(record: DmarcRecord, domain: MailAndOrganizationalDomain): MailRecordFinding[] {
  return [
    ...checkPolicies(record, domain),
    ...checkWeakness(record, domain),
    ...[record.dkimAlignment, record.spfAlignment]
      .filter((text) => !isDmarcAlignment(text))
      .map((text) => createMailRecordFinding('dmarcAlignment', { text })),
    ...checkPercent(record.percent),
    ...(isDmarcInterval(record.interval) ? [] : [createMailRecordFinding('dmarcInterval', { text: record.interval })]),
    ...checkChoice('psd', record.publicSuffix, ['y', 'n', 'u']),
    ...checkChoice('t', record.testing, ['y', 'n']),
    ...checkReports(record, domain),
  ]
}

export function isDmarcPolicy(text: string): text is DmarcPolicy {
  return (dmarcPolicies as readonly string[]).includes(text)
}

/** Empty: the tag is left out. */
export function isDmarcAlignment(text: string): boolean {
  return ['', 'r', 's'].includes(text)
}

export function isDmarcInterval(text: string): boolean {
  return text === '' || /^\d{1,9}$/.test(text)
}

export function isDmarcPercent(text: string): boolean {
  return text === '' || (/^\d{1,3}$/.test(text) && Number(text) <= 100)
}

/** Returns true if receivers ignore policies for subdomains, because the record is not that of an organization. */
function ignoresSubdomainPolicies(
  { publicSuffix }: DmarcRecord,
  { domain, organization }: MailAndOrganizationalDomain,
): boolean {
  return domain !== organization && publicSuffix !== 'n'
}

function checkPolicies(record: DmarcRecord, domain: MailAndOrganizationalDomain): MailRecordFinding[] {
  const { policy, subdomainPolicy, nonexistentPolicy } = record
  return [
    ...(policy === '' ? [createMailRecordFinding('dmarcPolicyMissing')] : []),
    ...(policy !== '' && !isDmarcPolicy(policy) ? [createMailRecordFinding('dmarcPolicy', { text: policy })] : []),
    ...(subdomainPolicy === '' || isDmarcPolicy(subdomainPolicy)
      ? []
      : [createMailRecordFinding('dmarcSubdomainPolicy', { text: subdomainPolicy })]),
    ...(nonexistentPolicy === '' || isDmarcPolicy(nonexistentPolicy)
      ? []
      : [createMailRecordFinding('dmarcNonexistentPolicy', { text: nonexistentPolicy })]),
    ...(subdomainPolicy !== '' && ignoresSubdomainPolicies(record, domain)
      ? [createMailRecordFinding('dmarcSubdomainPolicyUnused')]
      : []),
  ]
}

/** Mail that the policies let pass. */
function checkWeakness(record: DmarcRecord, domain: MailAndOrganizationalDomain): MailRecordFinding[] {
  const { policy, subdomainPolicy, nonexistentPolicy, testing } = record
  const isForSubdomains = !ignoresSubdomainPolicies(record, domain)
  const ofSubdomains = isForSubdomains ? { sp: subdomainPolicy, np: nonexistentPolicy } : {}
  const stronger = Object.entries(ofSubdomains).filter(([, one]) => isWeaker('none', one))
  const usual = subdomainPolicy || policy
  return [
    ...(policy !== 'none'
      ? []
      : stronger.length === 0
        ? [createMailRecordFinding('dmarcNone')]
        : [
            createMailRecordFinding('dmarcNoneOfDomain', {
              policies: stronger.map(([tag, one]) => `${tag}=${one}`).join(', '),
            }),
          ]),
    ...(isForSubdomains && isWeaker(subdomainPolicy, policy)
      ? [createMailRecordFinding('dmarcSubdomainsWeaker', { policy, subdomainPolicy })]
      : []),
    ...(isForSubdomains && isWeaker(nonexistentPolicy, usual)
      ? [createMailRecordFinding('dmarcNonexistentWeaker', { policy: usual, nonexistentPolicy })]
      : []),
    ...(testing === 'y' && (isWeaker('none', policy) || stronger.length > 0)
      ? [createMailRecordFinding('dmarcTesting')]
      : []),
  ]
}

function isWeaker(one: string, other: string): boolean {
  return isDmarcPolicy(one) && isDmarcPolicy(other) && dmarcPolicies.indexOf(one) < dmarcPolicies.indexOf(other)
}

function checkPercent(percent: string): MailRecordFinding[] {
  if (!isDmarcPercent(percent)) return [createMailRecordFinding('dmarcPercent', { text: percent })]
  return percent !== '' && Number(percent) < 100
    ? [createMailRecordFinding('dmarcPercentPartial', { n: Number(percent) })]
    : []
}

function checkChoice(name: string, text: string, choices: readonly string[]): MailRecordFinding[] {
  return text === '' || choices.includes(text)
    ? []
    : [createMailRecordFinding('dmarcChoice', { name, text, choices: choices.join(', ') })]
}

function checkReports(record: DmarcRecord, { domain, organization }: MailAndOrganizationalDomain): MailRecordFinding[] {
  const { aggregateReports, failureReports, failureOptions } = record
  const uris = [...new Set([...aggregateReports, ...failureReports])]
  const receivers = new Set(uris.flatMap((uri) => parseDmarcReportUri(uri)?.domain ?? []))
  const external = [...receivers].filter((receiver) => !isSameOrganization(receiver, normalizeHostName(organization)))
  return [
    ...(aggregateReports.length === 0 ? [createMailRecordFinding('dmarcReportsMissing')] : []),
    ...uris
      .filter((uri) => parseDmarcReportUri(uri) === null)
      .map((text) => createMailRecordFinding('dmarcReportUri', { text })),
    ...external.map((receiver) =>
      createMailRecordFinding('dmarcExternalReports', {
        receiver,
        name: buildDmarcReportAuthorizationName(domain, receiver),
      }),
    ),
    ...failureOptions
      .filter((option) => !['0', '1', 'd', 's'].includes(option.toLowerCase()))
      .map((text) => createMailRecordFinding('dmarcFailureOption', { text })),
    ...(failureOptions.length > 0 && failureReports.length === 0
      ? [createMailRecordFinding('dmarcFailureOptionUnused')]
      : []),
  ]
}

/** Returns the name at which a receiver of reports must publish `v=DMARC1` (RFC 7489, section 7.1). */
export function buildDmarcReportAuthorizationName(domain: string, receiver: string): string {
  return `${normalizeHostName(domain)}._report._dmarc.${normalizeHostName(receiver)}`
}

/**
 * Returns true if no authorization is needed. Receivers compare the organizational domains, which need a list of public
 * suffixes; here, only a domain and its own subdomains belong together.
 */
function isSameOrganization(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

/**
 * Returns the mail address of a report URI and its domain. A size limit after `!` is left out. Null if the URI is no
 * mail address.
 */
export function parseDmarcReportUri(uri: string): { address: string; domain: string } | null {
  const [, address, domain] =
    /^mailto:([^@\s,;!]+@((?:[a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]))(?:!\d+[kmgt]?)?$/i.exec(uri) ??
    []
  return address === undefined || domain === undefined ? null : { address, domain: domain.toLowerCase() }
}
