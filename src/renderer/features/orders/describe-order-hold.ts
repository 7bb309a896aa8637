import { isTransientError } from '#shared/api/error-predicates.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { describeError, type ErrorDescription } from '#renderer/ui/notices/describe-error.ts'

type Hold = NonNullable<OrderIntentView['hold']>

/** Returns why the planned orders of an account are not sent and what to do about it, in the current language. */
export function describeHoldOfAccountOrders({ reason, error }: Hold): ErrorDescription {
  const { t } = i18n.global
  const key = `orders.hold.${reason}`
  if (reason === 'cannot_send' && error?.kind === 'not_found')
    return { title: t('orders.heldWithoutAccount.title'), remedy: t('orders.heldWithoutAccount.remedy'), detail: null }
  // The auth code cannot be decrypted, so that the order is never sent.
  if (reason === 'cannot_send' && error?.kind === 'unreadable_row') {
    const description = describeError(error)
    return { ...description, title: joinSentences([description.title]) }
  }
  // A passing error is retried automatically, so its own remedy does not apply.
  if (reason === 'cannot_send' && error !== null) {
    const description = describeError(error)
    const remedy = isTransientError(error)
      ? t(`${key}.remedy`)
      : joinSentences([description.remedy, t('orders.sentOncePossible')])
    return { ...description, title: joinSentences([description.title]), remedy }
  }
  if (reason === 'run_paused' && error !== null) return describePaused(error)
  return {
    title: t(`${key}.title`),
    remedy: t(`${key}.remedy`),
    detail: error === null ? null : describeError(error).detail,
  }
}

/** Describes the hold of an order of a paused run. `error`: why the order could not be sent before the pause. */
function describePaused(error: NonNullable<Hold['error']>): ErrorDescription {
  const { t } = i18n.global
  const { title, remedy, detail } = describeError(error)
  return {
    title: t('orders.hold.run_paused.title'),
    remedy: t('orders.unsentBeforePause', { reason: joinSentences([title]), remedy: joinSentences([remedy]) }),
    detail,
  }
}

/**
 * Like `describeHoldOfAccountOrders`, but for one held order. If the hold is for insufficient balance, the service
 * refused another order, and the held order was never sent.
 */
export function describeOrderHold(hold: Hold): ErrorDescription {
  if (hold.reason !== 'no_money') return describeHoldOfAccountOrders(hold)
  const { t } = i18n.global
  return { title: t('orders.heldForBalance.title'), remedy: t('orders.heldForBalance.remedy'), detail: null }
}
