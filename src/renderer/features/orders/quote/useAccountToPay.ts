import { shallowRef, watchEffect, type Ref } from 'vue'

interface AccountsToPay {
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
 * by itself: what is bought would come into the wrong hands. It is `lost` until it may again, or the person chooses.
 */
export function useAccountToPay(accountId: Ref<string | null>, { usable, inView, isWaiting, isBegun }: AccountsToPay) {
  const lost = shallowRef<string | null>(null)

  watchEffect(() => {
    if (isWaiting()) return
    const may = usable()
    if (accountId.value !== null) {
      const isUsable = may.includes(accountId.value)
      lost.value = isUsable ? null : accountId.value
      if (!isUsable) accountId.value = null
      return
    }
    if (lost.value !== null) {
      if (may.includes(lost.value)) accountId.value = lost.value
      return
    }
    if (isBegun()) return
    const seen = inView()
    const only = seen.length === 1 ? seen[0] : may.length === 1 ? may[0] : undefined
    if (only !== undefined) accountId.value = only
  })

  return { lost }
}
