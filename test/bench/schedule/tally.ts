import type { Course } from './scenario.ts'

/** Takes note of runs, and gives them back. */
export type Keep = <T extends Pick<Course, 'sent' | 'refused'>>(courses: T[]) => T[]

/** Over all runs of ours without other programs: calls, and those that were refused. */
export function createTally(): { keep: Keep; calls: number; refused: number } {
  const tally = {
    calls: 0,
    refused: 0,
    keep: ((courses) => {
      for (const { sent, refused } of courses) {
        tally.calls += sent
        tally.refused += refused
      }
      return courses
    }) as Keep,
  }
  return tally
}
