import { shallowRef, watch, type Ref } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

export interface ServerChangeOutcomeShownByReading {
  isMade: boolean
  readAt: number
  /** Requested values of a made change that the reading does not show; null: none. */
  unproved: string | null
}

/** Returns null while no reading has shown the outcome of the change, or the change log cannot be read. */
export async function loadServerChangeOutcome({
  details,
}: AppError): Promise<ServerChangeOutcomeShownByReading | null> {
  const entryId = details['changeId']
  if (typeof entryId !== 'string') return null
  const entry = await mainCommands.changeLog.get({ entryId }).catch(() => null)
  if (entry?.isSettledByReading !== true || entry.confirmedAt === null) return null
  const unproved = entry.change.kind === 'server' ? entry.change.unproved : null
  return { isMade: entry.result === 'done', readAt: entry.confirmedAt, unproved }
}

/**
 * Reads from the change log whether a later reading showed that a server change with unknown outcome was made. Null: no
 * reading has shown the outcome yet.
 */
export function useServerChangeOutcomeFromChangeLog(
  error: () => AppError,
): Readonly<Ref<ServerChangeOutcomeShownByReading | null>> {
  const outcome = shallowRef<ServerChangeOutcomeShownByReading | null>(null)

  async function load(): Promise<void> {
    const readFor = error()
    const found = await loadServerChangeOutcome(readFor)
    if (found !== null && error() === readFor) outcome.value = found
  }

  watch(
    error,
    () => {
      outcome.value = null
      void load()
    },
    { immediate: true },
  )
  useIpcEvent('changeLog.changed', () => void load())
  return outcome
}
