import type { AppError } from '#shared/app-error.ts'

/** Returns true if the error only says that the plan has become a job, or is becoming one now. Nothing failed then. */
export function isPlanAlreadyStartedError(error: AppError | null): boolean {
  return error?.kind === 'conflict' && error.details['reason'] === 'run_already'
}
