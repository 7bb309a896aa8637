import { shallowRef, watchEffect, type Ref } from 'vue'

interface PayingAccountOptions {
  /** Those that may buy. */
  usable: () => readonly string[]
  /** Of them those that the rail shows. */
  inView: () => readonly string[]
  /** Nothing is chosen now: accounts are not known yet, or what is bought is decided on. */
  isWaiting: () => boolean
  /** Something was chosen already that belongs to whoever pays: from here on only the person says who that is. */
  isBegun: () => boolean
}

/**
 * Chooses the account that pays where there is only one. One that was chosen and may not buy any more gives way to none, never to another
 * by itself: what is bought would come into the wrong hands. It is `lostAccountId` until it may again, or the person chooses.
 */
export function usePayingAccount(
  accountId: Ref<string | null>,
  { usable, inView, isWaiting, isBegun }: PayingAccountOptions,
) {
  const lostAccountId = shallowRef<string | null>(null)

  watchEffect(() => {
    if (isWaiting()) return
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
    if (isBegun()) return
    const seen = inView()
    const only = seen.length === 1 ? seen[0] : may.length === 1 ? may[0] : undefined
    if (only !== undefined) accountId.value = only
  })

  return { lostAccountId }
}
