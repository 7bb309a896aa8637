import type { Idna } from './idna-interface.ts'

/**
 * One name from a typed text. `name` is in Punycode. It is null when `typed` is not a valid name; `problem` says why.
 */
export interface ParsedDomainName {
  typed: string
  name: string | null
  problem: string | null
}

const maxNameLength = 253
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/**
 * What separates the names of a pasted list: blanks, English and Japanese commas, semicolons, bars, quotes, brackets.
 */
const separators = /[\s,;、|"'`<>\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/u
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** The full-width dots of Japanese keyboards. */
const dots = /[。．]/gu
/** Line numbers of a pasted list: `1)` and `(1)` here, `1.` in `listNumber`. */
const bracketedNumber = /(?<!\S)\(?\d+\)/gu
const listNumber = /^\d+\.$/u

/**
 * Returns the host names in a typed or pasted text, each once, in order, without the line numbers of a list. The host
 * of a URL such as `https://Example.COM/path` counts, too. The function is idempotent: extracting from a result changes
 * nothing.
 */
export function extractHostNames(text: string): string[] {
  const plain = text.replaceAll(invisible, '').normalize('NFKC').replaceAll(dots, '.').toLowerCase()
  const pieces = plain.replaceAll(bracketedNumber, ' ').split(separators)
  return [...new Set(pieces.filter((piece) => !listNumber.test(piece)).map(hostOf))].filter((host) => host !== '')
}

/**
 * Returns the names in typed or pasted texts, each once, in order. A name without a dot is combined with each of
 * `tlds`. A Japanese name becomes Punycode (API description, section "What the service does"). With more than
 * `maxNames` names, the result has `maxNames + 1` entries, so that the caller sees that there are too many.
 */
export function parseDomainNames(
  texts: readonly string[],
  tlds: readonly string[],
  idna: Idna,
  maxNames = Number.POSITIVE_INFINITY,
): ParsedDomainName[] {
  const found = new Map<string, ParsedDomainName>()
  const ends = tlds.map((tld) => extractHostNames(tld)[0] ?? '')
  for (const host of new Set(texts.flatMap(extractHostNames))) {
    const hosts = host.includes('.') || ends.length === 0 ? [host] : ends.map((end) => `${host}.${end}`)
    for (const typed of hosts) {
      const { name, problem } = toPunycode(typed, idna)
      if (!found.has(name ?? typed)) found.set(name ?? typed, { typed, name, problem })
      if (found.size > maxNames) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** Returns the host of a URL or a mail address, without leading and trailing characters that were pasted with it. */
function hostOf(piece: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/su.exec(piece) ?? []
  const whole = (rest.split(/[/?#\\]/u)[0] ?? '').replace(/^.*@/su, '')
  // A text far too long for a name is returned unchanged: the regular expression below would take very long on it.
  if (whole.length > 4 * maxNameLength) return whole
  const host = whole.replaceAll(/^[.*]+|(?::\d*|\.)+$/gu, '')
  // In a URL, `www.` belongs to the web site, not to the registered name.
  return scheme !== undefined && /^www\.[^.]+\../u.test(host) ? host.slice('www.'.length) : host
}

function toPunycode(host: string, { toAscii, toUnicode }: Idna): Pick<ParsedDomainName, 'name' | 'problem'> {
  const invalid = (problem: string) => ({ name: null, problem })
  if (!host.includes('.')) return invalid('a name needs a TLD')
  // The platform's conversion would decode percent signs and read numbers as IP addresses.
  if (/[\0-\x7f]/u.test(host.replaceAll(/[a-z0-9.-]/gu, ''))) return invalid('letters, digits, hyphens and dots only')
  const isPlain = /^[a-z0-9.-]+$/u.test(host) && !/(^|\.)xn--/u.test(host)
  const name = isPlain ? host : toAscii(host).toLowerCase()
  if (name === '') return invalid('it cannot be written in Punycode')
  if (name.length > maxNameLength) return invalid(`longer than ${maxNameLength} characters`)
  const labels = name.split('.')
  if (!labels.every((part) => label.test(part)))
    return invalid('each part has 1 to 63 letters, digits and hyphens, and no hyphen at its ends')
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) as string)) return invalid('a TLD is no number')
  if (isPlain) return { name, problem: null }
  const readable = toUnicode(name)
  // Brackets and other separators can be encoded in Punycode, but such a name would be taken apart when it is pasted.
  const hosts = extractHostNames(readable)
  const isReadable =
    readable.split('.').every((part) => part !== '' && !part.startsWith('xn--')) &&
    hosts.length === 1 &&
    toAscii(hosts[0] as string).toLowerCase() === name
  return isReadable ? { name, problem: null } : invalid('it cannot be read as Punycode')
}
