/** One number of a campaign. `goal`: text, for example `at least 20000`; null for a number without a goal. */
export interface CampaignFigure {
  name: string
  value: number
  goal: string | null
  holds: boolean | null
}

export function createMinimumFigure(name: string, value: number, minimum: number): CampaignFigure {
  return { name, value, goal: `at least ${minimum}`, holds: value >= minimum }
}

export function createZeroFigure(name: string, value: number): CampaignFigure {
  return { name, value, goal: 'none', holds: value === 0 }
}

export function printTable(figures: readonly CampaignFigure[]): void {
  const rows = figures.map(({ name, value, goal, holds }) => [
    name,
    String(value),
    goal === null ? '' : `${holds ? 'holds' : 'missed'} (${goal})`,
  ])
  const titles = ['figure', 'value', 'goal']
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
}

export function printJson(figures: readonly CampaignFigure[]): void {
  console.log(
    JSON.stringify({ figures: figures.map(({ name, value, goal, holds }) => ({ name, value, goal, holds })) }),
  )
}
