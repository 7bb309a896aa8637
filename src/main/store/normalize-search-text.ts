/** Normalizes text for search: compatibility forms (such as full-width letters) to plain ones, then lower case. */
export function normalizeSearchText(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
