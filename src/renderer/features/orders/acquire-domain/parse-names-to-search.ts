import { maxTypedNameLength, maxNamesPerSearch } from '#shared/ipc/domain-availability-search.ts'
import { extractHostNames, parseDomainNames } from '#shared/extract-and-parse-domain-names.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

export interface NamesToSearch {
  /** The distinct hosts in the text, as input of the command `orders.search`. */
  names: string[]
  /** Number of look-ups. Each is one call. */
  lookUpCount: number
  /** Why the search is not possible, as a text key under `purchase.acquire`; null when it is possible. */
  problem: 'needsName' | 'tooManyNames' | 'longName' | 'needsTld' | 'noName' | null
}

/** Parses the names in a text and counts the look-ups, by the same rules as main. */
export function parseNamesToSearch(text: string, tlds: readonly string[]): NamesToSearch {
  const names = extractHostNames(text)
  const not = (problem: NamesToSearch['problem']) => ({ names, lookUpCount: 0, problem })
  if (names.length === 0) return not('needsName')
  if (names.some((name) => name.length > maxTypedNameLength)) return not('longName')
  const found = parseDomainNames(names, tlds, idna, maxNamesPerSearch)
  if (found.length > maxNamesPerSearch) return not('tooManyNames')
  const lookUpCount = found.filter(({ name }) => name !== null).length
  if (lookUpCount > 0) return { names, lookUpCount, problem: null }
  return not(tlds.length === 0 && names.some((name) => !name.includes('.')) ? 'needsTld' : 'noName')
}
