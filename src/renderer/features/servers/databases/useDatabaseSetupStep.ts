import { computed } from 'vue'
import { useServerChange } from '#renderer/features/servers/useServerChange.ts'

/** `unknown`: the answer was lost. `refused`: the service or Banto refused the step, so that it was not done. */
export type DatabaseSetupStepState = 'open' | 'sending' | 'done' | 'unknown' | 'refused'

/** One step of the flow, with the change that it sends. */
export function useDatabaseSetupStep() {
  const change = useServerChange({ isShownInPlace: true })
  const state = computed<DatabaseSetupStepState>(() => {
    if (change.isSending.value) return 'sending'
    if (change.end.value) return 'done'
    if (!change.error.value) return 'open'
    return change.error.value.kind === 'unsettled' ? 'unknown' : 'refused'
  })
  return { ...change, state }
}
