import { shallowRef, watchEffect, type Ref } from 'vue'

interface AutoSelectPayingAccountOptions {
  /** Ids of the accounts that may buy. */
  usable: () => readonly string[]
  /** The accounts among them that are selected in the account sidebar. */
  selectedInSidebar: () => readonly string[]
  /** While true, nothing is selected: the accounts are not loaded, or the control is disabled. */
  isDisabled: () => boolean
  /** The user has begun the order. Then only the user selects the account. */
  hasChosenItems: () => boolean
}

/**
 * Selects the paying account automatically if only one may buy, or only one of those selected in the sidebar. A
 * selected account that may no longer buy is deselected and becomes `lostAccountId`. It is never replaced by another
 * account, because the purchase would belong to the wrong account. It is selected again when it may buy again, unless
 * the user selects an account first.
 */
export function useAutoSelectPayingAccount(
  accountId: Ref<string | null>,
  { usable, selectedInSidebar, isDisabled, hasChosenItems }: AutoSelectPayingAccountOptions,
) {
  const lostAccountId = shallowRef<string | null>(null)

  watchEffect(() => {
    if (isDisabled()) return
    const may = usable()
    if (accountId.value !== null) {
      const isUsable = may.includes(accountId.value)
      lostAccountId.value = isUsable ? null : accountId.value
      if (!isUsable) accountId.value = null
      return
    }
    if (lostAccountId.value !== null) {
      if (may.includes(lostAccountId.value)) accountId.value = lostAccountId.value
      return
    }
    if (hasChosenItems()) return
    const selected = selectedInSidebar()
    const only = selected.length === 1 ? selected[0] : may.length === 1 ? may[0] : undefined
    if (only !== undefined) accountId.value = only
  })

  return { lostAccountId }
}
