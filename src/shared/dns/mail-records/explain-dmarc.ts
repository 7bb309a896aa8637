import { parseReportUri } from './check-dmarc.ts'
import type { DmarcDomain, DmarcRecord } from './dmarc-record.ts'
import type { MailRecordExplanation } from './mail-record-finding.ts'

export const dmarcExplanationCodes = [
  'policyNone',
  'policyQuarantine',
  'policyReject',
  'policyUnknown',
  'subdomainsSame',
  'subdomainsApart',
  'subdomainPolicyIgnored',
  'subdomainsNone',
  'subdomainsQuarantine',
  'subdomainsReject',
  'subdomainsUnknown',
  'dkimRelaxed',
  'dkimStrict',
  'spfRelaxed',
  'spfStrict',
  'percent',
  'aggregateReports',
  'failureReports',
  'interval',
] as const
export type DmarcExplanationCode = (typeof dmarcExplanationCodes)[number]

type Explanation = MailRecordExplanation<DmarcExplanationCode>

const policies = { none: 'None', quarantine: 'Quarantine', reject: 'Reject' } as const

/** One explanation for each statement of the record, including the defaults of tags that it leaves out. */
export function explainDmarcRecord(record: DmarcRecord, { domain, organization }: DmarcDomain): Explanation[] {
  const { dkimAlignment, spfAlignment, percent, interval } = record
  return [
    { part: `p=${record.policy}`, code: `policy${nameOfPolicy(record.policy)}`, values: {} },
    explainSubdomains(record, { domain, organization }),
    {
      part: dkimAlignment && `adkim=${dkimAlignment}`,
      ...(dkimAlignment === 's'
        ? { code: 'dkimStrict', values: {} }
        : { code: 'dkimRelaxed', values: { organization } }),
    },
    {
      part: spfAlignment && `aspf=${spfAlignment}`,
      ...(spfAlignment === 's' ? { code: 'spfStrict', values: {} } : { code: 'spfRelaxed', values: { organization } }),
    },
    ...(percent === '' ? [] : [{ part: `pct=${percent}`, code: 'percent' as const, values: { n: percent } }]),
    ...explainReports('rua', 'aggregateReports', record.aggregateReports),
    ...explainReports('ruf', 'failureReports', record.failureReports),
    ...(interval === '' ? [] : [{ part: `ri=${interval}`, code: 'interval' as const, values: { n: interval } }]),
  ]
}

function nameOfPolicy(policy: string) {
  return policies[policy as keyof typeof policies] ?? 'Unknown'
}

function explainSubdomains({ subdomainPolicy }: DmarcRecord, { domain, organization }: DmarcDomain): Explanation {
  const part = subdomainPolicy && `sp=${subdomainPolicy}`
  if (domain !== organization)
    return part === ''
      ? { part, code: 'subdomainsApart', values: { organization } }
      : { part, code: 'subdomainPolicyIgnored', values: {} }
  return part === ''
    ? { part, code: 'subdomainsSame', values: {} }
    : { part, code: `subdomains${nameOfPolicy(subdomainPolicy)}`, values: {} }
}

function explainReports(tag: string, code: DmarcExplanationCode, uris: readonly string[]): Explanation[] {
  const addresses = uris.flatMap((uri) => parseReportUri(uri)?.address ?? []).join(', ')
  return addresses === '' ? [] : [{ part: tag, code, values: { addresses } }]
}
