/**
 * What a receiver concludes when a mechanism matches: `+` pass, `-` fail, `~` softfail, `?` neutral (RFC 7208, 4.6.2).
 */
export const spfQualifiers = ['+', '-', '~', '?'] as const
export type SpfQualifier = (typeof spfQualifiers)[number]

export const spfMechanismNames = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const
export type SpfMechanismName = (typeof spfMechanismNames)[number]

/**
 * A statement about senders. `target`: the domain or address; empty for the domain itself. `prefix`: the prefix lengths
 * with their slashes, such as `/24`, or `/24//64` for `a` and `mx`.
 */
export interface SpfMechanism {
  kind: 'mechanism'
  qualifier: SpfQualifier
  name: SpfMechanismName
  target: string
  prefix: string
}

/** `redirect=`, `exp=`, or an unknown one, which receivers ignore. `name` is in lower case. */
export interface SpfModifier {
  kind: 'modifier'
  name: string
  value: string
}

/** A term that is neither a mechanism nor a modifier. */
export interface SpfUnknownTerm {
  kind: 'unknown'
  text: string
}

export type SpfTerm = SpfMechanism | SpfModifier | SpfUnknownTerm

export interface SpfRecord {
  terms: SpfTerm[]
}

export const spfVersion = 'v=spf1'

/** Returns true if a TXT value is an SPF record (RFC 7208, section 4.5). */
export function isSpfRecord(value: string): boolean {
  return /^v=spf1( |$)/i.test(value)
}

/** Null if the value is not an SPF record. Nothing is dropped: what is not understood becomes an unknown term. */
export function parseSpfRecord(value: string): SpfRecord | null {
  if (!isSpfRecord(value)) return null
  const [, ...terms] = value.trimEnd().split(/ +/)
  return { terms: terms.map(parseSpfTerm) }
}

/** Parses one term, such as `-all` or `include:spf.example.net`. */
export function parseSpfTerm(text: string): SpfTerm {
  const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/is.exec(text)
  if (modifier) return { kind: 'modifier', name: (modifier[1] as string).toLowerCase(), value: modifier[2] as string }
  const [, sign, typedName, rest = ''] = /^([+\-~?]?)([a-z0-9]+)([:/].*)?$/is.exec(text) ?? []
  const name = typedName?.toLowerCase()
  if (!isMechanismName(name)) return { kind: 'unknown', text }
  const parts = /^(?::(?<target>[^/].*?)?)?(?<prefix>(?:\/\d{1,3})?(?:\/\/\d{1,3})?)$/s.exec(rest)?.groups
  // A colon with nothing after it is an error, which a mechanism without a target cannot express.
  if (!parts || (rest.startsWith(':') && parts['target'] === undefined)) return { kind: 'unknown', text }
  const { target = '', prefix = '' } = parts
  return { kind: 'mechanism', qualifier: (sign || '+') as SpfQualifier, name, target, prefix }
}

function isMechanismName(name: string | undefined): name is SpfMechanismName {
  return (spfMechanismNames as readonly (string | undefined)[]).includes(name)
}

/** Returns the TXT value of a record. The qualifier `+` is left out, because it is the default. */
export function formatSpfRecord({ terms }: SpfRecord): string {
  return [spfVersion, ...terms.map(formatSpfTerm)].join(' ')
}

export function formatSpfTerm(term: SpfTerm): string {
  if (term.kind === 'unknown') return term.text
  if (term.kind === 'modifier') return `${term.name}=${term.value}`
  const sign = term.qualifier === '+' ? '' : term.qualifier
  return `${sign}${term.name}${term.target === '' ? '' : `:${term.target}`}${term.prefix}`
}
