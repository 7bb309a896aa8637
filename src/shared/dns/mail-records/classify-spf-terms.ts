import { isSpfSyntaxError, hasImpossibleSpfDomain } from './check-spf-term.ts'
import type { SpfRecord, SpfTerm } from './spf-record.ts'

/** A receiver stops with an error after this many lookups (RFC 7208, section 4.6.4). */
export const maxSpfLookups = 10

/**
 * What receivers do with a term. `invalid`: the term has an error, which may make the whole record invalid. `unused`:
 * the term is valid, but the record is invalid. `afterAll`, `besideAll`: ignored (RFC 7208, sections 5.1 and 6.1).
 * `notReached`: receivers stop with an error there or earlier. `noRefusal`: the term explains refusals, but this record
 * cannot cause a refusal (section 6.2).
 */
export type SpfTermEffect = 'used' | 'invalid' | 'unused' | 'afterAll' | 'besideAll' | 'notReached' | 'noRefusal'

/**
 * Returns true if the record is invalid as a whole: each syntax error, and `redirect` or `exp` twice (sections 4.6 and
 * 6).
 */
export function isSpfRecordInvalid({ terms }: SpfRecord): boolean {
  return terms.some(isSpfSyntaxError) || findRepeatedSpfModifiers({ terms }).length > 0
}

/** `redirect` and `exp`, which only occur once in a valid record. */
export function findRepeatedSpfModifiers({ terms }: SpfRecord): string[] {
  return ['redirect', 'exp'].filter((name) => terms.filter((term) => isModifier(term, name)).length > 1)
}

/**
 * Lookups that the record itself can cause, without the terms that receivers ignore beside `all`. Lookups inside
 * included records are not known here.
 */
export function countSpfLookups(record: SpfRecord): number {
  return evaluationOrder(record).filter(causesLookup).length
}

/** Returns one effect for each term, in the order of the record. */
export function classifySpfTermEffects(record: SpfRecord): SpfTermEffect[] {
  const { terms } = record
  if (isSpfRecordInvalid(record)) return terms.map((term) => (isSpfSyntaxError(term) ? 'invalid' : 'unused'))
  const reached = reachedTerms(record)
  const mayRefuse = reached.some((term) => term.kind === 'mechanism' && term.qualifier === '-')
  const end = terms.findIndex(isSpfAll)
  return terms.map((term, position) => {
    if (end !== -1 && position > end && term.kind === 'mechanism') return 'afterAll'
    if (end !== -1 && isModifier(term, 'redirect')) return 'besideAll'
    if (hasImpossibleSpfDomain(term)) return 'invalid'
    if (isModifier(term, 'exp')) return mayRefuse ? 'used' : 'noRefusal'
    return term.kind === 'modifier' && !isModifier(term, 'redirect')
      ? 'used'
      : reached.includes(term)
        ? 'used'
        : 'notReached'
  })
}

export function isSpfAll(term: SpfTerm): boolean {
  return term.kind === 'mechanism' && term.name === 'all'
}

export function isSpfRedirect(term: SpfTerm): boolean {
  return isModifier(term, 'redirect')
}

function isModifier(term: SpfTerm, name: string): boolean {
  return term.kind === 'modifier' && term.name === name
}

/**
 * Returns the mechanisms up to `all`; without `all`, every mechanism and then `redirect`, at any position (section
 * 6.1).
 */
function evaluationOrder({ terms }: SpfRecord): SpfTerm[] {
  const mechanisms = terms.filter(({ kind }) => kind === 'mechanism')
  const end = mechanisms.findIndex(isSpfAll)
  return end === -1 ? [...mechanisms, ...terms.filter(isSpfRedirect)] : mechanisms.slice(0, end + 1)
}

/**
 * Returns the terms that a receiver reaches. A receiver stops at the lookup limit, or where it needs the SPF record of
 * an impossible domain.
 */
function reachedTerms(record: SpfRecord): SpfTerm[] {
  const order = evaluationOrder(record)
  let lookups = 0
  const stop = order.findIndex((term) => {
    if (causesLookup(term)) lookups += 1
    return lookups > maxSpfLookups || (hasImpossibleSpfDomain(term) && needsRecordOfTarget(term))
  })
  return stop === -1 ? order : order.slice(0, stop)
}

/** `include` and `redirect` are errors where the target has no SPF record (RFC 7208, sections 5.2 and 6.1). */
function needsRecordOfTarget(term: SpfTerm): boolean {
  return term.kind !== 'unknown' && (term.name === 'include' || term.name === 'redirect')
}

function causesLookup(term: SpfTerm): boolean {
  return term.kind === 'mechanism'
    ? ['include', 'a', 'mx', 'ptr', 'exists'].includes(term.name)
    : isModifier(term, 'redirect')
}
