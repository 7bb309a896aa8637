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

const isSame = (one: InputOfUnansweredRequest, other: InputOfUnansweredRequest) =>
  one.suffix === other.suffix && one.password === other.password

/** One step of the flow, with the change that it sends. */
export function useDatabaseSetupStep() {
  const change = useServerChange({ isShownInPlace: true })
  /** Each request whose answer was lost. The service may have done it, even if it refuses a later request. */
  const lost = shallowRef<readonly InputOfUnansweredRequest[]>([])
  const state = computed<DatabaseSetupStepState>(() => {
    if (change.isSending.value) return 'sending'
    if (change.end.value) return 'done'
    // `error` is also null after the cause of a refusal has ended.
    if (!change.error.value) return lost.value.length === 0 ? 'open' : 'unknown'
    return change.error.value.kind === 'unsettled' ? 'unknown' : 'refused'
  })
  /** `input`: what `make` sends. */
  async function send<Output extends ServerChangeSendStatus>(
    make: () => Promise<Output>,
    done: () => string,
    input: InputOfUnansweredRequest,
  ): Promise<Output | null> {
    const output = await change.send(make, done)
    // A success with another name does not show whether the service has done an unanswered request.
    if (output !== null) lost.value = lost.value.filter(({ suffix }) => suffix !== input.suffix)
    if (change.error.value?.kind === 'unsettled' && !lost.value.some((other) => isSame(input, other)))
      lost.value = [...lost.value, input]
    return output
  }
  return { ...change, send, state, lost }
}
