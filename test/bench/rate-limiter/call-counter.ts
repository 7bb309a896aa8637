import type { ScenarioResult } from './run-scenario.ts'

/** Adds the sent and the refused calls of the runs to the counter. Returns the runs unchanged. */
export type CountCallsOfRuns = <T extends Pick<ScenarioResult, 'sent' | 'refused'>>(results: T[]) => T[]

/** Counts calls and refused calls over all runs of our limiter without other programs. */
export function createCallCounter(): { record: CountCallsOfRuns; calls: number; refused: number } {
  const tally = {
    calls: 0,
    refused: 0,
    record: ((results) => {
      for (const { sent, refused } of results) {
        tally.calls += sent
        tally.refused += refused
      }
      return results
    }) as CountCallsOfRuns,
  }
  return tally
}
