import type { ScenarioResult } from './run-scenario.ts'

/** Counts the runs and returns them. */
export type RecordRuns = <T extends Pick<ScenarioResult, 'sent' | 'refused'>>(courses: T[]) => T[]

/** Counts calls and refused calls over all runs of our limiter without other programs. */
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
