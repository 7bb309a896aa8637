import type { StoredIntent } from './stored-intent-schema.ts'

/** Returns true if a sending of the intent may have been executed, or may still be. */
export function maySendingHaveBeenExecuted({
  lost,
  isBurnt,
  isUnclear,
}: Pick<StoredIntent['sendings'], 'lost' | 'isBurnt' | 'isUnclear'>): boolean {
  return lost > 0 || isBurnt || isUnclear
}
