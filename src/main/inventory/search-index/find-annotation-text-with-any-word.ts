import type { Annotation } from '#shared/ipc/annotations.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { extractSearchSnippet } from './parse-and-match-search-text.ts'

/**
 * Returns the first tag that contains one of the words, or else the customer, or else the note around them; null when
 * none does. The words are normalized.
 */
export function findAnnotationTextWithAnyWord(
  { tags, customer, note }: Annotation,
  words: readonly string[],
): string | null {
  const hasWord = (text: string): boolean => words.some((word) => normalizeSearchText(text).includes(word))
  const tag = tags.find(hasWord)
  if (tag !== undefined) return tag
  if (hasWord(customer)) return customer
  return hasWord(note) ? extractSearchSnippet(note, words) : null
}
