import { parseIpAddress } from '#shared/ip-address.ts'
import { checkLength } from './check-length.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'
import {
  formatSpfTerm,
  parseSpfRecord,
  type SpfMechanism,
  type SpfModifier,
  type SpfRecord,
  type SpfTerm,
} from './spf-record.ts'

/** A receiver stops with an error after this many lookups (RFC 7208, section 4.6.4). */
export const maxSpfLookups = 10

/** Every rule that a TXT value breaks as an SPF record. */
export function checkSpfValue(value: string): MailRecordFinding[] {
  const record = parseSpfRecord(value)
  return record ? [...checkLength(value), ...checkSpfTerms(record)] : [createMailRecordFinding('notSpf')]
}

/** Lookups that the record itself causes. Lookups inside included records are not known here. */
export function countSpfLookups({ terms }: SpfRecord): number {
  const names = ['include', 'a', 'mx', 'ptr', 'exists']
  return terms.filter((term) =>
    term.kind === 'mechanism' ? names.includes(term.name) : term.kind === 'modifier' && isRedirect(term),
  ).length
}

function isRedirect(term: SpfTerm): term is SpfModifier {
  return term.kind === 'modifier' && term.name === 'redirect'
}

function isAll(term: SpfTerm): term is SpfMechanism {
  return term.kind === 'mechanism' && term.name === 'all'
}

function checkSpfTerms(record: SpfRecord): MailRecordFinding[] {
  const lookups = countSpfLookups(record)
  return [
    ...record.terms.flatMap(checkTerm),
    ...checkRepetitions(record.terms),
    ...(lookups > maxSpfLookups ? [createMailRecordFinding('spfLookups', { n: lookups, max: maxSpfLookups })] : []),
    ...checkEnd(record.terms),
  ]
}

function checkTerm(term: SpfTerm): MailRecordFinding[] {
  if (term.kind === 'unknown') return [createMailRecordFinding('spfUnknownTerm', { text: term.text })]
  if (term.kind === 'mechanism') return checkMechanism(term)
  if (term.name !== 'redirect' && term.name !== 'exp')
    return [createMailRecordFinding('spfUnknownModifier', { name: term.name })]
  if (term.value === '') return [createMailRecordFinding('spfTargetMissing', { name: term.name })]
  return isDomainSpec(term.value) ? [] : [createMailRecordFinding('spfDomain', { text: term.value })]
}

function checkMechanism(term: SpfMechanism): MailRecordFinding[] {
  const { name, target, prefix } = term
  switch (name) {
    case 'all':
      return target + prefix === '' ? [] : [createMailRecordFinding('spfUnexpectedTarget', { name })]
    case 'ip4':
    case 'ip6':
      return checkIp(term, name)
    case 'include':
    case 'exists':
    case 'ptr':
    case 'a':
    case 'mx':
      return [
        ...(name === 'ptr' ? [createMailRecordFinding('spfPtr')] : []),
        ...(target === '' && (name === 'include' || name === 'exists')
          ? [createMailRecordFinding('spfTargetMissing', { name })]
          : []),
        ...(target === '' || isDomainSpec(target) ? [] : [createMailRecordFinding('spfDomain', { text: target })]),
        ...(name === 'a' || name === 'mx'
          ? checkPrefix(prefix)
          : prefix === ''
            ? []
            : [createMailRecordFinding('spfUnexpectedPrefix', { name, text: prefix })]),
      ]
  }
}

function checkIp({ target, prefix }: SpfMechanism, name: 'ip4' | 'ip6'): MailRecordFinding[] {
  if (target === '') return [createMailRecordFinding('spfTargetMissing', { name })]
  const version = name === 'ip4' ? 4 : 6
  if (parseIpAddress(target)?.version !== version)
    return [createMailRecordFinding(name === 'ip4' ? 'spfIp4' : 'spfIp6', { text: target })]
  const max = version === 4 ? 32 : 128
  return prefix === '' || isPrefixLength(prefix, max) ? [] : [createMailRecordFinding('spfPrefix', { text: prefix })]
}

/** `/24`, `//64` or `/24//64` (RFC 7208, section 5.3). */
function checkPrefix(prefix: string): MailRecordFinding[] {
  const [, four, six] = /^(\/\d+)?(?:\/(\/\d+))?$/.exec(prefix) ?? []
  const isValid = (!four || isPrefixLength(four, 32)) && (!six || isPrefixLength(six, 128))
  return isValid ? [] : [createMailRecordFinding('spfPrefix', { text: prefix })]
}

function isPrefixLength(text: string, max: number): boolean {
  return /^\/(0|[1-9]\d*)$/.test(text) && Number(text.slice(1)) <= max
}

/** A host name of at least two labels, or a text with macros (RFC 7208, section 7.1). */
function isDomainSpec(text: string): boolean {
  const withoutMacros = text.replaceAll(/%\{[slodiphcrtv]\d*r?[-.+,/_=]*\}|%[%_-]/gi, '')
  if (withoutMacros !== text) return /^[!-$&-~]*$/.test(withoutMacros)
  const labels = text.replace(/\.$/, '').split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label)) &&
    /[a-z]/i.test(labels.at(-1) as string)
  )
}

function checkRepetitions(terms: readonly SpfTerm[]): MailRecordFinding[] {
  const modifiers = terms.flatMap((term) => (term.kind === 'modifier' ? [term.name] : []))
  const repeatedModifiers = ['redirect', 'exp'].filter((name) => modifiers.filter((one) => one === name).length > 1)
  const mechanisms = terms.flatMap((term) =>
    term.kind === 'mechanism' && term.name !== 'all' ? [formatSpfTerm({ ...term, qualifier: '+' }).toLowerCase()] : [],
  )
  const duplicates = new Set(mechanisms.filter((text, index) => mechanisms.indexOf(text) !== index))
  return [
    ...repeatedModifiers.map((name) => createMailRecordFinding('spfRepeatedModifier', { name })),
    ...[...duplicates].map((text) => createMailRecordFinding('spfDuplicate', { text })),
  ]
}

/** What happens to senders that no mechanism names. */
function checkEnd(terms: readonly SpfTerm[]): MailRecordFinding[] {
  const end = terms.findIndex(isAll)
  const all = terms[end]
  if (all === undefined || !isAll(all)) return terms.some(isRedirect) ? [] : [createMailRecordFinding('spfAllMissing')]
  const ignored = terms.slice(end + 1).filter((term) => term.kind === 'mechanism')
  return [
    ...(all.qualifier === '+' ? [createMailRecordFinding('spfAllPass')] : []),
    ...(all.qualifier === '?' ? [createMailRecordFinding('spfAllNeutral')] : []),
    ...(ignored.length > 0
      ? [createMailRecordFinding('spfAfterAll', { text: ignored.map(formatSpfTerm).join(' ') })]
      : []),
    ...(terms.some(isRedirect) ? [createMailRecordFinding('spfRedirectIgnored')] : []),
  ]
}
