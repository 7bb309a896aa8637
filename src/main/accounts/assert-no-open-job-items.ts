import { AppError } from '#shared/app-error.ts'
import type { OpenJobItemsThatNeedAccount } from '#main/jobs/job-runner.ts'

/**
 * Throws `open_job` if there are open items. The user has to cancel the job first. Otherwise some domains would stay
 * partly changed, and nothing would show that.
 */
export function assertNoOpenJobItems(open: OpenJobItemsThatNeedAccount | null): void {
  if (!open) return
  const { jobId, domain, count } = open
  throw new AppError('open_job', 'A job that needs it is not ended', { details: { jobId, target: domain, count } })
}
