import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'

/**
 * Returns the key of the text for a domain or server that no stored log entry names. A log that was not read completely
 * may name it. Entries may be stored even if `completeFrom` is null, because calls that write are read first.
 * `coverages`: the log coverage of each key of its account.
 */
export function getNoLogEntriesOfTargetTextKey(
  coverages: readonly Pick<KeyLogCoverage, 'completeFrom' | 'gaps'>[],
): `logs.ofTarget.${'partlyRead' | 'none'}` {
  const isComplete =
    coverages.length > 0 && coverages.every(({ completeFrom, gaps }) => completeFrom !== null && gaps.length === 0)
  return isComplete ? 'logs.ofTarget.none' : 'logs.ofTarget.partlyRead'
}
