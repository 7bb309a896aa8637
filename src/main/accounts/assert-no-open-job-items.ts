import { AppError } from '#shared/app-error.ts'
import type { OpenJobItems } from '#main/jobs/job-runner.ts'

/**
 * Throws `open_job` if there are open items: the user cancels the job first. Ending them silently would leave domains
 * half changed without a word.
 */
export function assertNoOpenJobItems(open: OpenJobItems | null): void {
  if (!open) return
  const { jobId, domain, count } = open
  throw new AppError('open_job', 'A job that needs it is not ended', { details: { jobId, target: domain, count } })
}
