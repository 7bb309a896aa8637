import { computed, type ComputedRef } from 'vue'
import type { Account } from '#shared/ipc/accounts.ts'
import { useAsyncData } from './useAsyncData.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/**
 * Why an account is missing: it was merged into `mergedInto`. If `mergedInto` is null, it was removed, or a restored
 * backup lacks it. Null while the account exists or the reason is not known yet.
 */
export function useMissingAccountReason(accountId: () => string): ComputedRef<{ mergedInto: Account | null } | null> {
  const accounts = useAccounts()
  const isMissing = () => accounts.byIdIfLoaded(accountId()) === null
  const { data } = useAsyncData(
    async () => (isMissing() ? mainCommands.accounts.mergedInto({ accountId: accountId() }) : null),
    { watch: [accountId, isMissing] },
  )
  return computed(() => data.value && { mergedInto: accounts.byId(data.value.accountId ?? '') })
}
