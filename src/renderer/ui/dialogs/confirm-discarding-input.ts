import { watch } from 'vue'
import { confirm, currentConfirmation } from './open-confirmation-dialog.ts'

/**
 * Asks before the input of a drawer is discarded. `isComparing`: domains are being compared for the plan of the input,
 * which leaving would stop. When the comparison ends first, the page of the plan opens, and the question is withdrawn.
 */
export async function confirmDiscardingInput(
  t: (key: string) => string,
  isComparing: () => boolean = () => false,
): Promise<boolean> {
  const stopsComparison = isComparing()
  const answer = confirm({
    title: t('domainSettings.leave'),
    body: t(stopsComparison ? 'domainSettings.leaveComparingText' : 'domainSettings.leaveText'),
    action: t('domainSettings.leaveAction'),
    tone: 'danger',
  })
  if (!stopsComparison) return answer
  const asked = currentConfirmation.value
  const unwatch = watch(isComparing, () => asked?.answer(false))
  return answer.finally(unwatch)
}
