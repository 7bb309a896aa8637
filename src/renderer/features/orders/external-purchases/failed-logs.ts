import type { WireError } from '#shared/app-error.ts'
import type { LogFetchState } from '#shared/ipc/logs.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

/** Keys whose logs could not be fetched for the same reason. */
export interface FailedLogs {
  error: WireError
  keys: Pick<LogFetchState, 'accountId' | 'keyId'>[]
}

/** Each reason once, as it is told to the person, with the keys that it concerns. */
export function groupFailedLogs(reaches: readonly LogFetchState[]): FailedLogs[] {
  const groups = new Map<string, FailedLogs>()
  for (const { accountId, keyId, error } of reaches) {
    if (error === null) continue
    const { title, remedy, detail } = describeError(error)
    const told = JSON.stringify([title, remedy, detail])
    const group = groups.get(told) ?? { error, keys: [] }
    group.keys.push({ accountId, keyId })
    groups.set(told, group)
  }
  return [...groups.values()]
}
