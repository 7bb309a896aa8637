import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RowCountsByStatus } from '#shared/ipc/inventory.ts'
import { findAccountRenewalObstacle } from '#renderer/features/orders/checkout/find-account-purchase-obstacle.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { maxSelectedDomains } from '#renderer/stores/domain-selection.ts'
import { describeRenewMatchingDomainsButton } from './describe-renew-matching-domains-button.ts'

/** Decides whether the list offers to renew all domains that match the filters, and returns the label of the action. */
export function useRenewMatchingDomainsAction(counts: Readonly<Ref<RowCountsByStatus | null>>) {
  const { t, locale } = useI18n()
  const filters = useDomainFilters()
  const accounts = useAccounts()

  /** A filter for domains that expire soon suggests a renewal. Only active domains can be renewed. */
  const asksForRenewable = computed(
    () =>
      !['any', 'expired', 'undetermined'].includes(filters.expiry) &&
      (filters.statuses.length === 0 || filters.statuses.includes('active')),
  )
  const mayAllAccountsRenew = computed(() =>
    accounts.selected
      .filter(({ id }) => filters.accountIds?.includes(id) ?? true)
      .every((account) => findAccountRenewalObstacle(account, '') === null),
  )
  const renewing = computed(() =>
    counts.value === null
      ? null
      : describeRenewMatchingDomainsButton(
          counts.value,
          filters.statuses,
          maxSelectedDomains,
          mayAllAccountsRenew.value,
        ),
  )
  const mayRenewMatching = computed(() => asksForRenewable.value && renewing.value !== null)
  const renewMatchingLabel = computed(() => {
    const { text, n } = renewing.value ?? { text: 'domains.renewMatching', n: 0 }
    return t(text, { n: n.toLocaleString(locale.value) }, n)
  })

  return { mayRenewMatching, renewMatchingLabel }
}
