import type { Idna } from '#shared/typed-names.ts'
import { decodeName } from './decode-name.ts'

/** The browser's own conversion, as for addresses. */
export const idna: Idna = {
  toAscii(host) {
    try {
      return new URL(`https://${host}`).hostname
    } catch {
      return ''
    }
  },
  toUnicode: (name) => decodeName(name) ?? name,
}
