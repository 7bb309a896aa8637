import { shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { ExecutionLogFetchState } from '#shared/ipc/api-logs.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** Fetches execution logs from the service and exposes the state of the request. */
export function useFetchExecutionLogs() {
  const isReading = shallowRef(false)
  const error = shallowRef<AppError | null>(null)

  /** Returns null on failure; `error` then holds the reason. */
  async function fetch(asked: Parameters<typeof mainCommands.logs.fetch>[0]): Promise<ExecutionLogFetchState[] | null> {
    isReading.value = true
    try {
      const fetchStates = await mainCommands.logs.fetch(asked)
      error.value = null
      return fetchStates
    } catch (thrown) {
      error.value = toAppError(thrown)
      return null
    } finally {
      isReading.value = false
    }
  }

  return { isReading, error, fetch }
}
