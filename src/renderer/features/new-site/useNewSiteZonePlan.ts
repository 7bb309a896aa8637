import { onScopeDispose, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { PlannedDomain, PlanSource, PlanSummary } from '#shared/ipc/domain-change-plans.ts'
import { useThrottledIpcEventCounter } from '#renderer/composables/useThrottledIpcEventCounter.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

export interface NewSiteZonePlanContent {
  summary: PlanSummary
  domain: PlannedDomain
}

/**
 * The plan of the zone of a new site, which is discarded when the page is left. It follows the settings and keys of its
 * account.
 */
export function useNewSiteZonePlan() {
  const plan = shallowRef<NewSiteZonePlanContent | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isPlanning = shallowRef(false)
  let latest: string | null = null

  function discard(): void {
    if (latest !== null) void mainCommands.plans.discard({ planId: latest }).catch(() => undefined)
    latest = null
    plan.value = null
    isPlanning.value = false
  }

  async function load(planId: string, summary: PlanSummary): Promise<void> {
    const { rows } = await mainCommands.plans.domains({ planId, only: 'all', offset: 0, limit: 1 })
    if (latest === planId && rows[0]) plan.value = { summary, domain: rows[0] }
  }

  async function reload(): Promise<void> {
    const { planId } = plan.value?.summary ?? {}
    if (planId === undefined || planId !== latest) return
    try {
      await load(planId, await mainCommands.plans.get({ planId, excluded: [] }))
    } catch {
      // The plan may be gone. The start of the job then says so.
    }
  }

  async function create(domain: { accountId: string; name: string }, source: PlanSource): Promise<void> {
    discard()
    const planId = crypto.randomUUID()
    latest = planId
    isPlanning.value = true
    error.value = null
    try {
      await load(planId, await mainCommands.plans.create({ planId, domains: [domain], source }))
    } catch (thrown) {
      if (latest === planId) error.value = toAppError(thrown)
    } finally {
      if (latest === planId) isPlanning.value = false
    }
  }

  /** Call it when a job uses the plan: the plan is then not discarded. */
  function release(): void {
    latest = null
  }

  watch(useThrottledIpcEventCounter('accounts.changed'), reload)
  onScopeDispose(discard)
  return { plan, error, isPlanning, create, discard, release }
}
