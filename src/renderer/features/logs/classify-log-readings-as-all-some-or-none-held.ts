import { getEndpoint } from '#shared/api/endpoints.ts'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import type { AppState } from '#shared/ipc/app-state-and-settings.ts'
import { findIpBlockWait } from '#renderer/account-data/find-ip-block-wait.ts'

const limitClassOfLogs = getEndpoint('account.logs').limit

/**
 * Says whether the calls that read the logs are on hold: those of all accounts that are being read, or of some. Banto
 * reads the logs of an account one after another.
 */
export function classifyLogReadingsAsAllSomeOrNoneHeld(
  keys: readonly Pick<KeyLogCoverage, 'accountId' | 'isReading'>[],
  accounts: readonly Pick<Account, 'id' | 'proxy'>[],
  usages: readonly Pick<QuotaUsage, 'accountId' | 'limitClass' | 'heldUntil' | 'inFlight'>[],
  state: Pick<AppState, 'ipBlocks'>,
): 'none' | 'some' | 'all' {
  const readingIds = new Set(keys.flatMap(({ accountId, isReading }) => (isReading ? [accountId] : [])))
  const reading = accounts.filter(({ id }) => readingIds.has(id))
  const held = reading.filter(
    (account) =>
      findIpBlockWait(state, account) !== null ||
      usages.some(
        ({ accountId, limitClass, heldUntil, inFlight }) =>
          accountId === account.id && limitClass === limitClassOfLogs && heldUntil !== null && inFlight === 0,
      ),
  )
  if (held.length === 0) return 'none'
  return held.length === reading.length ? 'all' : 'some'
}
