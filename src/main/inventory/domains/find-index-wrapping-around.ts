/** Finds the index of the first match from `from` to the end, then from the start to `from`. Null: none matches. */
export function findIndexWrappingAround<Item>(
  items: readonly Item[],
  from: number,
  matches: (item: Item) => boolean,
): number | null {
  for (let step = 0; step < items.length; step += 1) {
    const index = (from + step) % items.length
    if (matches(items[index] as Item)) return index
  }
  return null
}
