export interface TextPart {
  text: string
  isMatch: boolean
}

/** The text cut into parts that match what was searched, ignoring case, and those that do not. */
export function highlightMatches(text: string, searched: string): TextPart[] {
  const needle = searched.trim().toLowerCase()
  const parts: TextPart[] = []
  let from = 0
  // Lower-casing may change the length of a few letters; then the positions would not fit.
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
