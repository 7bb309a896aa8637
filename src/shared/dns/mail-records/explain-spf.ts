import type { MailRecordExplanation } from './mail-record-finding.ts'
import {
  formatSpfTerm,
  type SpfMechanism,
  type SpfModifier,
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

/**
 * One explanation for each term, in the order of the record. Receivers ignore mechanisms after `all`, and `redirect`
 * beside it, wherever it stands (RFC 7208, section 5.1).
 */
export function explainSpfRecord({ terms }: SpfRecord): SpfExplanation[] {
  const end = terms.findIndex((term) => term.kind === 'mechanism' && term.name === 'all')
  return terms.map((term, position) => {
    const part = formatSpfTerm(term)
    if (end !== -1 && position > end && term.kind === 'mechanism')
      return { part, code: 'afterAll', result: null, values: {} }
    if (end !== -1 && term.kind === 'modifier' && term.name === 'redirect')
      return { part, code: 'besideAll', result: null, values: {} }
    return { part, ...explainTerm(term) }
  })
}

function explainTerm(term: SpfTerm): Omit<SpfExplanation, 'part'> {
  if (term.kind === 'unknown') return { code: 'unknown', result: null, values: {} }
  if (isValueMissing(term)) return { code: 'noValue', result: null, values: {} }
  if (term.kind === 'mechanism') return { ...explainMechanism(term), result: resultOfSpfQualifier[term.qualifier] }
  const code = term.name === 'redirect' || term.name === 'exp' ? term.name : 'modifier'
  return { code, result: null, values: { domain: term.value } }
}

function isValueMissing(term: SpfMechanism | SpfModifier): boolean {
  if (term.kind === 'modifier') return term.value === '' && (term.name === 'redirect' || term.name === 'exp')
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
        return prefix === '' ? { code: `${name}Own`, values: {} } : { code: `${name}OwnRange`, values: { prefix } }
      return prefix === ''
        ? { code: name, values: { domain: target } }
        : { code: `${name}Range`, values: { domain: target, prefix } }
    case 'ptr':
      return target === '' ? { code: 'ptrOwn', values: {} } : { code: 'ptr', values: { domain: target } }
  }
}
