import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

/**
 * Returns the title of a hit in the list. The host of a record is decoded from Punycode. Domain names are decoded
 * before.
 */
export function decodeSearchHitTitle({ kind, title }: Pick<SearchHit, 'kind' | 'title'>): string {
  return kind === 'record' ? (decodePunycode(title) ?? title) : title
}
