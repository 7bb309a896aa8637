import type { PaletteCommand } from './usePaletteCommands.ts'

/** Normalizes a text for comparison as main does: full-width letters become ASCII, in lower case. */
export function normalizePaletteText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

/**
 * Ranks how well a command matches a text. 0: a title equals the text. 1: a title begins with it. 2: a title contains
 * all words. 3: the titles and other words together contain them. Null: no match.
 */
export function rankPaletteCommand({ titles, words }: PaletteCommand, text: string): number | null {
  const names = titles.map(normalizePaletteText)
  const typed = text.split(/\s+/u)
  const hasEvery = (searched: string): boolean => typed.every((word) => searched.includes(word))
  if (names.some((name) => name === text || name === normalizePaletteText(`${text}…`))) return 0
  if (names.some((name) => name.startsWith(text))) return 1
  if (names.some(hasEvery)) return 2
  return hasEvery(normalizePaletteText([...titles, words].join(' '))) ? 3 : null
}

/** Returns the commands that match a text, best match first. For an empty text, all commands in their order. */
export function findMatchingPaletteCommands(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
  return commands
    .map((command) => ({ command, rank: rankPaletteCommand(command, text) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank as number) - (other.rank as number))
    .map(({ command }) => command)
}
