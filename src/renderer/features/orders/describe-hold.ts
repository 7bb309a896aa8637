import type { IntentView } from '#shared/ipc/orders.ts'
import { i18n } from '../../text/i18n.ts'
import { describeError, type ErrorDescription } from '../../ui/describe-error.ts'

type Hold = NonNullable<IntentView['hold']>

/** Why something planned is not sent, and what can be done about it, in the language shown. */
export function describeHold({ reason, error }: Hold): ErrorDescription {
  const { t } = i18n.global
  if (reason === 'cannot_send' && error !== null) return describeError(error)
  const key = `orders.hold.${reason}`
  return { title: t(`${key}.title`), remedy: t(`${key}.remedy`), detail: error === null ? null : describeError(error).detail }
}

/** As `describeHold`, of one order: the refusal for want of balance was the answer to another, and this one was never sent. */
export function describeHeldOrder(hold: Hold): ErrorDescription {
  if (hold.reason !== 'no_money') return describeHold(hold)
  const { t } = i18n.global
  return { title: t('orders.heldForBalance.title'), remedy: t('orders.heldForBalance.remedy'), detail: null }
}
