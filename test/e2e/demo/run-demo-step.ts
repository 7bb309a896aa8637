import { performance } from 'node:perf_hooks'

/** The demo failed in the step `step`. */
export class StepFailed extends Error {
  readonly step: string

  constructor(step: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.step = step
  }
}

/** Runs one step and prints its title, the text that `work` reports, and its duration. Throws StepFailed. */
export async function runDemoStep<T>(title: string, work: (report: (done: string) => void) => Promise<T>): Promise<T> {
  const begun = performance.now()
  let done = ''
  try {
    const result = await work((text) => (done = text))
    console.log(`  ${title}${done && `: ${done}`} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
    return result
  } catch (error) {
    console.log(`  ${title}: FAILED`)
    throw error instanceof StepFailed ? error : new StepFailed(title, error)
  }
}

/** Two columns, the numbers right-aligned. */
export function formatTwoColumns(rows: [string, number | string][]): string {
  const left = Math.max(...rows.map(([name]) => name.length))
  const values = rows.map(([, value]) => (typeof value === 'number' ? value.toLocaleString('en') : value))
  const right = Math.max(...values.map((value) => value.length))
  return rows.map(([name], index) => `  ${name.padEnd(left)}  ${(values[index] as string).padStart(right)}`).join('\n')
}
