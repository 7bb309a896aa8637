import type { StoredIntent } from './stored-intent-schema.ts'

/** Returns true if the service may have executed a request of the intent, or may still execute it. */
export function maySendingHaveBeenExecuted({
  lost,
  isBurnt,
  isUnclear,
}: Pick<StoredIntent['sendings'], 'lost' | 'isBurnt' | 'isUnclear'>): boolean {
  return lost > 0 || isBurnt || isUnclear
}
