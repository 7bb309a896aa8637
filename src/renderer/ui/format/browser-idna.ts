import type { Idna } from '#shared/idna.ts'
import { decodePunycode } from './decode-punycode.ts'

/** Uses the conversion that the browser applies to addresses. */
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
