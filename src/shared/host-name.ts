import type { Idna } from './idna-interface.ts'

/** Limits of DNS (RFC 1035, section 2.3.4), in characters of the ASCII form without a trailing dot. */
export const maxLabelLength = 63
export const maxHostNameLength = 253

/** What can be wrong with a name in its ASCII form. */
export type HostNameProblem =
  'emptyLabel' | 'longLabel' | 'longName' | 'characters' | 'hyphen' | 'wildcard' | 'punycode'

/** The full-width and half-width dots of Japanese keyboards. */
const dots = /[。．｡]/gu

/** Converts full-width letters, digits and dots to ASCII. */
export function toHalfWidth(typed: string): string {
  return typed.normalize('NFKC').replaceAll(dots, '.')
}

/**
 * Returns a name in Punycode, as the service accepts it (API description, section "What the service does"). Labels with
 * characters beyond ASCII are converted one by one, so that underscores, `*` and `@` in other labels are kept. A label
 * that cannot be converted is kept as typed.
 */
export function toAsciiName(typed: string, idna: Idna): string {
  const labels = toHalfWidth(typed).split('.')
  return labels.map((label) => (/^[\0-\x7f]*$/u.test(label) ? label : toAsciiLabel(label, idna))).join('.')
}

function toAsciiLabel(label: string, { toAscii }: Idna): string {
  if (/[\0-,/:-@[-`{-\x7f]/u.test(label)) return label
  // A second label prevents a number from being read as an IP address.
  const converted = toAscii(`${label}.x`)
  return converted.endsWith('.x') ? converted.slice(0, -2) : label
}

/** Returns the form for comparing names: lower case, without a trailing dot. */
export function normalizeHostName(name: string): string {
  return (name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}

/** Ignores letter case and a trailing dot. */
export function isSameHostName(one: string, other: string): boolean {
  return normalizeHostName(one) === normalizeHostName(other)
}

/**
 * Returns the first problem of a name in ASCII without a trailing dot; null for a valid name. Underscores are allowed,
 * because names such as `_dmarc` and `_sip._tcp` contain them. `mayBeWildcard`: the first label may be `*` (RFC 4592).
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
