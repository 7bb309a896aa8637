export const maxKeyLabelLength = 60

/** `wanted`, or the first of `wanted (2)`, `wanted (3)` … that no other key of the account has. */
export function makeUniqueKeyLabel(wanted: string, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const number = n === 1 ? '' : ` (${n})`
    const label = wanted.slice(0, maxKeyLabelLength - number.length) + number
    if (!taken.includes(label)) return label
  }
}

/** Proposes a label for the next key: the first of `nameKey(from)`, `nameKey(from + 1)` … that is not in `taken`. */
export function proposeKeyLabel(nameKey: (n: number) => string, from: number, taken: readonly string[]): string {
  let n = from
  while (taken.includes(nameKey(n))) n += 1
  return nameKey(n)
}
