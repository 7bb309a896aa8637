import {
  formatSpfRecord,
  formatSpfTerm,
  parseSpfRecord,
  parseSpfTerm,
  spfMechanismNames,
  type SpfQualifier,
  type SpfTerm,
} from '#shared/dns/mail-records/spf-record.ts'

/** `other`: an unknown term or modifier, which is edited as text. */
export const spfRowKinds = [...spfMechanismNames, 'redirect', 'exp', 'other'] as const
export type SpfRowKind = (typeof spfRowKinds)[number]

/** A term in the form. `text`: the target with its prefix length, or the value of a modifier. */
export interface SpfRow {
  qualifier: SpfQualifier
  kind: SpfRowKind
  text: string
}

/** Splits a TXT value into rows. If it is not an SPF record, returns one row: `~all`. */
export function parseSpfRows(value: string): SpfRow[] {
  return (parseSpfRecord(value)?.terms ?? [parseSpfTerm('~all')]).map(rowOfTerm)
}

export function formatSpfRows(rows: readonly SpfRow[]): string {
  return formatSpfRecord({ terms: rows.flatMap(termOfRow) })
}

/** A new row is inserted before `all`, because receivers ignore what follows it. */
export function addSpfRow(rows: readonly SpfRow[]): SpfRow[] {
  const end = rows.findIndex(({ kind }) => kind === 'all')
  return rows.toSpliced(end === -1 ? rows.length : end, 0, { qualifier: '+', kind: 'include', text: '' })
}

/** True for mechanisms only. Modifiers have no qualifier; that of any other term is part of its text. */
export function maySpfRowHaveQualifier({ kind }: SpfRow): boolean {
  return kind !== 'redirect' && kind !== 'exp' && kind !== 'other'
}

function rowOfTerm(term: SpfTerm): SpfRow {
  if (term.kind === 'mechanism')
    return { qualifier: term.qualifier, kind: term.name, text: `${term.target}${term.prefix}` }
  return term.kind === 'modifier' && (term.name === 'redirect' || term.name === 'exp')
    ? { qualifier: '+', kind: term.name, text: term.value }
    : { qualifier: '+', kind: 'other', text: formatSpfTerm(term) }
}

/** Empty for an empty text of the kind `other`. */
function termOfRow({ qualifier, kind, text: typed }: SpfRow): SpfTerm[] {
  // A blank would begin another term.
  const text = typed.replaceAll(/\s+/g, '')
  if (kind === 'other') return text === '' ? [] : [parseSpfTerm(text)]
  if (kind === 'redirect' || kind === 'exp') return [{ kind: 'modifier', name: kind, value: text }]
  const [, target = '', prefix = ''] = /^(.*?)((?:\/\d{1,3})?(?:\/\/\d{1,3})?)$/.exec(text) ?? []
  return [{ kind: 'mechanism', qualifier, name: kind, target, prefix }]
}
