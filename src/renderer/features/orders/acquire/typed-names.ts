import { longestTyped, mostSearched } from '#shared/ipc/orders.ts'
import { hostsIn, namesIn } from '#shared/typed-names.ts'
import { idna } from '../../../ui/idna.ts'

export interface TypedText {
  /** As the search takes them: each once, those without a dot for each of the TLDs. */
  names: string[]
  /** Each one call. */
  lookUps: number
  /** Why they are not looked up: the key of its text under `shop.acquire`. */
  problem: 'needsName' | 'tooManyNames' | 'longName' | 'needsTld' | 'noName' | null
}

/** The names in a text and how many look-ups they make, as main reads and counts them. */
export function readNames(text: string, tlds: readonly string[]): TypedText {
  const names = hostsIn(text)
  const not = (problem: TypedText['problem']) => ({ names, lookUps: 0, problem })
  if (names.length === 0) return not('needsName')
  if (names.some((name) => name.length > longestTyped)) return not('longName')
  const found = namesIn(names, tlds, idna, mostSearched)
  if (found.length > mostSearched) return not('tooManyNames')
  const lookUps = found.filter(({ name }) => name !== null).length
  if (lookUps > 0) return { names, lookUps, problem: null }
  return not(tlds.length === 0 && names.some((name) => !name.includes('.')) ? 'needsTld' : 'noName')
}
