import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'

/**
 * The key of the text for a domain or server that no stored entry names. `archives`: of the keys of its account. A log that was
 * not read, or not completely, may name it.
 */
export function getNoEntriesTextKey(
  archives: readonly Pick<KeyLogCoverage, 'completeFrom' | 'gaps'>[],
): `logs.ofTarget.${'unread' | 'partlyRead' | 'none'}` {
  const isRead = ({ completeFrom }: Pick<KeyLogCoverage, 'completeFrom'>) => completeFrom !== null
  if (!archives.some(isRead)) return 'logs.ofTarget.unread'
  const isComplete = archives.every((archive) => isRead(archive) && archive.gaps.length === 0)
  return isComplete ? 'logs.ofTarget.none' : 'logs.ofTarget.partlyRead'
}
