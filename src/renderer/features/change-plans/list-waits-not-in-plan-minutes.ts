import type { PlanSummary } from '#shared/ipc/domain-change-plans.ts'

/**
 * Lists the waits that the minutes of a plan leave out: an account may hold its changes back until the user changes a
 * setting of it, and a daily limit may allow fewer calls.
 */
export function listWaitsNotInPlanMinutes({
  findings,
  isOverDailyLimit,
}: Pick<PlanSummary, 'findings' | 'isOverDailyLimit'>): ('accountReadOnly' | 'accountPaused' | 'dailyLimit')[] {
  const settings = (['accountReadOnly', 'accountPaused'] as const).filter((wait) =>
    findings.some(({ code }) => code === wait),
  )
  return isOverDailyLimit ? [...settings, 'dailyLimit'] : settings
}
