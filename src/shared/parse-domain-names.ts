import type { Idna } from './idna.ts'

/** One name out of what was typed; `name` is Punycode, null where it cannot be one, and then `problem` says why. */
export interface ParsedDomainName {
  typed: string
  name: string | null
  problem: string | null
}

const maxNameLength = 253
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Blanks, commas of both languages, semicolons, bars, and quotes and brackets of all kinds: a pasted list has any of them between its names. */
const separators = /[\s,;、|"'`<>\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/u
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** What a Japanese keyboard types for a dot. */
const dots = /[。．]/gu
/** How a pasted list numbers its lines: `1.`, `1)`, `(1)`. */
const bracketedNumber = /(?<!\S)\(?\d+\)/gu
const listNumber = /^\d+\.$/u

/**
 * The hosts in a typed or pasted text, each once, in their order, without the numbers of a list. A line like `https://Example.COM/path`
 * holds one, too. A host that is read once more stays what it is.
 */
export function extractHosts(text: string): string[] {
  const plain = text.replaceAll(invisible, '').normalize('NFKC').replaceAll(dots, '.').toLowerCase()
  const pieces = plain.replaceAll(bracketedNumber, ' ').split(separators)
  return [...new Set(pieces.filter((piece) => !listNumber.test(piece)).map(hostOf))].filter((host) => host !== '')
}

/**
 * The names in typed or pasted texts, each once, in their order: those with a dot as they are, the others under each of `tlds`.
 * A Japanese name becomes Punycode (section "What the service does"). It ends with the first beyond `most`: they are too many then.
 */
export function parseDomainNames(
  texts: readonly string[],
  tlds: readonly string[],
  idna: Idna,
  most = Number.POSITIVE_INFINITY,
): ParsedDomainName[] {
  const found = new Map<string, ParsedDomainName>()
  const ends = tlds.map((tld) => extractHosts(tld)[0] ?? '')
  for (const host of new Set(texts.flatMap(extractHosts))) {
    const hosts = host.includes('.') || ends.length === 0 ? [host] : ends.map((end) => `${host}.${end}`)
    for (const typed of hosts) {
      const { name, problem } = toPunycode(typed, idna)
      if (!found.has(name ?? typed)) found.set(name ?? typed, { typed, name, problem })
      if (found.size > most) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** The host of an address or a mail address, without what a person may have pasted around it. */
function hostOf(piece: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/su.exec(piece) ?? []
  const whole = (rest.split(/[/?#\\]/u)[0] ?? '').replace(/^.*@/su, '')
  // What is far too long for a name stays as it is: to search its ends would take very long.
  if (whole.length > 4 * maxNameLength) return whole
  const host = whole.replaceAll(/^[.*]+|(?::\d*|\.)+$/gu, '')
  // The host of a web site stands for the name that it belongs to.
  return scheme !== undefined && /^www\.[^.]+\../u.test(host) ? host.slice('www.'.length) : host
}

function toPunycode(host: string, { toAscii, toUnicode }: Idna): Pick<ParsedDomainName, 'name' | 'problem'> {
  const invalid = (problem: string) => ({ name: null, problem })
  if (!host.includes('.')) return invalid('a name needs a TLD')
  // The conversion would decode percent signs and take numbers for addresses.
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
  const isReadable =
    readable.split('.').every((part) => part !== '' && !part.startsWith('xn--')) &&
    toAscii(readable).toLowerCase() === name
  return isReadable ? { name, problem: null } : invalid('it cannot be read as Punycode')
}
