import type { WireError } from '#shared/app-error.ts'
import type { ExecutionLogFetchState } from '#shared/ipc/api-logs.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

/** Keys whose logs could not be fetched for the same reason. */
export interface FailedLogFetches {
  error: WireError
  keys: Pick<ExecutionLogFetchState, 'accountId' | 'keyId'>[]
}

/** Groups the keys by the text of their error. */
export function groupFailedLogFetches(fetchStates: readonly ExecutionLogFetchState[]): FailedLogFetches[] {
  const groups = new Map<string, FailedLogFetches>()
  for (const { accountId, keyId, error } of fetchStates) {
    if (error === null) continue
    const { title, remedy, detail } = describeError(error)
    const text = JSON.stringify([title, remedy, detail])
    const group = groups.get(text) ?? { error, keys: [] }
    group.keys.push({ accountId, keyId })
    groups.set(text, group)
  }
  return [...groups.values()]
}
