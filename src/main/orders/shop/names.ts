import { namesIn, type TypedName } from '#shared/typed-names.ts'
import { idna } from '../../idna.ts'

/** As `namesIn`. */
export function cleanNames(texts: readonly string[], tlds: readonly string[], most?: number): TypedName[] {
  return namesIn(texts, tlds, idna, most)
}
