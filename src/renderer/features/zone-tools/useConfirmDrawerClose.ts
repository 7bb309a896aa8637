import { useConfirmDiscardingInput } from '#renderer/ui/dialogs/useConfirmDiscardingInput.ts'

/** The computation of a plan that a drawer started. */
export interface PlanComputation {
  isBusy: boolean
  /** True until the domains are compared. Then the page of the plan opens. */
  isComparing: boolean
  cancel: () => void
}

/**
 * Closes a drawer with an input. While its plan is computed, closing stops the computation. `findPlan`: null for a
 * drawer without a plan.
 */
export function useConfirmDrawerClose(
  isChanged: () => boolean,
  emitClose: () => void,
  findPlan: () => PlanComputation | null = () => null,
) {
  const confirmDiscardingInput = useConfirmDiscardingInput(() => findPlan()?.isComparing === true)

  /**
   * Asks before the input is discarded, also while the domains are compared for the plan. Does not ask when the app
   * opens the page of the plan itself.
   */
  async function mayLeave(): Promise<boolean> {
    const plan = findPlan()
    const isOpeningPlan = plan?.isBusy === true && !plan.isComparing
    if (isOpeningPlan || !isChanged()) return true
    return confirmDiscardingInput()
  }

  async function close(): Promise<void> {
    const plan = findPlan()
    if (plan?.isBusy) plan.cancel()
    else if (await mayLeave()) emitClose()
  }

  return { mayLeave, close }
}
