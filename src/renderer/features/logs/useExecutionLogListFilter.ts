import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useLogFilters } from '#renderer/stores/log-filters.ts'
import { findEndpointsByText } from './find-endpoints-by-text.ts'

/** The filter of the views of the service's execution log, for the selected accounts. */
export function useExecutionLogListFilter() {
  const { t } = useI18n()
  const filters = useLogFilters()
  const accounts = useAccounts()
  return computed(() => filters.filterFor(accounts.selectedIds, (text) => findEndpointsByText(text, t)))
}
