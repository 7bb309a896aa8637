import { shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { LogReach } from '#shared/ipc/logs.ts'
import { app } from '../../client.ts'
import { asAppError } from '../../composables/useRemote.ts'

/** Reads logs from the service, one reading at a time. */
export function useLogReading() {
  const isReading = shallowRef(false)
  const error = shallowRef<AppError | null>(null)

  /** Null when it failed, which `error` then tells. */
  async function fetch(asked: Parameters<typeof app.logs.fetch>[0]): Promise<LogReach[] | null> {
    isReading.value = true
    try {
      const reaches = await app.logs.fetch(asked)
      error.value = null
      return reaches
    } catch (thrown) {
      error.value = asAppError(thrown)
      return null
    } finally {
      isReading.value = false
    }
  }

  return { isReading, error, fetch }
}
