import {
  findDmarcPolicyUnusedReason,
  isDmarcAlignment,
  isDmarcInterval,
  isDmarcPercent,
  isDmarcPolicy,
  parseDmarcReportUri,
} from './check-dmarc-value.ts'
import { dmarcVersion, type MailAndOrganizationalDomain, type DmarcPolicy, type DmarcRecord } from './dmarc-record.ts'
import type { MailRecordExplanation, MailRecordFinding } from './mail-record-finding.ts'

export const dmarcExplanationCodes = [
  'policyNone',
  'policyQuarantine',
  'policyReject',
  'subdomainsSame',
  'subdomainsApart',
  'subdomainPolicyIgnored',
  'subdomainsByPsd',
  'subdomainsNone',
  'subdomainsQuarantine',
  'subdomainsReject',
  'nonexistentNone',
  'nonexistentQuarantine',
  'nonexistentReject',
  'nonexistentUnknown',
  'dkimRelaxed',
  'dkimStrict',
  'spfRelaxed',
  'spfStrict',
  'percent',
  'aggregateReports',
  'failureReports',
  'interval',
  'publicSuffix',
  'organization',
  'testing',
  'ignored',
  'recordUnused',
  'recordInvalid',
  'severalRecords',
  'treatedAsNone',
] as const
export type DmarcExplanationCode = (typeof dmarcExplanationCodes)[number]

type Explanation = MailRecordExplanation<DmarcExplanationCode>

const policies = { none: 'None', quarantine: 'Quarantine', reject: 'Reject' } as const

/**
 * Returns one explanation for each statement of the record, including the defaults of tags that it leaves out.
 * `findings`: those of the record, which no explanation contradicts. `isOneOfSeveral`: the host has other DMARC
 * records, so receivers use none of them (RFC 7489, section 6.6.3).
 */
export function explainDmarcRecord(
  record: DmarcRecord,
  domain: MailAndOrganizationalDomain,
  findings: readonly MailRecordFinding[],
  { isOneOfSeveral = false } = {},
): Explanation[] {
  const { dkimAlignment, spfAlignment, percent, interval } = record
  const { organization } = domain
  const whole = findDmarcPolicyUnusedReason(record, findings, isOneOfSeveral)
  if (whole !== null && whole !== 'treatedAsNone') return [{ part: `v=${dmarcVersion}`, code: whole, values: {} }]
  return [
    ...(whole === null
      ? explainPolicies(record, domain)
      : [{ part: `v=${dmarcVersion}`, code: whole, values: {} } as const]),
    ...explainAlignment('adkim', dkimAlignment, {
      s: { code: 'dkimStrict', values: {} },
      r: { code: 'dkimRelaxed', values: { organization } },
    }),
    ...explainAlignment('aspf', spfAlignment, {
      s: { code: 'spfStrict', values: {} },
      r: { code: 'spfRelaxed', values: { organization } },
    }),
    ...(whole === null ? explainNumber('pct', 'percent', percent, isDmarcPercent(percent)) : []),
    ...explainReports('rua', 'aggregateReports', record.aggregateReports),
    ...explainReports('ruf', 'failureReports', record.failureReports),
    ...explainNumber('ri', 'interval', interval, isDmarcInterval(interval)),
    ...explainChoice('psd', record.publicSuffix, { y: 'publicSuffix', n: 'organization', u: null }),
    ...(whole === null ? explainChoice('t', record.testing, { y: 'testing', n: null }) : []),
  ]
}

function explainPolicies(record: DmarcRecord, domain: MailAndOrganizationalDomain): Explanation[] {
  return [
    { part: `p=${record.policy}`, code: `policy${nameOfPolicy(record.policy)}`, values: {} },
    explainSubdomains(record, domain),
    ...explainNonexistent(record, domain),
  ]
}

function nameOfPolicy(policy: string) {
  return policies[policy as DmarcPolicy]
}

function explainSubdomains(
  { subdomainPolicy, publicSuffix }: DmarcRecord,
  { domain, organization }: MailAndOrganizationalDomain,
): Explanation {
  const part = subdomainPolicy && `sp=${subdomainPolicy}`
  if (domain !== organization && publicSuffix === 'n')
    return { part, code: 'subdomainsByPsd', values: { organization } }
  if (domain !== organization)
    return part === ''
      ? { part, code: 'subdomainsApart', values: { organization } }
      : { part, code: 'subdomainPolicyIgnored', values: {} }
  return part === ''
    ? { part, code: 'subdomainsSame', values: {} }
    : { part, code: `subdomains${nameOfPolicy(subdomainPolicy)}`, values: {} }
}

function explainNonexistent(
  { nonexistentPolicy, publicSuffix }: DmarcRecord,
  { domain, organization }: MailAndOrganizationalDomain,
): Explanation[] {
  if (nonexistentPolicy === '') return []
  const part = `np=${nonexistentPolicy}`
  if (!isDmarcPolicy(nonexistentPolicy)) return [{ part, code: 'nonexistentUnknown', values: {} }]
  if (domain !== organization && publicSuffix !== 'n') return [{ part, code: 'subdomainPolicyIgnored', values: {} }]
  return [{ part, code: `nonexistent${nameOfPolicy(nonexistentPolicy)}`, values: {} }]
}

/** Instead of a value that is not valid, receivers use the default (RFC 7489, section 6.3). */
function explainAlignment(
  tag: 'adkim' | 'aspf',
  alignment: string,
  { s, r }: Record<'s' | 'r', Omit<Explanation, 'part'>>,
): Explanation[] {
  const part = alignment && `${tag}=${alignment}`
  if (!isDmarcAlignment(alignment))
    return [
      { part, code: 'ignored', values: {} },
      { part: '', ...r },
    ]
  return [{ part, ...(alignment === 's' ? s : r) }]
}

function explainNumber(tag: string, code: DmarcExplanationCode, text: string, isValid: boolean): Explanation[] {
  if (text === '') return []
  return [{ part: `${tag}=${text}`, ...(isValid ? { code, values: { n: text } } : { code: 'ignored', values: {} }) }]
}

/** `meanings`: null for a value that says the same as no tag. */
function explainChoice(
  tag: string,
  text: string,
  meanings: Readonly<Record<string, DmarcExplanationCode | null>>,
): Explanation[] {
  const code = text === '' ? null : meanings[text] === undefined ? 'ignored' : meanings[text]
  return code === null ? [] : [{ part: `${tag}=${text}`, code, values: {} }]
}

function explainReports(tag: string, code: DmarcExplanationCode, uris: readonly string[]): Explanation[] {
  const addresses = uris.flatMap((uri) => parseDmarcReportUri(uri)?.address ?? []).join(', ')
  return addresses === '' ? [] : [{ part: tag, code, values: { addresses } }]
}
