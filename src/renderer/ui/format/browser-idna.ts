import type { Idna } from '#shared/parse-domain-names.ts'
import { decodePunycode } from './decode-punycode.ts'

/** The browser's own conversion, as for addresses. */
export const idna: Idna = {
  toAscii(host) {
    try {
      return new URL(`https://${host}`).hostname
    } catch {
      return ''
    }
  },
  toUnicode: (name) => decodePunycode(name) ?? name,
}
