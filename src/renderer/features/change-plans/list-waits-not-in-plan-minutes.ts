import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import type { PlanSummary } from '#shared/ipc/domain-change-plans.ts'

/**
 * Lists the waits that the minutes of a plan leave out: an account may hold its changes back until the user changes a
 * setting of it, calls may be on hold for an assumed block, and a daily limit may allow fewer calls. The summary does
 * not name its accounts, so any assumed block counts.
 */
export function listWaitsNotInPlanMinutes(
  { findings, isOverDailyLimit }: Pick<PlanSummary, 'findings' | 'isOverDailyLimit'>,
  { ipBlocks }: Pick<AppState, 'ipBlocks'>,
): ('accountReadOnly' | 'accountPaused' | 'callsOnHold' | 'dailyLimit')[] {
  const settings = (['accountReadOnly', 'accountPaused'] as const).filter((wait) =>
    findings.some(({ code }) => code === wait),
  )
  return [
    ...settings,
    ...(ipBlocks.length > 0 ? (['callsOnHold'] as const) : []),
    ...(isOverDailyLimit ? (['dailyLimit'] as const) : []),
  ]
}
