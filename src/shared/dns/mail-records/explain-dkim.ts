import { measureDkimKey } from './dkim-public-key.ts'
import { keyTypeOf, type DkimRecord } from './dkim-record.ts'
import type { MailRecordExplanation } from './mail-record-finding.ts'

export const dkimExplanationCodes = [
  'keyType',
  'key',
  'keyUnreadable',
  'revoked',
  'testing',
  'noSubdomains',
  'services',
  'hashes',
  'notes',
] as const
export type DkimExplanationCode = (typeof dkimExplanationCodes)[number]

/** One explanation for each tag that says something. */
export function explainDkimRecord(record: DkimRecord): MailRecordExplanation<DkimExplanationCode>[] {
  const keyType = keyTypeOf(record)
  const { flags, services, hashes, notes } = record
  return [
    { part: record.keyType && `k=${record.keyType}`, code: 'keyType', values: { type: keyType } },
    explainKey(record),
    ...flags.flatMap((flag): MailRecordExplanation<DkimExplanationCode>[] =>
      flag === 'y' || flag === 's'
        ? [{ part: `t=${flag}`, code: flag === 'y' ? 'testing' : 'noSubdomains', values: {} }]
        : [],
    ),
    ...explainList('s', 'services', services),
    ...explainList('h', 'hashes', hashes),
    ...explainList('n', 'notes', notes === '' ? [] : [notes]),
  ]
}

function explainKey(record: DkimRecord): MailRecordExplanation<DkimExplanationCode> {
  const { publicKey } = record
  const keyType = keyTypeOf(record)
  if (publicKey === '') return { part: 'p=', code: 'revoked', values: {} }
  const strength = keyType === 'rsa' || keyType === 'ed25519' ? measureDkimKey(keyType, publicKey) : null
  return strength && 'bits' in strength
    ? { part: 'p', code: 'key', values: { n: strength.bits } }
    : { part: 'p', code: 'keyUnreadable', values: {} }
}

function explainList(
  tag: string,
  code: DkimExplanationCode,
  list: readonly string[],
): MailRecordExplanation<DkimExplanationCode>[] {
  const text = list.join(', ')
  return text === '' ? [] : [{ part: tag, code, values: { text } }]
}
