import { isOpen, type Intent } from '../intent.ts'
import { isResendable } from './evidence.ts'
import { isWaiting } from './make-intent.ts'

/** It may be sent again without the person. */
function isUnderway(intent: Intent): boolean {
  return intent.state === 'sent' || (intent.state === 'unsettled' && isResendable(intent))
}

/** A pause of its run keeps it from being sent, or from being sent again. */
export function isPausable(intent: Intent): boolean {
  return isWaiting(intent) || (isUnderway(intent) && intent.stop === null)
}

/** Cancelling its run takes it back, or keeps it from being sent again. */
export function isCancellable(intent: Intent): boolean {
  return intent.state === 'planned' || (isOpen(intent) && intent.stop === 'paused') || (isUnderway(intent) && intent.stop === null)
}
