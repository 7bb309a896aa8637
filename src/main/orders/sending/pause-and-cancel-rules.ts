import { isIntentOpen, type StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { mayOrderRequestBeResentRegardlessOfAge } from './settle-or-resend-rules.ts'
import { isIntentQueuedToSend } from './intent-progress-predicates.ts'

/** Returns whether the intent may be sent again without the user. */
function maySendWithoutUser(intent: StoredIntent): boolean {
  return intent.state === 'sent' || (intent.state === 'unsettled' && mayOrderRequestBeResentRegardlessOfAge(intent))
}

/** Returns whether a pause of its run keeps the intent from being sent, or from being sent again. */
export function isIntentPausable(intent: StoredIntent): boolean {
  return isIntentQueuedToSend(intent) || (maySendWithoutUser(intent) && intent.stop === null)
}

/** Returns whether cancelling its run abandons the intent, or keeps it from being sent again. */
export function isIntentCancellable(intent: StoredIntent): boolean {
  return (
    intent.state === 'planned' ||
    (isIntentOpen(intent) && intent.stop === 'paused') ||
    (maySendWithoutUser(intent) && intent.stop === null)
  )
}
