import type { MailRecordExplanation } from './mail-record-finding.ts'
import { isSpfRecordInvalid, classifySpfTermEffects, type SpfTermEffect } from './classify-spf-terms.ts'
import {
  formatSpfTerm,
  spfVersion,
  type SpfMechanism,
  type SpfQualifier,
  type SpfRecord,
  type SpfTerm,
} from './spf-record.ts'

/** What the receiver concludes about the senders that a part names. Null for a part that names no senders. */
export const spfResults = ['pass', 'fail', 'softfail', 'neutral'] as const
export type SpfResult = (typeof spfResults)[number]

export const spfExplanationCodes = [
  'all',
  'include',
  'a',
  'aRange',
  'aOwn',
  'aOwnRange',
  'mx',
  'mxRange',
  'mxOwn',
  'mxOwnRange',
  'ptr',
  'ptrOwn',
  'ip',
  'ipRange',
  'exists',
  'redirect',
  'exp',
  'modifier',
  'unknown',
  'noValue',
  'afterAll',
  'besideAll',
  'notReached',
  'noRefusal',
  'unused',
  'recordInvalid',
  'severalRecords',
] as const
export type SpfExplanationCode = (typeof spfExplanationCodes)[number]

export interface SpfExplanation extends MailRecordExplanation<SpfExplanationCode> {
  result: SpfResult | null
}

export const spfResultByQualifier = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
} as const satisfies Record<SpfQualifier, SpfResult>

/**
 * Returns one explanation for each term, in the order of the record. If receivers use no part of the record, the first
 * explanation says why. `isOneOfSeveral`: the host has other SPF records (RFC 7208, section 4.5).
 */
export function explainSpfRecord(record: SpfRecord, { isOneOfSeveral = false } = {}): SpfExplanation[] {
  const whole = isOneOfSeveral ? 'severalRecords' : isSpfRecordInvalid(record) ? 'recordInvalid' : null
  const effects = classifySpfTermEffects(record)
  return [
    ...(whole === null ? [] : [{ part: spfVersion, code: whole, result: null, values: {} } as const]),
    ...record.terms.map((term, position) => {
      const effect = effects[position] as SpfTermEffect
      return {
        part: formatSpfTerm(term),
        ...explainTerm(term, isOneOfSeveral && effect !== 'invalid' ? 'unused' : effect),
      }
    }),
  ]
}

function explainTerm(term: SpfTerm, effect: SpfTermEffect): Omit<SpfExplanation, 'part'> {
  if (term.kind === 'unknown' || effect === 'invalid')
    return { code: isValueMissing(term) ? 'noValue' : 'unknown', result: null, values: {} }
  if (effect !== 'used') return { code: effect, result: null, values: {} }
  if (term.kind === 'mechanism') return { ...explainMechanism(term), result: spfResultByQualifier[term.qualifier] }
  const code = term.name === 'redirect' || term.name === 'exp' ? term.name : 'modifier'
  return { code, result: null, values: { domain: term.value } }
}

function isValueMissing(term: SpfTerm): boolean {
  if (term.kind === 'unknown') return false
  if (term.kind === 'modifier') return term.value === ''
  return term.target === '' && ['include', 'exists', 'ip4', 'ip6'].includes(term.name)
}

function explainMechanism({ name, target, prefix }: SpfMechanism): Pick<SpfExplanation, 'code' | 'values'> {
  switch (name) {
    case 'all':
      return { code: 'all', values: {} }
    case 'ip4':
    case 'ip6':
      return { code: prefix === '' ? 'ip' : 'ipRange', values: { address: `${target}${prefix}` } }
    case 'include':
    case 'exists':
      return { code: name, values: { domain: target } }
    case 'a':
    case 'mx':
      if (target === '')
        return prefix === ''
          ? { code: `${name}Own`, values: {} }
          : { code: `${name}OwnRange`, values: { prefix: describePrefix(prefix) } }
      return prefix === ''
        ? { code: name, values: { domain: target } }
        : { code: `${name}Range`, values: { domain: target, prefix: describePrefix(prefix) } }
    case 'ptr':
      return target === '' ? { code: 'ptrOwn', values: {} } : { code: 'ptr', values: { domain: target } }
  }
}

/** Returns the prefix lengths of both versions, each of which applies only to the addresses of its version. */
function describePrefix(prefix: string): string {
  const [, four, six] = /^(\/\d+)?(?:\/(\/\d+))?$/.exec(prefix) ?? []
  return [four && `IPv4 ${four}`, six && `IPv6 ${six}`].filter(Boolean).join(', ')
}
