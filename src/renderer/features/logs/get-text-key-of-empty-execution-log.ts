import type { Account } from '#shared/ipc/accounts.ts'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'

/** Returns the key, under `logs.empty`, of the text that says why no entry of these accounts is stored. */
export function getTextKeyOfEmptyExecutionLog(
  accounts: readonly Pick<Account, 'isPaused' | 'keys'>[],
  coverage: readonly Pick<KeyLogCoverage, 'completeTo' | 'error'>[],
  { isOffline, showsOwnReads }: { isOffline: boolean; showsOwnReads: boolean },
): 'noKeyText' | 'readText' | 'ownOnlyText' | 'offlineText' | 'pausedText' | 'text' {
  const areAll = (isSo: (account: (typeof accounts)[number]) => boolean) => accounts.length > 0 && accounts.every(isSo)
  if (areAll(({ keys }) => keys.length === 0)) return 'noKeyText'
  if (coverage.length > 0 && coverage.every(({ completeTo, error }) => completeTo !== null && error === null))
    return showsOwnReads ? 'readText' : 'ownOnlyText'
  if (isOffline) return 'offlineText'
  return areAll(({ isPaused }) => isPaused) ? 'pausedText' : 'text'
}
