import type { ScenarioResult } from './run-scenario.ts'

/** Takes note of runs, and gives them back. */
export type RecordRuns = <T extends Pick<ScenarioResult, 'sent' | 'refused'>>(courses: T[]) => T[]

/** Over all runs of ours without other programs: calls, and those that were refused. */
export function createRefusalCount(): { keep: RecordRuns; calls: number; refused: number } {
  const tally = {
    calls: 0,
    refused: 0,
    keep: ((courses) => {
      for (const { sent, refused } of courses) {
        tally.calls += sent
        tally.refused += refused
      }
      return courses
    }) as RecordRuns,
  }
  return tally
}
