/**
 * Returns how many of the last lines of `before` are also the first lines of `after`. Two readings of the newest lines
 * of one log overlap like this. Takes time in proportion to the lines (Knuth, Morris and Pratt).
 */
export function countOverlappingLines(before: readonly string[], after: readonly string[]): number {
  /** For each line of `after`: how many lines before and including it repeat its beginning. */
  const borders = new Array<number>(after.length).fill(0)
  for (let index = 1, matched = 0; index < after.length; index += 1) {
    while (matched > 0 && after[index] !== after[matched]) matched = borders[matched - 1] as number
    if (after[index] === after[matched]) matched += 1
    borders[index] = matched
  }
  let matched = 0
  for (const line of before) {
    while (matched > 0 && (matched === after.length || line !== after[matched]))
      matched = borders[matched - 1] as number
    if (line === after[matched]) matched += 1
  }
  return matched
}

/** Returns the text as lines, without the empty one after a line break at the end. */
export function removeEmptyLastLine(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
