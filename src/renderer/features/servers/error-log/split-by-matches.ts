/** Splits a text at every match of a search text. Every second part is a match. Letter case is ignored. */
export function splitByMatches(text: string, search: string): string[] {
  const lowerCase = text.toLowerCase()
  const wanted = search.toLowerCase()
  // A few letters have another length in lower case.
  if (wanted === '' || lowerCase.length !== text.length) return [text]
  const parts: string[] = []
  let end = 0
  for (let at = lowerCase.indexOf(wanted); at >= 0; at = lowerCase.indexOf(wanted, end)) {
    parts.push(text.slice(end, at), text.slice(at, at + wanted.length))
    end = at + wanted.length
  }
  return [...parts, text.slice(end)]
}
