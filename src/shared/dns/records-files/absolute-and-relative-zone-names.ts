import { normalizeHostName, toAsciiName } from '#shared/host-name.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { hasInvalidTxtEscape } from '#shared/dns/records/txt-content.ts'
import { fromUtf8ByteString } from '#shared/utf8-byte-string.ts'
import { maxNameLengthForPunycode } from './records-file-limits.ts'

/**
 * Returns a name as written in a zone file, in Punycode and without needless escapes. Escapes of characters that no
 * host name contains are kept, so that the record rules refuse the name and `\.` is not taken for a dot. Null for an
 * invalid escape.
 */
export function unescapeNameInZoneFile(name: string, idna: Idna): string | null {
  if (name.length > maxNameLengthForPunycode) return name
  if (!name.includes('\\')) return toAsciiName(name, idna)
  if (hasInvalidTxtEscape(name)) return null
  const bytes = name.replaceAll(/\\(?:(\d{3})|(.))/gsu, (escape, code: string | undefined, letter: string) => {
    const character = code === undefined ? letter : String.fromCharCode(Number(code))
    if (/^[a-z0-9_*-]$/i.test(character)) return character
    return code !== undefined && /^[\x80-\xff]$/.test(character) ? character : escape
  })
  const isEscapedUtf8 = /[\x80-\xff]/.test(bytes) && /^[\0-\x7f]*$/.test(name)
  return toAsciiName((isEscapedUtf8 ? fromUtf8ByteString(bytes) : null) ?? bytes, idna)
}

function endsWithDot(name: string): boolean {
  return name.endsWith('.') && /(?<!\\)(?:\\\\)*\.$/.test(name)
}

/** Returns the full name without the trailing dot; empty for the root. `origin` has the same form. */
export function toAbsoluteName(name: string, origin: string): string {
  if (name === '@') return origin
  if (endsWithDot(name)) return name.slice(0, -1)
  return origin === '' ? name : `${name}.${origin}`
}

/** Like `toHostRelativeToZone`, but keeps the letter case of the name. */
export function toHostRelativeToZoneKeepingCase(name: string, domain: string): string | null {
  if (normalizeHostName(name) === domain) return '@'
  const host = name.slice(0, -domain.length - 1)
  return host !== '' && name.slice(host.length).toLowerCase() === `.${domain}` ? host : null
}
