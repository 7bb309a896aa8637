import { checkMailRecordLength } from './check-mail-record-length.ts'
import { checkSpfTerm } from './check-spf-term.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'
import {
  countSpfLookups,
  isSpfAll,
  isSpfRecordInvalid,
  isSpfRedirect,
  maxSpfLookups,
  findRepeatedSpfModifiers,
  classifySpfTermEffects,
} from './classify-spf-terms.ts'
import { formatSpfTerm, parseSpfRecord, type SpfRecord, type SpfTerm } from './spf-record.ts'

/**
 * Findings that say what receivers do with a record, so they would be untrue of a record that receivers do not use at
 * all.
 */
const effects: ReadonlySet<string> = new Set([
  'spfAllPass',
  'spfAllNeutral',
  'spfAfterAll',
  'spfRedirectIgnored',
  'spfUnknownModifier',
  'spfLookups',
])

/** Returns every rule that a TXT value breaks as an SPF record. `isOneOfSeveral`: as in `explainSpfRecord`. */
export function checkSpfValue(value: string, { isOneOfSeveral = false } = {}): MailRecordFinding[] {
  const record = parseSpfRecord(value)
  if (!record) return [createMailRecordFinding('notSpf')]
  const isUnused = isOneOfSeveral || isSpfRecordInvalid(record)
  return [
    ...checkMailRecordLength(value),
    ...checkSpfTerms(record).filter(({ code }) => !isUnused || !effects.has(code)),
  ]
}

function checkSpfTerms(record: SpfRecord): MailRecordFinding[] {
  const lookups = countSpfLookups(record)
  const isOverLimit = lookups > maxSpfLookups
  return [
    ...record.terms.flatMap(checkSpfTerm),
    ...findRepeatedSpfModifiers(record).map((name) => createMailRecordFinding('spfRepeatedModifier', { name })),
    ...checkRepeatedMechanisms(record.terms),
    ...(isOverLimit ? [createMailRecordFinding('spfLookups', { n: lookups, max: maxSpfLookups })] : []),
    ...(isOverLimit ? [] : checkAll(record)),
    ...checkIgnored(record.terms),
  ]
}

function checkRepeatedMechanisms(terms: readonly SpfTerm[]): MailRecordFinding[] {
  const mechanisms = terms.flatMap((term) =>
    term.kind === 'mechanism' && term.name !== 'all' ? [comparable(formatSpfTerm({ ...term, qualifier: '+' }))] : [],
  )
  const duplicates = new Set(mechanisms.filter((text, index) => mechanisms.indexOf(text) !== index))
  return [...duplicates].map((text) => createMailRecordFinding('spfDuplicate', { text }))
}

/** A macro in upper case is escaped for URLs (RFC 7208, section 7.3), so it is a different macro. */
function comparable(text: string): string {
  return text.includes('%') ? text : text.toLowerCase()
}

/** Returns what happens to senders that no other mechanism names. */
function checkAll(record: SpfRecord): MailRecordFinding[] {
  const { terms } = record
  const all = terms.find(isSpfAll)
  if (all === undefined) return terms.some(isSpfRedirect) ? [] : [createMailRecordFinding('spfAllMissing')]
  // Receivers may stop with an error before `all`.
  if (all.kind !== 'mechanism' || classifySpfTermEffects(record)[terms.indexOf(all)] === 'notReached') return []
  return [
    ...(all.qualifier === '+' ? [createMailRecordFinding('spfAllPass')] : []),
    ...(all.qualifier === '?' ? [createMailRecordFinding('spfAllNeutral')] : []),
  ]
}

function checkIgnored(terms: readonly SpfTerm[]): MailRecordFinding[] {
  const end = terms.findIndex(isSpfAll)
  if (end === -1) return []
  const ignored = terms.slice(end + 1).filter((term) => term.kind === 'mechanism')
  return [
    ...(ignored.length > 0
      ? [createMailRecordFinding('spfAfterAll', { text: ignored.map(formatSpfTerm).join(' ') })]
      : []),
    ...(terms.some(isSpfRedirect) ? [createMailRecordFinding('spfRedirectIgnored')] : []),
  ]
}
