import { useI18n } from 'vue-i18n'
import { confirmDiscardingInput } from '#renderer/features/domain-settings/confirm-discarding-input.ts'

/** The computation of a plan that a drawer started. */
export interface PlanInProgress {
  isBusy: boolean
  cancel: () => void
}

/**
 * Closes a drawer with an input. While its plan is computed, closing stops the computation. `findPlan`: null for a
 * drawer without a plan.
 */
export function useConfirmDrawerClose(
  isChanged: () => boolean,
  emitClose: () => void,
  findPlan: () => PlanInProgress | null = () => null,
) {
  const { t } = useI18n()

  /**
   * Asks before the input is discarded. Does not ask while the plan is computed, because the app then opens the plan page
   * itself.
   */
  async function mayLeave(): Promise<boolean> {
    return findPlan()?.isBusy === true || !isChanged() || (await confirmDiscardingInput(t))
  }

  async function close(): Promise<void> {
    const plan = findPlan()
    if (plan?.isBusy) plan.cancel()
    else if (await mayLeave()) emitClose()
  }

  return { mayLeave, close }
}
