import { domainToASCII, domainToUnicode } from 'node:url'
import { namesIn, type TypedName } from '#shared/typed-names.ts'

const idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }

/** As `namesIn`. */
export function cleanNames(texts: readonly string[], tlds: readonly string[], most?: number): TypedName[] {
  return namesIn(texts, tlds, idna, most)
}
