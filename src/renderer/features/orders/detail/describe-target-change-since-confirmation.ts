import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { formatOrderEventFacts } from './format-order-event-facts.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/**
 * For an order on hold because its target changed after the user confirmed it: says what the check before sending
 * found. Null for any other order, or when the order's steps do not show it.
 */
export function describeTargetChangeSinceConfirmation(
  { hold, steps, item, expiryDate }: Pick<OrderIntentView, 'hold' | 'steps' | 'item' | 'expiryDate'>,
  t: Translate,
): string | null {
  const step = steps.findLast(({ event }) => event === 'held')
  if (hold?.reason !== 'target_moved' || step?.fact['listed'] === undefined) return null
  const { reason: _shownAsTitle, ...fact } = step.fact
  const values = {
    time: formatJapanTime(step.at),
    facts: formatOrderEventFacts(fact, t, item.kind).join(t('common.listSeparator')),
  }
  return expiryDate === null
    ? t('orders.targetDifference.other', values)
    : t('orders.targetDifference.renewal', { ...values, date: expiryDate })
}
