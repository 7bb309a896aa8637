import { domainToASCII, domainToUnicode } from 'node:url'

/** One name out of what was typed; `name` is Punycode, null where it cannot be one, and then `problem` says why. */
export interface TypedName {
  typed: string
  name: string | null
  problem: string | null
}

const longest = 253
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Blanks, commas of both languages, semicolons, quotes and brackets: a pasted list has any of them between its names. */
const between = /[\s,;、，､；"'“”「」｢｣『』()（）<>＜＞[\]［］{}｛｝|｜]+/u
const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/gu
/** What a Japanese keyboard types for a dot. */
const dots = /[。｡．]/gu

/**
 * The names in typed or pasted texts, each once, in their order: those with a dot as they are, the others under each of `tlds`.
 * A Japanese name becomes Punycode (section "What the service does"). A line like `https://Example.COM/path` is a name, too.
 */
export function cleanNames(texts: readonly string[], tlds: readonly string[]): TypedName[] {
  const found = new Map<string, TypedName>()
  for (const text of texts) {
    for (const typed of text.split(between)) {
      const host = hostIn(typed)
      if (host === '') continue
      const hosts = host.includes('.') || tlds.length === 0 ? [host] : tlds.map((tld) => `${host}.${hostIn(tld)}`)
      for (const each of hosts) {
        const { name, problem } = toPunycode(each)
        const shown = hosts.length === 1 && each === host ? typed : each
        if (!found.has(name ?? each)) found.set(name ?? each, { typed: shown, name, problem })
      }
    }
  }
  return [...found.values()]
}

/** The host of an address or a mail address, without what a person may have pasted around it. */
function hostIn(typed: string): string {
  const plain = typed.replaceAll(invisible, '').normalize('NFKC').replaceAll(dots, '.').trim().toLowerCase()
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/su.exec(plain) ?? []
  const host = (rest.split(/[/?#\\]/u)[0] ?? '').replace(/^.*@/su, '').replace(/:\d*$/u, '').replaceAll(/^[.*]+|\.+$/gu, '')
  // The host of a web site stands for the name that it belongs to.
  return scheme !== undefined && /^www\.[^.]+\../u.test(host) ? host.slice('www.'.length) : host
}

function toPunycode(host: string): Pick<TypedName, 'name' | 'problem'> {
  const no = (problem: string) => ({ name: null, problem })
  if (!host.includes('.')) return no('a name needs a TLD')
  // The conversion would decode percent signs and take numbers for addresses.
  if (between.test(host) || /[\0-\x7f]/u.test(host.replaceAll(/[a-z0-9.-]/gu, ''))) return no('letters, digits, hyphens and dots only')
  const name = domainToASCII(host).toLowerCase()
  if (name === '') return no('it cannot be written in Punycode')
  if (name.length > longest) return no(`longer than ${longest} characters`)
  const labels = name.split('.')
  if (!labels.every((part) => label.test(part))) return no('each part has 1 to 63 letters, digits and hyphens, and no hyphen at its ends')
  if (/^\d+$/.test(labels.at(-1) as string)) return no('a TLD is no number')
  // What does not decode is left as it was.
  const isReadable = domainToUnicode(name).split('.').every((part) => part !== '' && !part.startsWith('xn--'))
  return isReadable ? { name, problem: null } : no('it cannot be read as Punycode')
}
