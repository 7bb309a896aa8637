import type { WireError } from '#shared/app-error.ts'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import { type ErrorDescription, describeError } from '#renderer/ui/notices/describe-error.ts'
import { describeErrorSinceFirstShown } from '#renderer/ui/notices/describe-error-since-first-shown.ts'
import { i18n } from '#renderer/text/i18n.ts'

export type QuoteRowProblem = NonNullable<QuoteRow['problem']>

/** Problems whose error says more than the text of the reason. */
const describedByError: readonly QuoteRowProblem['reason'][] = ['refused', 'data_not_read', 'not_active']

/**
 * Returns why a row cannot be bought and what to do about it, in the current language. `hasCauseEnded`: the cause of an
 * error has ended since the check. The error would state it in the present tense.
 */
export function describeQuoteProblem(
  { reason, error }: QuoteRowProblem,
  hasCauseEnded: (error: WireError) => boolean,
): ErrorDescription {
  const { t } = i18n.global
  if (error !== null && hasCauseEnded(error))
    return { title: t('purchase.quote.causeEnded.title'), remedy: t('purchase.quote.causeEnded.remedy'), detail: null }
  if (error !== null && describedByError.includes(reason)) return describeErrorSinceFirstShown(error)
  const key = `purchase.problem.${reason}`
  return {
    title: t(`${key}.title`),
    remedy: t(`${key}.remedy`),
    detail: error === null ? null : describeError(error).detail,
  }
}
