import type { Job } from '#shared/ipc/jobs.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

export type WaitingAccount = Job['waitingAccounts'][number]

/** Accounts that wait for the same reason. */
export interface AccountsWaitingForSameReason extends Pick<WaitingAccount, 'openItems' | 'checkingItems' | 'error'> {
  accountIds: string[]
  /** Why the accounts wait. If their waits end at several times, the title names the first one, and says so. */
  title: string
}

const accountSettingErrorKinds = new Set(['read_only', 'paused'])

/** A setting of the account makes its items wait until the user changes it. */
export const areWaitingItemsHeldByAccountSetting = ({ error }: Pick<WaitingAccount, 'error'>): boolean =>
  accountSettingErrorKinds.has(error.kind)

/**
 * True if another attempt now may help. No attempt helps while a setting, another job of the domains, a limit or a hold
 * makes the items wait: no call is sent before the limit or the hold ends.
 */
export const mayRetryingNowHelp = (blocked: Pick<WaitingAccount, 'error'>): boolean =>
  !areWaitingItemsHeldByAccountSetting(blocked) &&
  !['open_job', 'waits_for_limit', 'address_guarded'].includes(blocked.error.kind)

/** Returns the reasons why accounts of a job wait, each once, with the number of items that wait for it. */
export function groupWaitingAccounts(blocked: readonly WaitingAccount[]): AccountsWaitingForSameReason[] {
  const byReason = Map.groupBy(blocked, ({ error }) => reasonOf(error))
  return [...byReason.values()].map((accounts) => {
    const { error } = accounts.reduce((first, one) => (untilOf(one.error) < untilOf(first.error) ? one : first))
    const { title } = describeError(error)
    const isOfFirstOnly = title !== reasonOf(error) && new Set(accounts.map((one) => untilOf(one.error))).size > 1
    return {
      accountIds: accounts.map(({ accountId }) => accountId),
      openItems: accounts.reduce((sum, { openItems }) => sum + openItems, 0),
      checkingItems: accounts.reduce((sum, { checkingItems }) => sum + checkingItems, 0),
      error,
      title: isOfFirstOnly ? sayOfFirst(title) : title,
    }
  })
}

const sayOfFirst = (cause: string): string => i18n.global.t('activity.job.causeForFirstAccount', { cause })

/** Equal for errors whose texts differ only in the time until which the calls wait. */
function reasonOf(error: WaitingAccount['error']): string {
  const { until, ...details } = error.details
  return describeError({ ...error, details: typeof until === 'number' ? { ...details, until: 0 } : details }).title
}

function untilOf({ details }: WaitingAccount['error']): number {
  return typeof details['until'] === 'number' ? details['until'] : Number.POSITIVE_INFINITY
}
