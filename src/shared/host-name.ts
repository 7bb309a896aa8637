import type { Idna } from './idna.ts'

/** The DNS's own numbers (RFC 1035, section 2.3.4), in characters of the ASCII form without a trailing dot. */
export const maxLabelLength = 63
export const maxHostNameLength = 253

/** What can be wrong with a name in its ASCII form. */
export type HostNameProblem =
  'emptyLabel' | 'longLabel' | 'longName' | 'characters' | 'hyphen' | 'wildcard' | 'punycode'

/** What a Japanese keyboard types for a dot. */
const dots = /[。．｡]/gu

/** Letters and dots of a Japanese keyboard as the ASCII ones that they stand for. */
export function toHalfWidth(typed: string): string {
  return typed.normalize('NFKC').replaceAll(dots, '.')
}

/**
 * A name in Punycode, as the service takes it (section "What the service does"): labels beyond ASCII are converted one by one, so that
 * underscores, `*` and `@` beside them stay. A label that cannot be converted stays as it was typed.
 */
export function toAsciiName(typed: string, idna: Idna): string {
  const labels = toHalfWidth(typed).split('.')
  return labels.map((label) => (/^[\0-\x7f]*$/u.test(label) ? label : toAsciiLabel(label, idna))).join('.')
}

function toAsciiLabel(label: string, { toAscii }: Idna): string {
  if (/[\0-,/:-@[-`{-\x7f]/u.test(label)) return label
  // With a label behind it a number is not taken for an address.
  const converted = toAscii(`${label}.x`)
  return converted.endsWith('.x') ? converted.slice(0, -2) : label
}

/** A name to compare: lower case, without a trailing dot. */
export function normalizeHostName(name: string): string {
  return (name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}

/** Names that differ in letter case or by a trailing dot are one. */
export function isSameHostName(one: string, other: string): boolean {
  return normalizeHostName(one) === normalizeHostName(other)
}

/**
 * The first thing wrong with a name in ASCII, without a trailing dot; null when nothing is. Underscores are letters here, because names
 * of services and keys have them. `mayBeWildcard`: its first label may be `*` (RFC 4592).
 */
export function findHostNameProblem(
  name: string,
  idna: Idna,
  { mayBeWildcard }: { mayBeWildcard: boolean },
): HostNameProblem | null {
  const labels = name.split('.')
  const checked = mayBeWildcard && labels[0] === '*' ? labels.slice(1) : labels
  if (checked.includes('')) return 'emptyLabel'
  if (checked.some((label) => label.includes('*'))) return 'wildcard'
  if (checked.some((label) => !/^[a-z0-9_-]+$/i.test(label))) return 'characters'
  if (checked.some((label) => label.length > maxLabelLength)) return 'longLabel'
  if (checked.some((label) => label.startsWith('-') || label.endsWith('-'))) return 'hyphen'
  if (!checked.every((label) => isReadablePunycode(label, idna))) return 'punycode'
  return name.length > maxHostNameLength ? 'longName' : null
}

function isReadablePunycode(label: string, { toAscii, toUnicode }: Idna): boolean {
  if (!/^xn--/i.test(label)) return true
  const lower = label.toLowerCase()
  const readable = toUnicode(lower)
  return readable !== '' && readable !== lower && toAscii(`${readable}.x`).toLowerCase() === `${lower}.x`
}
