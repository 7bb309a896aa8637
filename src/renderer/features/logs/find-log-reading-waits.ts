import { getEndpoint } from '#shared/api/endpoints.ts'
import type { Account, QuotaUsage } from '#shared/ipc/accounts.ts'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { type CallWait, findCallWaitReasonsToShow } from '#renderer/account-data/find-call-wait-reasons-to-show.ts'

const limitClassOfLogs = getEndpoint('account.logs').limit

/**
 * Returns the accounts of these keys whose log reading has to wait for a limit or for the service. The longest wait
 * comes first. A short wait, during which the reading continues, is not one of them.
 */
export function findLogReadingWaits(
  keys: readonly Pick<KeyLogCoverage, 'accountId' | 'isReading'>[],
  accounts: readonly Pick<Account, 'id' | 'isPaused'>[],
  usages: readonly QuotaUsage[],
  now: number,
): CallWait[] {
  return accounts
    .filter(({ id, isPaused }) => {
      const ofAccount = keys.filter(({ accountId }) => accountId === id)
      return !isPaused && ofAccount.length > 0 && !ofAccount.some(({ isReading }) => isReading)
    })
    .flatMap(({ id }) => {
      const usage = usages.find((one) => one.accountId === id && one.limitClass === limitClassOfLogs)
      const waits = usage ? findCallWaitReasonsToShow(usage, now) : []
      return waits.find(({ cause }) => cause !== 'hold') ?? []
    })
    .toSorted((one, other) => other.until - one.until)
}
