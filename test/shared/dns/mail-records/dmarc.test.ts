import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDmarcValue, parseDmarcReportUri } from '#shared/dns/mail-records/check-dmarc-value.ts'
import {
  parseDmarcHost,
  dmarcPolicies,
  emptyDmarcRecord,
  formatDmarcRecord,
  parseDmarcRecord,
  type DmarcRecord,
} from '#shared/dns/mail-records/dmarc-record.ts'
import { explainDmarcRecord } from '#shared/dns/mail-records/explain-tags-of-dmarc-record.ts'
import type { MailRecordTag } from '#shared/dns/mail-records/mail-record-tag-list.ts'

const domain = 'example.com'
const own = parseDmarcHost('_dmarc', domain)
const rua = 'rua=mailto:dmarc@example.com'
const codes = (value: string) => checkDmarcValue(value, own).map(({ code }) => code)

describe('DMARC records', () => {
  test('Parsing the value of a DMARC record gives the same record', () => {
    const uris = fc.uniqueArray(fc.constantFrom('mailto:a@example.com', 'mailto:b@example.net!10m'))
    const alignment = fc.constantFrom('', 'r', 's')
    fc.assert(
      fc.property(
        fc.record({
          policy: fc.constantFrom(...dmarcPolicies),
          subdomainPolicy: fc.constantFrom('', ...dmarcPolicies),
          nonexistentPolicy: fc.constantFrom('', ...dmarcPolicies),
          dkimAlignment: alignment,
          spfAlignment: alignment,
          percent: fc.constantFrom('', '0', '50', '100'),
          aggregateReports: uris,
          failureReports: uris,
          failureOptions: fc.uniqueArray(fc.constantFrom('0', '1', 'd', 's')),
          interval: fc.constantFrom('', '3600'),
          publicSuffix: fc.constantFrom('', 'y', 'n', 'u'),
          testing: fc.constantFrom('', 'y', 'n'),
          otherTags: fc.constantFrom<MailRecordTag[]>([], [{ name: 'rf', value: 'afrf' }]),
        }),
        (record) => {
          expect(parseDmarcRecord(formatDmarcRecord(record))).toEqual(record)
        },
      ),
    )
  })

  test('The policy directly follows the version', () => {
    expect(formatDmarcRecord(parseDmarcRecord(`v=DMARC1; ${rua}; P=Reject;`) as DmarcRecord)).toBe(
      `v=DMARC1; p=reject; ${rua}`,
    )
  })

  test('A TXT value whose first tag is not the version is not a DMARC record', () => {
    for (const value of ['p=none; v=DMARC1', 'v=dmarc1; p=none', 'v=DMARC12; p=none'])
      expect([value, parseDmarcRecord(value), codes(value)]).toEqual([value, null, ['dmarcVersion']])
  })

  test.each([
    ['reports to the domain', `v=DMARC1; p=reject; ${rua}`],
    [
      'all tags',
      `v=DMARC1; p=quarantine; sp=reject; np=reject; psd=n; t=n; adkim=s; aspf=r; pct=100; ${rua}; ruf=mailto:f@example.com!10m; fo=1:d:s; rf=afrf; ri=3600`,
    ],
    ['reports to a subdomain', 'v=DMARC1; p=reject; rua=mailto:dmarc@reports.EXAMPLE.com'],
  ])('A valid DMARC record with %s has no finding', (_, value) => {
    expect(codes(value)).toEqual([])
  })

  test.each([
    ['the policy none', `v=DMARC1; p=none; ${rua}`, ['dmarcNone']],
    ['no policy', `v=DMARC1; ${rua}`, ['dmarcPolicyMissing']],
    ['an unknown policy', `v=DMARC1; p=block; ${rua}`, ['dmarcPolicy']],
    ['an unknown policy for subdomains', `v=DMARC1; p=reject; sp=block; ${rua}`, ['dmarcSubdomainPolicy']],
    ['a weaker policy for subdomains', `v=DMARC1; p=reject; sp=none; ${rua}`, ['dmarcSubdomainsWeaker']],
    ['no reports', 'v=DMARC1; p=reject', ['dmarcReportsMissing']],
    ['an unknown alignment', `v=DMARC1; p=reject; adkim=x; ${rua}`, ['dmarcAlignment']],
    ['a share over 100', `v=DMARC1; p=reject; pct=101; ${rua}`, ['dmarcPercent']],
    ['a share under 100', `v=DMARC1; p=reject; pct=99; ${rua}`, ['dmarcPercentPartial']],
    ['an interval that is no number', `v=DMARC1; p=reject; ri=1d; ${rua}`, ['dmarcInterval']],
    ['a report address without mailto:', 'v=DMARC1; p=reject; rua=dmarc@example.com', ['dmarcReportUri']],
    ['an unknown failure option', `v=DMARC1; p=reject; ${rua}; ruf=mailto:f@example.com; fo=2`, ['dmarcFailureOption']],
    ['failure options without an address', `v=DMARC1; p=reject; ${rua}; fo=1`, ['dmarcFailureOptionUnused']],
    ['an unknown tag', `v=DMARC1; p=reject; ${rua}; x=1`, ['tagUnknown']],
    ['a weaker policy for names that do not exist', `v=DMARC1; p=reject; np=none; ${rua}`, ['dmarcNonexistentWeaker']],
    ['an unknown policy for names that do not exist', `v=DMARC1; p=reject; np=x; ${rua}`, ['dmarcNonexistentPolicy']],
    ['the policy none of the domain only', `v=DMARC1; p=none; sp=reject; ${rua}`, ['dmarcNoneOfDomain']],
    ['the policy none of existing names only', `v=DMARC1; p=none; np=reject; ${rua}`, ['dmarcNoneOfDomain']],
    ['a test', `v=DMARC1; p=reject; t=y; ${rua}`, ['dmarcTesting']],
    ['a test without a policy to weaken', `v=DMARC1; p=none; t=y; ${rua}`, ['dmarcNone']],
    ['an unknown kind of domain', `v=DMARC1; p=reject; psd=x; ${rua}`, ['dmarcChoice']],
    ['a part without a name', `v=DMARC1; p=reject; ${rua}; hello`, ['tagMalformed']],
    ['a tag twice', `v=DMARC1; p=reject; p=none; ${rua}`, ['tagRepeated']],
  ])('A DMARC record with %s has a finding', (_, value, expected) => {
    expect(codes(value)).toEqual(expected)
  })

  test('Reports to another domain need an authorization record there', () => {
    const value =
      'v=DMARC1; p=reject; rua=mailto:a@Reports.example.net,mailto:b@reports.example.net,mailto:c@example.com'
    expect(checkDmarcValue(value, own)).toEqual([
      {
        code: 'dmarcExternalReports',
        severity: 'warning',
        values: { receiver: 'reports.example.net', name: 'example.com._report._dmarc.reports.example.net' },
      },
    ])
    expect(codes('v=DMARC1; p=reject; rua=mailto:a@notexample.com')).toEqual(['dmarcExternalReports'])
  })

  test('A DMARC record over the length of a record’s content has a finding', () => {
    const aggregateReports = Array.from({ length: 50 }, (_, index) => `mailto:reports${index}@example.com`)
    const record = { ...emptyDmarcRecord, policy: 'reject', aggregateReports }
    expect(checkDmarcValue(formatDmarcRecord(record), own).map(({ code }) => code)).toEqual(['long'])
  })

  test('A report address is a mail address, with or without a largest size', () => {
    expect(parseDmarcReportUri('mailto:dmarc@example.com!10m')).toEqual({ address: 'dmarc@example.com', domain })
    for (const uri of ['mailto:dmarc', 'https://example.com/', 'mailto:a@b', 'mailto:a@example.com!x', 'mailto:'])
      expect([uri, parseDmarcReportUri(uri)]).toEqual([uri, null])
  })

  test('A DMARC record is explained including the defaults of tags that it leaves out', () => {
    const record = {
      ...emptyDmarcRecord,
      policy: 'reject',
      aggregateReports: ['mailto:dmarc@example.com'],
      percent: '20',
    }
    expect(explainDmarcRecord(record, own, [])).toEqual([
      { part: 'p=reject', code: 'policyReject', values: {} },
      { part: '', code: 'subdomainsSame', values: {} },
      { part: '', code: 'dkimRelaxed', values: { organization: domain } },
      { part: '', code: 'spfRelaxed', values: { organization: domain } },
      { part: 'pct=20', code: 'percent', values: { n: '20' } },
      { part: 'rua', code: 'aggregateReports', values: { addresses: 'dmarc@example.com' } },
    ])
  })

  test('Reports go to valid addresses only', () => {
    const record = {
      ...emptyDmarcRecord,
      policy: 'none',
      aggregateReports: ['mailto:x'],
      failureReports: ['mailto:x', 'mailto:f@example.com'],
    }
    const reports = explainDmarcRecord(record, own, []).filter(({ part }) => part === 'rua' || part === 'ruf')
    expect(reports).toEqual([{ part: 'ruf', code: 'failureReports', values: { addresses: 'f@example.com' } }])
  })

  test('A record below a subdomain says nothing about names below this subdomain', () => {
    const sub = parseDmarcHost('_DMARC.shop', domain)
    expect(sub).toEqual({ domain: 'shop.example.com', organization: domain })
    const explain = (value: string) => explainDmarcRecord(parseDmarcRecord(value) as DmarcRecord, sub, [])[1]
    expect(explain('v=DMARC1; p=reject')).toEqual({
      part: '',
      code: 'subdomainsApart',
      values: { organization: domain },
    })
    expect(explain('v=DMARC1; p=reject; sp=none')).toMatchObject({ part: 'sp=none', code: 'subdomainPolicyIgnored' })
    expect(checkDmarcValue(`v=DMARC1; p=reject; sp=none; ${rua}`, sub).map(({ code }) => code)).toEqual([
      'dmarcSubdomainPolicyUnused',
    ])
  })

  test('Reports of a subdomain to its organizational domain need no authorization', () => {
    const sub = parseDmarcHost('_dmarc.shop', domain)
    expect(checkDmarcValue('v=DMARC1; p=reject; rua=mailto:a@mail.example.com', sub)).toEqual([])
    expect(checkDmarcValue('v=DMARC1; p=reject; rua=mailto:a@example.net', sub)).toMatchObject([
      { values: { name: 'shop.example.com._report._dmarc.example.net' } },
    ])
  })

  test('Receivers are not said to apply a policy of a record that they do not use', () => {
    const effects = ['dmarcTesting', 'dmarcPercentPartial', 'dmarcSubdomainsWeaker']
    const effectsOf = (value: string, isOneOfSeveral = false) =>
      checkDmarcValue(value, own, { isOneOfSeveral }).flatMap(({ code }) => (effects.includes(code) ? [code] : []))
    const tags = 'sp=quarantine; pct=50; t=y'
    expect(effectsOf(`v=DMARC1; p=reject; ${tags}`)).toEqual(expect.arrayContaining(effects))
    expect(effectsOf(`v=DMARC1; p=reject; ${tags}`, true)).toEqual([])
    expect(effectsOf(`v=DMARC1; p=reject; p=none; ${tags}`)).toEqual([])
    expect(effectsOf(`v=DMARC1; p=x; ${tags}`)).toEqual([])
    expect(effectsOf(`v=DMARC1; p=x; ${tags}; ${rua}`)).toEqual([])
    const record = parseDmarcRecord(`v=DMARC1; p=x; ${tags}; ${rua}`) as DmarcRecord
    expect(explainDmarcRecord(record, own, []).map(({ code }) => code)).toEqual([
      'treatedAsNone',
      'dkimRelaxed',
      'spfRelaxed',
      'aggregateReports',
    ])
  })

  const alignments = ['dkimRelaxed', 'spfRelaxed']

  test.each<[string, string, string[]]>([
    [
      'no valid policy but an address for reports',
      `p=x; sp=reject; ${rua}`,
      ['treatedAsNone', ...alignments, 'aggregateReports'],
    ],
    ['no policy and no address', 'sp=reject', ['recordUnused']],
    ['no policy and no valid address', 'rua=mailto:x', ['recordUnused']],
    ['no valid policy for subdomains', 'p=reject; sp=x', ['recordUnused']],
    ['a tag twice', `p=reject; p=none; ${rua}`, ['recordInvalid']],
    ['a part without a name', `p=reject; hello`, ['policyReject', 'subdomainsSame', ...alignments]],
    [
      'an unknown alignment',
      'p=none; adkim=x; aspf=s',
      ['policyNone', 'subdomainsSame', 'ignored', 'dkimRelaxed', 'spfStrict'],
    ],
    [
      'numbers that are none',
      'p=none; pct=101; ri=1d',
      ['policyNone', 'subdomainsSame', ...alignments, 'ignored', 'ignored'],
    ],
    ['a share', 'p=none; pct=0; ri=60', ['policyNone', 'subdomainsSame', ...alignments, 'percent', 'interval']],
    [
      'a policy for names that do not exist',
      'p=none; sp=quarantine; np=reject',
      ['policyNone', 'subdomainsQuarantine', 'nonexistentReject', ...alignments],
    ],
    [
      'an unknown policy for names that do not exist',
      'p=none; np=x',
      ['policyNone', 'subdomainsSame', 'nonexistentUnknown', ...alignments],
    ],
    [
      'a test of a public suffix',
      'p=reject; t=y; psd=y',
      ['policyReject', 'subdomainsSame', ...alignments, 'publicSuffix', 'testing'],
    ],
    ['values that are defaults', 'p=reject; t=n; psd=u', ['policyReject', 'subdomainsSame', ...alignments]],
    [
      'values that are none',
      'p=reject; t=1; psd=1',
      ['policyReject', 'subdomainsSame', ...alignments, 'ignored', 'ignored'],
    ],
  ])('The meaning of a DMARC record with %s agrees with its findings', (_, tags, meaning) => {
    const value = `v=DMARC1; ${tags}`
    const explained = explainDmarcRecord(parseDmarcRecord(value) as DmarcRecord, own, checkDmarcValue(value, own))
    expect(explained.map(({ code }) => code)).toEqual(meaning)
  })

  test('One of several DMARC records is not said to have an effect', () => {
    const record = { ...emptyDmarcRecord, policy: 'reject' }
    expect(explainDmarcRecord(record, own, [], { isOneOfSeveral: true })).toEqual([
      { part: 'v=DMARC1', code: 'severalRecords', values: {} },
    ])
  })

  test('The record of a subdomain that is a separate organization is also for names below it', () => {
    const sub = parseDmarcHost('_dmarc.shop', domain)
    const value = `v=DMARC1; p=reject; sp=none; np=reject; psd=n; ${rua}`
    const findings = checkDmarcValue(value, sub)
    expect(findings.map(({ code }) => code)).toEqual(['dmarcSubdomainsWeaker'])
    expect(explainDmarcRecord(parseDmarcRecord(value) as DmarcRecord, sub, findings).slice(1, 3)).toEqual([
      { part: 'sp=none', code: 'subdomainsByPsd', values: { organization: domain } },
      { part: 'np=reject', code: 'nonexistentReject', values: {} },
    ])
  })
})
