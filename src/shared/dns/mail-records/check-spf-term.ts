import { parseIpAddress } from '#shared/ip-address.ts'
import { createMailRecordFinding, type MailRecordFinding } from './mail-record-finding.ts'
import { canSpfDomainSpecMatchSomeDomain, isSpfDomainSpec, isSpfMacroString } from './check-spf-domain-spec.ts'
import { formatSpfTerm, type SpfMechanism, type SpfTerm } from './spf-record.ts'

/** Returns the rules that one term breaks by itself. */
export function checkSpfTerm(term: SpfTerm): MailRecordFinding[] {
  if (term.kind === 'unknown') return [createMailRecordFinding('spfUnknownTerm', { text: term.text })]
  if (term.kind === 'mechanism') return checkMechanism(term)
  if (term.name !== 'redirect' && term.name !== 'exp')
    return isSpfMacroString(term.value)
      ? [createMailRecordFinding('spfUnknownModifier', { name: term.name })]
      : [createMailRecordFinding('spfUnknownTerm', { text: formatSpfTerm(term) })]
  if (term.value === '') return [createMailRecordFinding('spfTargetMissing', { name: term.name })]
  return checkDomain(term.value)
}

/** Returns true if the term makes the whole record invalid for receivers, at any position (RFC 7208, section 4.6). */
export function isSpfSyntaxError(term: SpfTerm): boolean {
  return checkSpfTerm(term).some(
    ({ code, severity, values }) =>
      severity === 'error' && !(code === 'spfDomain' && isSpfDomainSpec(String(values['text']))),
  )
}

/** Returns true if the term is valid by its syntax, but names a domain that cannot exist. */
export function hasImpossibleSpfDomain(term: SpfTerm): boolean {
  return !isSpfSyntaxError(term) && checkSpfTerm(term).some(({ code }) => code === 'spfDomain')
}

function checkDomain(text: string): MailRecordFinding[] {
  return canSpfDomainSpecMatchSomeDomain(text) ? [] : [createMailRecordFinding('spfDomain', { text })]
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
        ...(target === '' ? [] : checkDomain(target)),
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
