import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'

/**
 * Returns the key of the text for a domain or server that no stored log entry names. A log that was not read completely
 * may name it. `coverages`: the log coverage of each key of its account.
 */
export function getNoLogEntriesTextKey(
  coverages: readonly Pick<KeyLogCoverage, 'completeFrom' | 'gaps'>[],
): `logs.ofTarget.${'unread' | 'partlyRead' | 'none'}` {
  const isRead = ({ completeFrom }: Pick<KeyLogCoverage, 'completeFrom'>) => completeFrom !== null
  if (!coverages.some(isRead)) return 'logs.ofTarget.unread'
  const isComplete = coverages.every((archive) => isRead(archive) && archive.gaps.length === 0)
  return isComplete ? 'logs.ofTarget.none' : 'logs.ofTarget.partlyRead'
}
