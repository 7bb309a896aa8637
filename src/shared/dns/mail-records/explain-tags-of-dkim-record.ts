import { measureDkimKey } from './dkim-public-key.ts'
import { getEffectiveDkimKeyType, type DkimRecord } from './dkim-record.ts'
import type { MailRecordExplanation, MailRecordFinding, MailRecordFindingCode } from './mail-record-finding.ts'

export const dkimExplanationCodes = [
  'keyType',
  'key',
  'keyLong',
  'keyUnused',
  'keyUnreadable',
  'revoked',
  'testing',
  'noSubdomains',
  'services',
  'servicesAll',
  'hashes',
  'notes',
] as const
export type DkimExplanationCode = (typeof dkimExplanationCodes)[number]

/**
 * With any of these findings, receivers reject every mail signature made with this key: the list of tags is invalid as
 * a whole (RFC 6376, sections 3.2 and 3.6.1), the key is too short or not for mail, or the hash is no longer accepted.
 */
const preventUse: ReadonlySet<MailRecordFindingCode> = new Set([
  'dkimVersion',
  'tagMalformed',
  'tagRepeated',
  'dkimKeyShort',
  'dkimService',
  'dkimSha1',
])

/**
 * Returns one explanation for each tag that says something. `findings`: what was found wrong with the record. They are
 * used so that no explanation contradicts them.
 */
export function explainDkimRecord(
  record: DkimRecord,
  findings: readonly MailRecordFinding[],
): MailRecordExplanation<DkimExplanationCode>[] {
  const keyType = getEffectiveDkimKeyType(record)
  const { flags, services, hashes, notes } = record
  return [
    { part: record.keyType && `k=${record.keyType}`, code: 'keyType', values: { type: keyType } },
    explainKey(record, new Set(findings.map(({ code }) => code))),
    ...flags.flatMap((flag): MailRecordExplanation<DkimExplanationCode>[] =>
      flag === 'y' || flag === 's'
        ? [{ part: `t=${flag}`, code: flag === 'y' ? 'testing' : 'noSubdomains', values: {} }]
        : [],
    ),
    ...(services.includes('*')
      ? [{ part: 's', code: 'servicesAll' as const, values: {} }]
      : explainList('s', 'services', services)),
    ...explainList('h', 'hashes', hashes),
    ...explainList('n', 'notes', notes === '' ? [] : [notes]),
  ]
}

function explainKey(
  record: DkimRecord,
  findings: ReadonlySet<MailRecordFindingCode>,
): MailRecordExplanation<DkimExplanationCode> {
  const { publicKey } = record
  const keyType = getEffectiveDkimKeyType(record)
  if (publicKey === '') return { part: 'p=', code: 'revoked', values: {} }
  const strength = keyType === 'rsa' || keyType === 'ed25519' ? measureDkimKey(keyType, publicKey) : null
  if (!strength || !('bits' in strength)) return { part: 'p', code: 'keyUnreadable', values: {} }
  const code = [...findings].some((finding) => preventUse.has(finding))
    ? 'keyUnused'
    : findings.has('dkimKeyLong')
      ? 'keyLong'
      : 'key'
  return { part: 'p', code, values: { n: strength.bits } }
}

function explainList(
  tag: string,
  code: DkimExplanationCode,
  list: readonly string[],
): MailRecordExplanation<DkimExplanationCode>[] {
  const text = list.join(', ')
  return text === '' ? [] : [{ part: tag, code, values: { text } }]
}
