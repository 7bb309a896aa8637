import { requestFieldRules } from '#shared/api/service-limits.ts'

const longest = 12
const shortest = 3
const prefix = 'sv'
const tries = 1000

/** The characters of a wish that a server id may contain (API description, section "Server signup and contracts"). */
function toServerIdCharacters(wish: string): string {
  return wish
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, longest)
}

/**
 * Returns a server ID that resembles the wish, or a random one, for which `isKnown` is false. Only the service knows
 * whether the ID is free.
 */
export function proposeUnusedServerId(
  wish: string,
  isKnown: (serverId: string) => boolean,
  random: () => number,
): string {
  const wished = toServerIdCharacters(wish)
  if (wished.length >= shortest && !isKnown(wished)) return wished
  const stem = wished === '' ? prefix : wished
  for (let count = 1; count < tries; count += 1) {
    const digits =
      wished === '' ? String(Math.floor(random() * 1_000_000)).padStart(6, '0') : String(count).padStart(2, '0')
    const id = stem.slice(0, longest - digits.length) + digits
    if (requestFieldRules.serverId.pattern.test(id) && !isKnown(id)) return id
  }
  return prefix + String(Math.floor(random() * 10_000_000_000)).padStart(10, '0')
}
