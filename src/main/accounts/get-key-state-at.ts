import { keyStates, type KeyState } from '#shared/key-states.ts'

/**
 * Returns the state of a stored key at `now`. Unless it is quarantined, a key after its expiry time is `expired`. A
 * state of a later version counts as `untested`.
 */
export function getKeyStateAt(
  { state: stored, expires_at }: { state: string; expires_at: number | null },
  now: number,
): KeyState {
  const state = keyStates.find((known) => known === stored) ?? 'untested'
  return expires_at !== null && expires_at <= now && state !== 'quarantined' ? 'expired' : state
}
