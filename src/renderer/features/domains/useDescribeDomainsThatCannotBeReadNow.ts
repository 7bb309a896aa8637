import { useI18n } from 'vue-i18n'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { describeDomainsThatCannotBeReadNow } from './describe-domains-that-cannot-be-read-now.ts'
import type { DomainReadingEstimate } from './summarize-domain-reading-cost.ts'

/** Returns `describeDomainsThatCannotBeReadNow` with the labels of the accounts, in the current language. */
export function useDescribeDomainsThatCannotBeReadNow(): (
  estimate: DomainReadingEstimate,
  leavesOutFresh: boolean,
) => string[] {
  const { t, locale } = useI18n()
  const accounts = useAccounts()
  const options = {
    labelOf: (accountId: string) => accounts.byId(accountId)?.label ?? accountId,
    formatNumber: (n: number) => n.toLocaleString(locale.value),
  }
  return (estimate, leavesOutFresh) => describeDomainsThatCannotBeReadNow(estimate, { ...options, leavesOutFresh }, t)
}
