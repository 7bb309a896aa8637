import type { Hit } from '#shared/ipc/inventory.ts'
import type { PaletteCommand } from './usePaletteCommands.ts'

export type GroupName = Hit['kind'] | 'command'

export type PaletteItem = { key: string; group: GroupName } & ({ hit: Hit } | { command: PaletteCommand })

const hitGroups = ['domain', 'server', 'record', 'account'] as const

function itemOf(hit: Hit, index: number): PaletteItem {
  return { key: `${hit.kind}-${hit.accountId}-${hit.target}-${index}`, group: hit.kind, hit }
}

function itemsOfCommands(commands: readonly PaletteCommand[]): PaletteItem[] {
  return commands.map((command) => ({ key: command.key, group: 'command', command }))
}

/**
 * Everything that the palette lists, in groups: hits by kind, in the order in which they were found, then the commands whose
 * words match. Without a text all commands; empty groups are left out.
 */
export function paletteGroups(hits: readonly Hit[], commands: readonly PaletteCommand[], text: string): { name: GroupName; items: PaletteItem[] }[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  const fitting = commands.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  const groups: { name: GroupName; items: PaletteItem[] }[] = [
    ...hitGroups.map((name) => ({ name, items: hits.filter(({ kind }) => kind === name).map(itemOf) })),
    { name: 'command' as const, items: itemsOfCommands(fitting) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
