import { maxTypedNameLength, maxSearchNames } from '#shared/ipc/name-search.ts'
import { extractHosts, parseDomainNames } from '#shared/parse-domain-names.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

export interface NamesToSearch {
  /** As the search takes them: each once, those without a dot for each of the TLDs. */
  names: string[]
  /** Each one call. */
  lookUps: number
  /** Why they are not looked up: the key of its text under `shop.acquire`. */
  problem: 'needsName' | 'tooManyNames' | 'longName' | 'needsTld' | 'noName' | null
}

/** The names in a text and how many look-ups they make, as main reads and counts them. */
export function parseNamesToSearch(text: string, tlds: readonly string[]): NamesToSearch {
  const names = extractHosts(text)
  const not = (problem: NamesToSearch['problem']) => ({ names, lookUps: 0, problem })
  if (names.length === 0) return not('needsName')
  if (names.some((name) => name.length > maxTypedNameLength)) return not('longName')
  const found = parseDomainNames(names, tlds, idna, maxSearchNames)
  if (found.length > maxSearchNames) return not('tooManyNames')
  const lookUps = found.filter(({ name }) => name !== null).length
  if (lookUps > 0) return { names, lookUps, problem: null }
  return not(tlds.length === 0 && names.some((name) => !name.includes('.')) ? 'needsTld' : 'noName')
}
