import { onScopeDispose, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { confirm, currentConfirmation } from './open-confirmation-dialog.ts'

/**
 * Returns a function that asks before the input of a form is discarded. The question is withdrawn when the form closes
 * by itself, for example after its change was stored. `isComparing`: domains are being compared for the plan of the
 * input, which leaving would stop. When the comparison ends first, the page of the plan opens, and the question is
 * withdrawn, too.
 */
export function useConfirmDiscardingInput(isComparing: () => boolean = () => false): () => Promise<boolean> {
  const { t } = useI18n()
  let withdraw = (): void => undefined
  onScopeDispose(() => withdraw())

  return () => {
    const stopsComparison = isComparing()
    const answer = confirm({
      title: t('domainSettings.leave'),
      body: t(stopsComparison ? 'domainSettings.leaveComparingText' : 'domainSettings.leaveText'),
      action: t('domainSettings.leaveAction'),
      tone: 'danger',
    })
    const asked = currentConfirmation.value
    withdraw = () => asked?.answer(false)
    if (!stopsComparison) return answer
    const unwatch = watch(isComparing, withdraw)
    return answer.finally(unwatch)
  }
}
