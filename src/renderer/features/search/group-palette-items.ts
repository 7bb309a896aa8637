import type { SearchHit } from '#shared/ipc/search-schemas.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import type { PaletteCommand } from './usePaletteCommands.ts'

export type PaletteGroupName = SearchHit['kind'] | 'more' | 'command'

export type PaletteItem = { key: string; group: PaletteGroupName } & ({ hit: SearchHit } | { command: PaletteCommand })

export interface PaletteGroup {
  name: PaletteGroupName
  items: PaletteItem[]
}

const hitGroups = ['domain', 'server', 'record', 'account'] as const

/** The title of a hit in the list. The host of a record is decoded from Punycode. Domain names are decoded before. */
export function searchHitTitle({ kind, title }: Pick<SearchHit, 'kind' | 'title'>): string {
  return kind === 'record' ? (decodePunycode(title) ?? title) : title
}

/** Normalizes a text for comparison as main does: full-width letters become ASCII, in lower case. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

function itemOf(hit: SearchHit, index: number): PaletteItem {
  return { key: `${hit.kind}-${hit.accountId}-${hit.target}-${index}`, group: hit.kind, hit }
}

function itemOfCommand(command: PaletteCommand, group: 'more' | 'command'): PaletteItem {
  return { key: command.key, group, command }
}

/**
 * How well a command matches a text. 0: a title equals the text. 1: a title begins with it. 2: a title contains all
 * words. 3: the titles and other words together contain them. Null: no match.
 */
function rankOfCommand({ titles, words }: PaletteCommand, text: string): number | null {
  const names = titles.map(plain)
  const typed = text.split(/\s+/u)
  const hasEvery = (searched: string): boolean => typed.every((word) => searched.includes(word))
  if (names.some((name) => name === text || name === plain(`${text}…`))) return 0
  if (names.some((name) => name.startsWith(text))) return 1
  if (names.some(hasEvery)) return 2
  return hasEvery(plain([...titles, words].join(' '))) ? 3 : null
}

/** The commands that match a text, best match first. For an empty text, all commands in their order. */
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
  return (
    plain(title) === text ||
    plain(searchHitTitle(item.hit)) === text ||
    ((kind === 'domain' || kind === 'server') && plain(target) === text)
  )
}

/**
 * The items of the palette, in groups. The hits come first, by kind and in search order. The command that shows more
 * hits (`more`) follows, then the commands that match the text in either language. A group with an exact match comes
 * first. For an empty text, all commands are listed. Empty groups are left out.
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

/** Whether the domain list has matches for the text that are not among the hits. */
export function hasUnlistedDomainMatches(hits: readonly SearchHit[], domains: number, limit: number): boolean {
  const shown = new Set(
    hits
      .filter(({ kind }) => kind === 'domain' || kind === 'record')
      .map(({ accountId, target }) => `${accountId} ${target}`),
  )
  return domains > shown.size || (domains > 0 && hits.length >= limit)
}
