import { fieldRules } from '#shared/api/limits.ts'

const longest = 12
const shortest = 3
const prefix = 'sv'
const tries = 1000

/** The letters and digits of a wish that a server id may have (section "Server signup and contracts"). */
function toServerIdCharacters(wish: string): string {
  return wish.normalize('NFKC').toLowerCase().replaceAll(/[^a-z0-9]/g, '').replace(/^\d+/, '').slice(0, longest)
}

/**
 * A server id near the wish, or any when nothing of it can be used, that `isKnown` does not know. Only the service tells whether it
 * is free.
 */
export function suggestServerId(wish: string, isKnown: (serverId: string) => boolean, random: () => number): string {
  const wished = toServerIdCharacters(wish)
  if (wished.length >= shortest && !isKnown(wished)) return wished
  const stem = wished === '' ? prefix : wished
  for (let count = 1; count < tries; count += 1) {
    const digits = wished === '' ? String(Math.floor(random() * 1_000_000)).padStart(6, '0') : String(count).padStart(2, '0')
    const id = stem.slice(0, longest - digits.length) + digits
    if (fieldRules.serverId.pattern.test(id) && !isKnown(id)) return id
  }
  return prefix + String(Math.floor(random() * 10_000_000_000)).padStart(10, '0')
}
