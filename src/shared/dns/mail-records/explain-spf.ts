import type { MailRecordExplanation } from './mail-record-finding.ts'
import { formatSpfTerm, type SpfMechanism, type SpfQualifier, type SpfRecord, type SpfTerm } from './spf-record.ts'

/** What the receiver concludes about the senders that a part names. Null for a part that names no senders. */
export const spfResults = ['pass', 'fail', 'softfail', 'neutral'] as const
export type SpfResult = (typeof spfResults)[number]

export const spfExplanationCodes = [
  'all',
  'include',
  'a',
  'aOwn',
  'mx',
  'mxOwn',
  'ptr',
  'ptrOwn',
  'ip',
  'ipRange',
  'exists',
  'redirect',
  'exp',
  'modifier',
  'unknown',
] as const
export type SpfExplanationCode = (typeof spfExplanationCodes)[number]

export interface SpfExplanation extends MailRecordExplanation<SpfExplanationCode> {
  result: SpfResult | null
}

export const resultOfSpfQualifier = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
} as const satisfies Record<SpfQualifier, SpfResult>

/** One explanation for each term, in the order of the record. */
export function explainSpfRecord({ terms }: SpfRecord): SpfExplanation[] {
  return terms.map((term) => ({ part: formatSpfTerm(term), ...explainTerm(term) }))
}

function explainTerm(term: SpfTerm): Omit<SpfExplanation, 'part'> {
  if (term.kind === 'unknown') return { code: 'unknown', result: null, values: {} }
  if (term.kind === 'mechanism') return { ...explainMechanism(term), result: resultOfSpfQualifier[term.qualifier] }
  const code = term.name === 'redirect' || term.name === 'exp' ? term.name : 'modifier'
  return { code, result: null, values: { domain: term.value } }
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
    case 'ptr':
      return target === ''
        ? { code: `${name}Own`, values: { prefix } }
        : { code: name, values: { domain: `${target}${prefix}` } }
  }
}
