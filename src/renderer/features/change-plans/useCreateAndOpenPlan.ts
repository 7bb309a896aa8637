import { onScopeDispose, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { isAppError, toAppError, type AppError } from '#shared/app-error.ts'
import type { PlanSource } from '#shared/ipc/domain-change-plans.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useDomainSelection } from '#renderer/stores/domain-selection.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { usePageLeaveWatch } from '#renderer/composables/usePageLeaveWatch.ts'

export interface DomainToPlan {
  accountId: string
  /** Punycode. */
  name: string
}

/** Creates plans and opens their page. Domains that were never read are read first, which may take long. */
export function useCreateAndOpenPlan() {
  const router = useRouter()
  const selection = useDomainSelection()
  const pageLeaveWatch = usePageLeaveWatch()
  const planId = shallowRef<string | null>(null)
  const progress = shallowRef<{ done: number; total: number } | null>(null)
  const error = shallowRef<AppError | null>(null)
  /** True until main has compared the domains. Then the page of the plan opens. */
  const isComparing = shallowRef(false)
  let isCancelled = false

  useIpcEvent('plans.progress', ({ planId: id, done, total }) => {
    if (id === planId.value) progress.value = { done, total }
  })

  /**
   * Creates the plan and opens its page, unless the user left the current page meanwhile. Returns whether it opened.
   */
  async function start(domains: readonly DomainToPlan[], source: PlanSource): Promise<boolean> {
    const id = crypto.randomUUID()
    planId.value = id
    progress.value = null
    error.value = null
    isComparing.value = true
    isCancelled = false
    const { hasLeft } = pageLeaveWatch.start()
    try {
      await mainCommands.plans.create({ planId: id, domains: [...domains], source }).finally(() => {
        isComparing.value = false
      })
      // The plan may have been complete in main before main received the command to discard it.
      if (isCancelled || hasLeft()) {
        void mainCommands.plans.discard({ planId: id })
        return false
      }
      selection.recordPlannedDomains(id, domains)
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
    isCancelled = true
    if (planId.value !== null) void mainCommands.plans.discard({ planId: planId.value })
  }

  // A plan that is complete stays, because its page is opening.
  onScopeDispose(() => {
    if (isComparing.value) cancel()
  })

  return { planId, progress, isComparing, error, start, cancel }
}
