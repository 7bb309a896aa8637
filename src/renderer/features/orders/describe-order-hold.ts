import type { ErrorKind } from '#shared/app-error.ts'
import type { IntentView } from '#shared/ipc/order-intents.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { describeError, type ErrorDescription } from '#renderer/ui/notices/describe-error.ts'

type Hold = NonNullable<IntentView['hold']>

const passing: readonly ErrorKind[] = ['no_network', 'timeout', 'cut_off']

function isPassing({ kind, status }: NonNullable<Hold['error']>): boolean {
  return passing.includes(kind) || (status !== undefined && (status >= 500 || status === 429))
}

/** Why a planned order is not sent and what to do about it, in the current language. */
export function describeOrderHold({ reason, error }: Hold): ErrorDescription {
  const { t } = i18n.global
  const key = `orders.hold.${reason}`
  // What passes by itself is tried again by itself: the person is not to do it.
  if (reason === 'cannot_send' && error !== null)
    return isPassing(error) ? { ...describeError(error), remedy: t(`${key}.remedy`) } : describeError(error)
  if (reason === 'run_paused' && error !== null) return describePaused(error)
  return {
    title: t(`${key}.title`),
    remedy: t(`${key}.remedy`),
    detail: error === null ? null : describeError(error).detail,
  }
}

/** It was not being sent when it was paused either. */
function describePaused(error: NonNullable<Hold['error']>): ErrorDescription {
  const { t } = i18n.global
  const { title, remedy, detail } = describeOrderHold({ reason: 'cannot_send', error })
  return {
    title: t('orders.hold.run_paused.title'),
    remedy: joinSentences([t('orders.unsentBeforePause'), title, remedy]),
    detail,
  }
}

/** As `describeOrderHold`, of one order: the refusal for want of balance was the answer to another, and this one was never sent. */
export function describeHeldOrder(hold: Hold): ErrorDescription {
  if (hold.reason !== 'no_money') return describeOrderHold(hold)
  const { t } = i18n.global
  return { title: t('orders.heldForBalance.title'), remedy: t('orders.heldForBalance.remedy'), detail: null }
}
