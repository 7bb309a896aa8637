import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'
import type { PaletteCommand } from './usePaletteCommands.ts'
import { rankPaletteCommand, normalizePaletteText, findMatchingPaletteCommands } from './rank-palette-commands.ts'
import { decodeSearchHitTitle } from './decode-search-hit-title.ts'

export type PaletteGroupName = SearchHit['kind'] | 'customer' | 'more' | 'command'

export type PaletteItem = { key: string; group: PaletteGroupName } & ({ hit: SearchHit } | { command: PaletteCommand })

export interface PaletteGroup {
  name: PaletteGroupName
  items: PaletteItem[]
}

const hitGroups = ['domain', 'server', 'record', 'account'] as const

function itemOf(hit: SearchHit, index: number): PaletteItem {
  return { key: `${hit.kind}-${hit.accountId}-${hit.target}-${index}`, group: hit.kind, hit }
}

function itemOfCommand(command: PaletteCommand, group: 'customer' | 'more' | 'command'): PaletteItem {
  return { key: command.key, group, command }
}

function isExact(item: PaletteItem, text: string): boolean {
  if ('command' in item) return rankPaletteCommand(item.command, text) === 0
  const { kind, title, target, isExact: isDetailExact = false } = item.hit
  return (
    isDetailExact ||
    normalizePaletteText(title) === text ||
    normalizePaletteText(decodeSearchHitTitle(item.hit)) === text ||
    ((kind === 'domain' || kind === 'server') && normalizePaletteText(target) === text)
  )
}

/**
 * Returns the items of the palette in groups, without empty groups. The order of the groups is:
 *
 * - The hits, by kind and in search order
 * - The found customers
 * - The commands that show more hits (`more`)
 * - The commands that match the text in either language; all commands if the text is empty
 *
 * A group with an exact match comes before all groups without one. The customers come first if they have one.
 */
export function groupPaletteItems(
  hits: readonly SearchHit[],
  commands: readonly PaletteCommand[],
  typed: string,
  more: readonly PaletteCommand[] = [],
  customers: readonly PaletteCommand[] = [],
): PaletteGroup[] {
  const text = normalizePaletteText(typed)
  const groups: PaletteGroup[] = [
    ...hitGroups.map((name) => ({ name, items: hits.filter(({ kind }) => kind === name).map(itemOf) })),
    { name: 'customer', items: customers.map((command) => itemOfCommand(command, 'customer')) },
    { name: 'more', items: more.map((command) => itemOfCommand(command, 'more')) },
    {
      name: 'command',
      items: findMatchingPaletteCommands(commands, text).map((command) => itemOfCommand(command, 'command')),
    },
  ]
  /** A domain is an exact match, too, if the text equals its customer. The customers come before the domains then. */
  const rank = ({ name, items }: PaletteGroup): number => {
    if (text === '' || !items.some((item) => isExact(item, text))) return 2
    return name === 'customer' ? 0 : 1
  }
  return groups.filter(({ items }) => items.length > 0).sort((one, other) => rank(one) - rank(other))
}
