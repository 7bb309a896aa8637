/** One number of a benchmark. `goal`: the maximum; null for a number without a goal. */
export interface Figure {
  name: string
  value: number
  goal: number | null
  /** The minimum and maximum of the runs behind the median. */
  least: number
  most: number
  unit: string
  /** The run with the highest value, by which it can be repeated. */
  worstRun?: string
  /** Explanation that is printed when the goal is not reached. */
  why?: string | undefined
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** Returns a function that finds the value that this share of the values, in percent, does not exceed. */
export function percentile(percent: number): (values: readonly number[]) => number {
  return (values) => {
    const sorted = values.toSorted((one, other) => one - other)
    return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] as number
  }
}

export function createFigure(
  name: string,
  values: readonly number[],
  unit: string,
  goal: number | null = null,
): Figure {
  return { name, value: median(values), goal, least: Math.min(...values), most: Math.max(...values), unit }
}

/** Figure of the ratios of paired runs. */
export function createRatioFigure(
  name: string,
  ours: readonly number[],
  theirs: readonly number[],
  goal: number | null = null,
): Figure {
  return createFigure(
    name,
    ours.map((value, index) => value / (theirs[index] as number)),
    '×',
    goal,
  )
}

const short = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(value < 2 ? 3 : 2) : value.toPrecision(2)

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, least, most, unit, goal, worstRun }) => [
    name,
    `${short(value)} ${unit}`,
    `${short(least)} to ${short(most)}${worstRun && most > least ? ` (${worstRun})` : ''}`,
    goal === null ? '' : `${value <= goal ? 'holds' : 'not reached'} (at most ${goal})`,
  ])
  const titles = ['figure', 'median', 'spread', 'goal']
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  )
  for (const row of [titles, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
  for (const { name, value, goal, why } of figures)
    if (why && goal !== null && !(value <= goal)) console.log(`\n${name} is not reached. ${why}`)
}

export function printJson(figures: readonly Figure[]): void {
  console.log(
    JSON.stringify({
      figures: figures.map(({ name, value, goal }) => ({
        name,
        value,
        goal,
        holds: goal === null ? null : value <= goal,
      })),
    }),
  )
}
