export interface HighlightedTextPart {
  text: string
  isMatch: boolean
}

/** Splits a text into parts that match the searched text, ignoring case, and parts that do not. */
export function highlightMatches(text: string, searched: string): HighlightedTextPart[] {
  const needle = searched.trim().toLowerCase()
  const parts: HighlightedTextPart[] = []
  let from = 0
  // Lower case changes the length of a few letters, and then positions differ. Such a text is not highlighted.
  const haystack = text.toLowerCase()
  if (needle !== '' && haystack.length === text.length) {
    for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, from)) {
      if (at > from) parts.push({ text: text.slice(from, at), isMatch: false })
      from = at + needle.length
      parts.push({ text: text.slice(at, from), isMatch: true })
    }
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false })
  return parts
}
