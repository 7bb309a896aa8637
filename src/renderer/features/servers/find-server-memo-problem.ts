import { requestFieldRules } from '#shared/api/service-limits.ts'
import { findUnsupportedMemoCharacters } from '#shared/api/find-unsupported-memo-characters.ts'

/** Why a memo cannot be saved: the text key under `serverPage.memo`, with its values. Null if it can. */
export type ServerMemoProblem =
  { key: 'tooLong'; values: { n: number; max: number } } | { key: 'unsupported'; values: { characters: string } } | null

/** Returns a character with its code point, because an unknown one may be shown as a box or not at all. */
function nameOf(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')
  return `${character} (U+${code})`
}

export function findServerMemoProblem(memo: string): ServerMemoProblem {
  const unsupported = findUnsupportedMemoCharacters(memo)
  if (unsupported.length > 0) return { key: 'unsupported', values: { characters: unsupported.map(nameOf).join(', ') } }
  const { max } = requestFieldRules.memo
  return memo.length > max ? { key: 'tooLong', values: { n: memo.length, max } } : null
}
