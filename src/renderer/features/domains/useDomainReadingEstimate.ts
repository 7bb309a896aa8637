import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import type { DomainReadingEstimate } from './summarize-domain-reading-cost.ts'

const pauseMs = 2_000

/**
 * Starts with `first`, and estimates the cost again while stored rows change: a job that starts later may leave out
 * what a sync reads meanwhile. After a failure, the former estimate stays.
 */
export function useDomainReadingEstimate(
  first: DomainReadingEstimate,
  domains: DomainRef[],
): ShallowRef<DomainReadingEstimate> {
  const estimate = shallowRef(first)
  /** Not null also while an estimate is on its way. */
  let timer: ReturnType<typeof setTimeout> | null = null

  async function estimateAgain(): Promise<void> {
    const answer = await mainCommands.domainReading.estimate({ domains }).catch(() => null)
    timer = null
    if (answer !== null) estimate.value = answer
  }

  useIpcEvent('inventory.changed', () => {
    timer ??= setTimeout(() => void estimateAgain(), pauseMs)
  })
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return estimate
}
