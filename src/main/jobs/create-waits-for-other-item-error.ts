import { AppError } from '#shared/app-error.ts'

/** Why an item waits for another item of the same domain. */
export function createWaitsForOtherItemError(jobId: string): AppError {
  return new AppError('open_job', 'Another change of the domain is not ended', { details: { jobId } })
}
