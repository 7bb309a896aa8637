import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'

/** Counts how many times the request was sent, or may have been sent. */
export function countOrderSendings({ steps }: Pick<OrderIntentView, 'steps'>): number {
  return steps.filter(({ event }) => event === 'sent').length - steps.filter(({ event }) => event === 'not_sent').length
}

/**
 * Returns the repeated sendings, and how many of them have no recorded check just before. A check is recorded only
 * while the outcome is unknown: not before a sending that follows a rate limit.
 */
export function countRepeatedSendings({ steps }: Pick<OrderIntentView, 'steps'>): {
  total: number
  withoutCheck: number
} {
  const sendings = steps.flatMap(({ event }, index) => {
    if (event !== 'sent') return []
    const outcome = steps.slice(index + 1).find((later) => later.event === 'sent' || later.event === 'not_sent')
    return outcome?.event === 'not_sent' ? [] : [{ isChecked: steps[index - 1]?.event === 'read' }]
  })
  const repeated = sendings.slice(1)
  return { total: repeated.length, withoutCheck: repeated.filter(({ isChecked }) => !isChecked).length }
}
