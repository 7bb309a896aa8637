import type { Job } from '#shared/ipc/jobs.ts'

/** Returns one state for several open jobs: `running` if one runs, else `waiting` if one waits, else `paused`. */
export function combineJobStates(jobs: readonly Pick<Job, 'state'>[]): 'running' | 'waiting' | 'paused' {
  return (['running', 'waiting'] as const).find((state) => jobs.some((job) => job.state === state)) ?? 'paused'
}
