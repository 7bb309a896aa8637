import type { NotifiableOrder } from '#main/notifications/notification-facts.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { isOrderBlockedByBalance } from './refused-order-predicates.ts'

/** Converts an intent that waits for the user to the facts of a notification, with the reason why it waits. */
export function toNotifiableOrder(intent: StoredIntent): NotifiableOrder {
  const reason = reasonOf(intent)
  const resumes = intent.steps.filter(({ event }) => event === 'released').length
  // A notification announced this order before the user's first decision. The suffix permits a second notification.
  const again = intent.state === 'abandoned' ? ' again' : ''
  return { intentId: intent.id, reason, occurrence: `${reason} ${resumes}${again}` }
}

function reasonOf(intent: StoredIntent): NotifiableOrder['reason'] {
  if (intent.needsYou) return 'to_decide'
  if (isOrderBlockedByBalance(intent)) return 'balance'
  if (intent.state === 'refused') return 'declined'
  return intent.hold?.reason === 'run_paused' && !wasConfirmationExpired(intent) ? 'paused' : 'other'
}

/** The app paused the order, not the user, so the user does not know of the pause yet. */
function wasConfirmationExpired({ steps }: StoredIntent): boolean {
  return steps.at(-1)?.fact['confirmedAt'] !== undefined
}
