import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { isAppError, toAppError, type AppError } from '#shared/app-error.ts'
import type { PlanSource } from '#shared/ipc/plans.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'

export interface PlannedDomain {
  accountId: string
  /** Punycode. */
  name: string
}

/** Creates plans and opens their page. Domains that were never read are read first, which may take long. */
export function usePlanStart() {
  const router = useRouter()
  const planId = shallowRef<string | null>(null)
  const progress = shallowRef<{ done: number; total: number } | null>(null)
  const error = shallowRef<AppError | null>(null)

  useIpcEvent('plans.progress', ({ planId: id, done, total }) => {
    if (id === planId.value) progress.value = { done, total }
  })

  /** Returns whether the plan was created and is shown. */
  async function start(domains: readonly PlannedDomain[], source: PlanSource): Promise<boolean> {
    const id = crypto.randomUUID()
    planId.value = id
    progress.value = null
    error.value = null
    try {
      await mainCommands.plans.create({ planId: id, domains: [...domains], source })
      await router.push({ name: 'plan', params: { planId: id } })
      return true
    } catch (thrown) {
      if (!isAppError(thrown, 'cancelled')) error.value = toAppError(thrown)
      return false
    } finally {
      if (planId.value === id) planId.value = null
    }
  }

  function cancel(): void {
    if (planId.value !== null) void mainCommands.plans.discard({ planId: planId.value })
  }

  return { planId, progress, error, start, cancel }
}
