import { isIntentOpen, type StoredIntent } from '#main/orders/stored-intent-schema.ts'

/** Returns whether the intent is sent as soon as its turn comes. */
export function isIntentQueuedToSend({ state, hold }: Pick<StoredIntent, 'state' | 'hold'>): boolean {
  return state === 'planned' && (hold === null || hold.reason === 'waiting' || hold.reason === 'cannot_send')
}

/** Returns whether the intent progresses without an action of the user. */
export function isIntentProgressingWithoutUser(intent: Pick<StoredIntent, 'state' | 'hold'>): boolean {
  return isIntentOpen(intent) && (intent.state !== 'planned' || isIntentQueuedToSend(intent))
}
