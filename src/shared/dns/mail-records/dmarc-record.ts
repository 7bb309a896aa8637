import {
  formatMailRecordTagList,
  parseMailRecordTagList,
  splitTagValue,
  findTagValue,
  type MailRecordTag,
} from './mail-record-tag-list.ts'

export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const
export type DmarcPolicy = (typeof dmarcPolicies)[number]

/** A policy record at `_dmarc` (RFC 7489, section 6.3). A tag that the record does not have is an empty text. */
export interface DmarcRecord {
  /** `p`: a policy of `dmarcPolicies`, or another text that is an error. */
  policy: string
  /** `sp`: the policy for subdomains; `p` applies where it is left out. */
  subdomainPolicy: string
  /** `np`: the policy for subdomains that do not exist (RFC 9091, section 4). */
  nonexistentPolicy: string
  /** `adkim` and `aspf`: `r` relaxed (the default) or `s` strict. */
  dkimAlignment: string
  spfAlignment: string
  /** `pct`: the share of the messages to which the policy applies; 100 where it is left out. */
  percent: string
  /** `rua` and `ruf`: URIs such as `mailto:dmarc@example.com`. */
  aggregateReports: string[]
  failureReports: string[]
  /** `fo`: which messages are reported to `ruf`. */
  failureOptions: string[]
  /** `ri`: seconds between aggregate reports; 86400 where it is left out. */
  interval: string
  /**
   * `psd`: whether the domain is a public suffix, `y`, `n` or `u`; `t`: a test, `y` or `n` (draft-ietf-dmarc-dmarcbis).
   */
  publicSuffix: string
  testing: string
  /** Other tags, such as `rf`. */
  otherTags: MailRecordTag[]
}

/**
 * The domain whose mail a record is about, and its organizational domain, whose record applies to the subdomains of
 * both (RFC 7489, section 6.6.3). Both in Punycode.
 */
export interface MailAndOrganizationalDomain {
  domain: string
  organization: string
}

/** `host`: of the record, in the zone of `organization`, which is a registered domain. */
export function parseDmarcHost(host: string, organization: string): MailAndOrganizationalDomain {
  const below = host.trim().replace(/^_dmarc\.?/i, '')
  return { domain: below === '' ? organization : `${below}.${organization}`, organization }
}

export const dmarcVersion = 'DMARC1'
const fieldTagNames = ['v', 'p', 'sp', 'np', 'adkim', 'aspf', 'pct', 'rua', 'ruf', 'fo', 'ri', 'psd', 't']
export const dmarcTagNames = [...fieldTagNames, 'rf']

export const emptyDmarcRecord: DmarcRecord = {
  policy: 'none',
  subdomainPolicy: '',
  nonexistentPolicy: '',
  dkimAlignment: '',
  spfAlignment: '',
  percent: '',
  aggregateReports: [],
  failureReports: [],
  failureOptions: [],
  interval: '',
  publicSuffix: '',
  testing: '',
  otherTags: [],
}

/** Returns true if a TXT value is a DMARC record: its first tag is the version (RFC 7489, section 6.3). */
export function isDmarcRecord(value: string): boolean {
  return /^v\s*=\s*DMARC1\s*(;|$)/.test(value)
}

/** Null if the value is not a DMARC record. */
export function parseDmarcRecord(value: string): DmarcRecord | null {
  if (!isDmarcRecord(value)) return null
  const list = parseMailRecordTagList(value)
  const read = (name: string) => findTagValue(list, name) ?? ''
  return {
    policy: read('p').toLowerCase(),
    subdomainPolicy: read('sp').toLowerCase(),
    nonexistentPolicy: read('np').toLowerCase(),
    dkimAlignment: read('adkim').toLowerCase(),
    spfAlignment: read('aspf').toLowerCase(),
    percent: read('pct'),
    aggregateReports: splitTagValue(read('rua'), ','),
    failureReports: splitTagValue(read('ruf'), ','),
    failureOptions: splitTagValue(read('fo'), ':'),
    interval: read('ri'),
    publicSuffix: read('psd').toLowerCase(),
    testing: read('t').toLowerCase(),
    otherTags: list.tags.filter(({ name }) => !fieldTagNames.includes(name)),
  }
}

/** Returns the TXT value of a record. The policy is the second tag, as RFC 7489, section 6.3, demands. */
export function formatDmarcRecord(record: DmarcRecord): string {
  const tags: MailRecordTag[] = [
    { name: 'p', value: record.policy },
    { name: 'sp', value: record.subdomainPolicy },
    { name: 'np', value: record.nonexistentPolicy },
    { name: 'adkim', value: record.dkimAlignment },
    { name: 'aspf', value: record.spfAlignment },
    { name: 'pct', value: record.percent },
    { name: 'rua', value: record.aggregateReports.join(',') },
    { name: 'ruf', value: record.failureReports.join(',') },
    { name: 'fo', value: record.failureOptions.join(':') },
    { name: 'ri', value: record.interval },
    { name: 'psd', value: record.publicSuffix },
    { name: 't', value: record.testing },
  ]
  return formatMailRecordTagList([
    { name: 'v', value: dmarcVersion },
    ...tags.filter(({ value }) => value !== ''),
    ...record.otherTags,
  ])
}
