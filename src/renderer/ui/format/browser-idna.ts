import type { Idna } from '#shared/idna-interface.ts'
import { decodePunycode } from './decode-punycode.ts'

/**
 * `toAscii` uses the URL parser of the browser. `toUnicode` uses `decodePunycode`, because browsers convert only to
 * ASCII.
 */
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
