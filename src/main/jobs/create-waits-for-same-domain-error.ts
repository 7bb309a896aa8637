import { AppError } from '#shared/app-error.ts'

/** Why an item waits for an item of another job that changes the same domain. It does not name that job: several may have to end first. */
export function createWaitsForSameDomainError(): AppError {
  return new AppError('open_job', 'Another change of the domain is not ended')
}
