import { keyInformationSchema, type KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { parseJsonOrNull, parseStoredError } from '#main/store/parse-stored-json.ts'
import { accountColours, accountSchema, type Account, type Key } from '#shared/ipc/accounts.ts'
import { getKeyStateAt } from './get-key-state-at.ts'

export interface AccountRow {
  id: string
  label: string
  colour: string
  folder: string
  notes: string
  base_url: string
  is_paused: number
  is_read_only: number
  added_at: number
  /** Origin; null without a proxy. */
  proxy_url: string | null
  /** Empty: the proxy asks for no user. */
  proxy_user: string
  /** Name of the password in the keychain. */
  proxy_secret_id: string | null
  sync_interval: string | null
  sync_quiet_hours: string | null
  has_begun_removal: number
}

export interface KeyRow {
  id: string
  account_id: string
  label: string
  secret_id: string | null
  state: string
  error: string | null
  checked_at: number | null
  me: string | null
  expires_at: number | null
  added_at: number
}

/** Parses a row into a key with its state at `now`. */
export function parseKeyRow(row: KeyRow, now: number): Key {
  return {
    id: row.id,
    accountId: row.account_id,
    label: row.label,
    state: getKeyStateAt(row, now),
    error: parseStoredError(row.error),
    checkedAt: row.checked_at,
    me: row.me === null ? null : parseMe(row.id, row.me),
    expiresAt: row.expires_at,
    addedAt: row.added_at,
  }
}

/**
 * By key ID: the last parsed response of `/v1/me`. Keys are read for every call, and a key may name thousands of
 * targets.
 */
const parsed = new Map<string, { text: string; me: KeyInformation | null }>()

function parseMe(keyId: string, text: string): KeyInformation | null {
  const known = parsed.get(keyId)
  if (known?.text === text) return known.me
  const me = keyInformationSchema.safeParse(parseJsonOrNull(text)).data ?? null
  parsed.set(keyId, { text, me })
  return me
}

/** Returns the fields that are stored in the account's own row. */
export function parseAccountRow(
  row: AccountRow,
): Pick<
  Account,
  | 'id'
  | 'label'
  | 'colour'
  | 'folder'
  | 'notes'
  | 'baseUrl'
  | 'isPaused'
  | 'isReadOnly'
  | 'addedAt'
  | 'proxy'
  | 'syncInterval'
  | 'syncQuietHours'
> & { hasBegunRemoval: boolean } {
  return {
    id: row.id,
    label: row.label,
    colour: accountColours.find((known) => known === row.colour) ?? 'slate',
    folder: row.folder,
    notes: row.notes,
    baseUrl: row.base_url,
    isPaused: row.is_paused === 1,
    isReadOnly: row.is_read_only === 1,
    hasBegunRemoval: row.has_begun_removal === 1,
    addedAt: row.added_at,
    proxy:
      row.proxy_url === null
        ? null
        : { url: row.proxy_url, user: row.proxy_user, hasPassword: row.proxy_secret_id !== null },
    syncInterval: accountSchema.shape.syncInterval.safeParse(row.sync_interval).data ?? null,
    syncQuietHours:
      accountSchema.shape.syncQuietHours.safeParse(parseJsonOrNull(row.sync_quiet_hours ?? 'null')).data ?? null,
  }
}
