import { AppError } from '#shared/app-error.ts'
import type { Clock } from '#main/clock.ts'
import type { PlanToSummarize } from './summarize-plan.ts'

/** Keeps the plans that were created and are not running yet, in memory. */
export interface PendingPlans {
  add(plan: PlanToSummarize): void
  /** Throws `not_found`, or `conflict` (`details.reason`: run_already, `jobId`: null until its job is stored). */
  get(planId: string): PlanToSummarize
  /**
   * Runs the plan and deletes it. After an error of `run`, the plan can be run again. Throws the errors of `get` and
   * those of `run`.
   */
  runOnce<T extends { jobId: string }>(planId: string, run: () => Promise<T>): Promise<T>
  delete(planId: string): void
}

export function createPendingPlans({
  clock,
  lifetimeMs,
  maxKept,
}: {
  clock: Clock
  lifetimeMs: number
  maxKept: number
}): PendingPlans {
  const plans = new Map<string, { plan: PlanToSummarize; until: number }>()
  /**
   * Job IDs of the plans that are being run or were run last; null until the job is stored. A second run throws
   * `conflict`, not `not_found`.
   */
  const run = new Map<string, string | null>()

  function get(planId: string): PlanToSummarize {
    const jobId = run.get(planId)
    if (jobId !== undefined)
      throw new AppError('conflict', 'The plan was run already', { details: { planId, reason: 'run_already', jobId } })
    const kept = plans.get(planId)
    if (!kept || kept.until <= clock.monotonic())
      throw new AppError('not_found', 'The plan is no longer kept', { details: { what: 'plan', planId } })
    return kept.plan
  }

  return {
    add(plan) {
      for (const [planId, { until }] of plans)
        if (until <= clock.monotonic() || plans.size >= maxKept) plans.delete(planId)
      run.delete(plan.planId)
      plans.set(plan.planId, { plan, until: clock.monotonic() + lifetimeMs })
    },
    get,
    async runOnce(planId, start) {
      get(planId)
      run.set(planId, null)
      try {
        const result = await start()
        run.set(planId, result.jobId)
        plans.delete(planId)
        const [oldest] = run.keys()
        if (oldest !== undefined && run.size > maxKept) run.delete(oldest)
        return result
      } catch (error) {
        run.delete(planId)
        throw error
      }
    },
    delete: (planId) => void plans.delete(planId),
  }
}
