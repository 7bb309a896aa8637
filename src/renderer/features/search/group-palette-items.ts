import type { SearchHit } from '#shared/ipc/inventory.ts'
import type { PaletteCommand } from './usePaletteCommands.ts'

export type PaletteGroupName = SearchHit['kind'] | 'more' | 'command'

export type PaletteItem = { key: string; group: PaletteGroupName } & ({ hit: SearchHit } | { command: PaletteCommand })

export interface PaletteGroup {
  name: PaletteGroupName
  items: PaletteItem[]
}

const hitGroups = ['domain', 'server', 'record', 'account'] as const

/** As main compares texts: full-width letters made plain, lower case. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

function itemOf(hit: SearchHit, index: number): PaletteItem {
  return { key: `${hit.kind}-${hit.accountId}-${hit.target}-${index}`, group: hit.kind, hit }
}

function itemOfCommand(command: PaletteCommand, group: 'more' | 'command'): PaletteItem {
  return { key: command.key, group, command }
}

/** 0: a title is the text; 1: one begins with it; 2: one has every word; 3: its titles and other words together have them; null: they have not. */
function rankOfCommand({ titles, words }: PaletteCommand, text: string): number | null {
  const names = titles.map(plain)
  const typed = text.split(/\s+/u)
  const hasEvery = (searched: string): boolean => typed.every((word) => searched.includes(word))
  if (names.some((name) => name === text || name === plain(`${text}…`))) return 0
  if (names.some((name) => name.startsWith(text))) return 1
  if (names.some(hasEvery)) return 2
  return hasEvery(plain([...titles, words].join(' '))) ? 3 : null
}

/** The commands that fit a text, the best first; all of them, in their order, without one. */
function fittingCommands(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
  return commands
    .map((command) => ({ command, rank: rankOfCommand(command, text) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank as number) - (other.rank as number))
    .map(({ command }) => command)
}

function isExact(item: PaletteItem, text: string): boolean {
  if ('command' in item) return rankOfCommand(item.command, text) === 0
  const { kind, title, target } = item.hit
  return plain(title) === text || ((kind === 'domain' || kind === 'server') && plain(target) === text)
}

/**
 * Everything that the palette lists, in groups: hits by kind, in the order in which they were found, then what leads to more of them
 * (`more`), then the commands that are found by the text in either language. A group with an exact match comes first. Without a text all
 * commands; empty groups are left out.
 */
export function groupPaletteItems(
  hits: readonly SearchHit[],
  commands: readonly PaletteCommand[],
  typed: string,
  more: PaletteCommand | null = null,
): PaletteGroup[] {
  const text = plain(typed)
  const groups: PaletteGroup[] = [
    ...hitGroups.map((name) => ({ name, items: hits.filter(({ kind }) => kind === name).map(itemOf) })),
    { name: 'more', items: more === null ? [] : [itemOfCommand(more, 'more')] },
    { name: 'command', items: fittingCommands(commands, text).map((command) => itemOfCommand(command, 'command')) },
  ]
  const hasExact = ({ items }: PaletteGroup): boolean => text !== '' && items.some((item) => isExact(item, text))
  return groups
    .filter(({ items }) => items.length > 0)
    .sort((one, other) => Number(hasExact(other)) - Number(hasExact(one)))
}

/** Whether the list of domains shows domains for the text that these hits do not. */
export function hasMoreDomains(hits: readonly SearchHit[], domains: number, limit: number): boolean {
  const shown = new Set(
    hits
      .filter(({ kind }) => kind === 'domain' || kind === 'record')
      .map(({ accountId, target }) => `${accountId} ${target}`),
  )
  return domains > shown.size || (domains > 0 && hits.length >= limit)
}
