interface KeyStateRow {
  /** Banto sends the key. A key that is not usable is sent only when the user tests it again. */
  isUsable: boolean
}

/** The states of an API key, and what follows from each. */
const rows = {
  /** The last response was no authentication failure. */
  working: { isUsable: true },
  /** Never seen working. */
  untested: { isUsable: true },
  /** A response was 401. The key is not sent until the user replaces it or tests it again. */
  quarantined: { isUsable: false },
  /** Past its `expires_at`. */
  expired: { isUsable: false },
  /** `/v1/me` answered 403 (IP restriction). */
  forbidden: { isUsable: false },
  /** The keychain answers, but does not hold the key. */
  missing: { isUsable: false },
} as const satisfies Record<string, KeyStateRow>

export type KeyState = keyof typeof rows
/** The states of a key that Banto does not send. */
export type UnusableKeyState = { [S in KeyState]: (typeof rows)[S]['isUsable'] extends false ? S : never }[KeyState]

export const keyStates = Object.keys(rows) as [KeyState, ...KeyState[]]

/** Returns true if Banto sends a key in this state, for calls that the key's permissions allow. */
export function isKeyUsable({ state }: { state: KeyState }): boolean {
  return rows[state].isUsable
}

/**
 * Returns the keys whose permissions decide what the stored lists contain. Keys that are not sent read nothing. Without
 * a usable key, the stored rows are those of the keys there are.
 */
export function listUsableKeysOrAll<K extends { state: KeyState }>(keys: readonly K[]): readonly K[] {
  const usable = keys.filter(isKeyUsable)
  return usable.length > 0 ? usable : keys
}

/** True for a reason that is a state of the key, not a missing permission. */
export function isUnusableKeyState(reason: unknown): reason is UnusableKeyState {
  return keyStates.some((state) => state === reason && !rows[state].isUsable)
}
