import { isIntentOpen, type Intent } from '#main/orders/intent.ts'
import { isResendable } from './settlement-rules.ts'
import { isQueuedToSend } from './create-intent.ts'

/** It may be sent again without the person. */
function maySendWithoutPerson(intent: Intent): boolean {
  return intent.state === 'sent' || (intent.state === 'unsettled' && isResendable(intent))
}

/** A pause of its run keeps it from being sent, or from being sent again. */
export function isPausable(intent: Intent): boolean {
  return isQueuedToSend(intent) || (maySendWithoutPerson(intent) && intent.stop === null)
}

/** Cancelling its run takes it back, or keeps it from being sent again. */
export function isCancellable(intent: Intent): boolean {
  return intent.state === 'planned' || (isIntentOpen(intent) && intent.stop === 'paused') || (maySendWithoutPerson(intent) && intent.stop === null)
}
