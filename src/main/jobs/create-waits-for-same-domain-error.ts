import { AppError } from '#shared/app-error.ts'

/**
 * Creates the error of an item that waits for another job that changes the same domain. It does not name the other job,
 * because several may have to end first.
 */
export function createWaitsForSameDomainError(): AppError {
  return new AppError('open_job', 'Another change of the domain is not ended')
}
