import { computed, shallowRef } from 'vue'
import { useServerChange, type ServerChangeSendStatus } from '#renderer/features/servers/useServerChange.ts'

/**
 * The state of the last request. `unknown`: its answer was lost. `refused`: the service or Banto refused it, so it did
 * nothing; an earlier request of unknown outcome may have done the step.
 */
export type DatabaseSetupStepState = 'open' | 'sending' | 'done' | 'unknown' | 'refused'

/** The input of a request whose answer was lost. `suffix`: the end of the name, null for a grant. */
export interface InputOfUnansweredRequest {
  suffix: string | null
  password: string | null
}

/** One step of the flow, with the change that it sends. */
export function useDatabaseSetupStep() {
  const change = useServerChange({ isShownInPlace: true })
  /** The first request whose answer was lost. The service may have done it, even if it refuses a later request. */
  const lost = shallowRef<InputOfUnansweredRequest | null>(null)
  const state = computed<DatabaseSetupStepState>(() => {
    if (change.isSending.value) return 'sending'
    if (change.end.value) return 'done'
    // `error` is also null after the cause of a refusal has ended.
    if (!change.error.value) return lost.value === null ? 'open' : 'unknown'
    return change.error.value.kind === 'unsettled' ? 'unknown' : 'refused'
  })
  /** `input`: what `make` sends. */
  async function send<Output extends ServerChangeSendStatus>(
    make: () => Promise<Output>,
    done: () => string,
    input: InputOfUnansweredRequest,
  ): Promise<Output | null> {
    const output = await change.send(make, done)
    // A success with another name does not show whether the service has done the unanswered request.
    if (output !== null && input.suffix === lost.value?.suffix) lost.value = null
    if (state.value === 'unknown') lost.value ??= input
    return output
  }
  return { ...change, send, state, lost }
}
