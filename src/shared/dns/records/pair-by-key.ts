/** Pairs items with equal keys, each at most once, in the given order. */
export function pairByKey<Left extends Item, Right extends Item, Item>(
  left: readonly Left[],
  right: readonly Right[],
  keyOf: (item: Item) => string,
): { pairs: [Left, Right][]; left: Left[]; right: Right[] } {
  /** The first free place in `right` by key, and after each place the next one with the same key; -1 for none. */
  const firstPlace = new Map<string, number>()
  const nextPlace = new Int32Array(right.length)
  for (let place = right.length - 1; place >= 0; place -= 1) {
    const key = keyOf(right[place] as Right)
    nextPlace[place] = firstPlace.get(key) ?? -1
    firstPlace.set(key, place)
  }
  const pairs: [Left, Right][] = []
  const rest: Left[] = []
  const isTaken = new Uint8Array(right.length)
  for (const item of left) {
    const key = keyOf(item)
    const place = firstPlace.get(key) ?? -1
    if (place === -1) rest.push(item)
    else {
      firstPlace.set(key, nextPlace[place] as number)
      isTaken[place] = 1
      pairs.push([item, right[place] as Right])
    }
  }
  return { pairs, left: rest, right: right.filter((_, place) => isTaken[place] === 0) }
}
