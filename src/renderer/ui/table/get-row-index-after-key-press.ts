/**
 * Returns the index of the row to which a key moves from the row `active`; null for other keys. `count`: number of
 * rows.
 */
export function getRowIndexAfterKeyPress(
  key: string,
  { active, count, rowsPerPage }: { active: number; count: number; rowsPerPage: number },
): number | null {
  const moves: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + rowsPerPage,
    PageUp: active - rowsPerPage,
    Home: 0,
    End: count - 1,
  }
  const index = moves[key]
  return index === undefined ? null : Math.min(Math.max(index, 0), count - 1)
}
