/** Compares two sort values: numbers by size, texts by the rules of the language. Null is last in both directions. */
export function compareSortValues(
  left: string | number | null,
  right: string | number | null,
  isDescending: boolean,
): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const order =
    typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right))
  return isDescending ? -order : order
}
