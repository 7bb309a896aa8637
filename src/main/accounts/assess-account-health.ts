import { dayMs } from '#shared/durations.ts'
import type { WireError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import { isKeyUsable, isUnusableKeyState, type UnusableKeyState } from '#shared/key-states.ts'
import type { ServiceResponsiveness } from '#shared/ipc/sync.ts'
import { accountAttentionReasons, type Account, type AccountAttentionReason, type Key } from '#shared/ipc/accounts.ts'

/** A key that expires within this time gives the health reason `key_expires_soon`. */
export const keyExpiryWarningMs = 30 * dayMs
/** Lists older than this are stale, in milliseconds. */
export const listsStaleAfterMs = dayMs

const reasonByState: Record<UnusableKeyState, AccountAttentionReason> = {
  quarantined: 'key_quarantined',
  expired: 'key_expired',
  forbidden: 'key_forbidden',
  missing: 'key_missing',
}
const reasonByDeniedList = { domain: 'no_key_for_domains', server: 'no_key_for_servers' } as const
const failing: readonly AccountAttentionReason[] = ['no_keys', 'no_usable_key', 'sync_failed', 'proxy_refused']

export interface AccountHealthInput {
  keys: readonly Pick<Key, 'state' | 'expiresAt'>[]
  isPaused: boolean
  /** Whether the calls of the account's running sync get answers; `yes` if no sync runs. */
  responsiveness: ServiceResponsiveness
  syncedAt: number | null
  syncError: WireError | null
  /** How many details the last sync could not read and no call has read since. */
  detailsFailed: number
  /** Another account lists one of the same domains or servers. */
  isShared: boolean
  /** A shrunken list waits for a decision of the user. */
  hasShrunkenList: boolean
  /** Lists that no key may read. `hasEntries`: an earlier key read entries, which can no longer be read. */
  deniedLists: readonly DeniedList[]
}

interface DeniedList {
  list: 'domain' | 'server'
  hasEntries: boolean
}

/** Keys for one service only are usual, so a list without entries that no key may read needs no attention. */
export function areDeniedListsUsual(deniedLists: readonly DeniedList[]): boolean {
  return deniedLists.length < 2 && deniedLists.every(({ hasEntries }) => !hasEntries)
}

/** Returns the health of an account at `now` (wall clock): its level, and its reasons with the worst first. */
export function assessAccountHealth(facts: AccountHealthInput, now: number): Account['health'] {
  const found = new Set(reasonsOf(facts, now))
  const reasons = accountAttentionReasons.filter((reason) => found.has(reason))
  if (facts.isPaused) return { level: 'paused', reasons }
  if (reasons.some((reason) => failing.includes(reason))) return { level: 'failing', reasons }
  const usual = areDeniedListsUsual(facts.deniedLists)
    ? facts.deniedLists.map(({ list }): AccountAttentionReason => reasonByDeniedList[list])
    : []
  return { level: reasons.some((reason) => !usual.includes(reason)) ? 'attention' : 'good', reasons }
}

function reasonOfSyncError(error: WireError): AccountAttentionReason {
  if (error.kind === 'proxy_refused' || error.kind === 'proxy_unreachable') return error.kind
  return isErrorCausedBy(error, 'network') || error.kind === 'offline' ? 'unreachable' : 'sync_failed'
}

function reasonsOf(
  {
    keys,
    responsiveness,
    syncedAt,
    syncError,
    detailsFailed,
    isShared,
    hasShrunkenList,
    deniedLists,
  }: AccountHealthInput,
  now: number,
): AccountAttentionReason[] {
  const reasons: AccountAttentionReason[] = keys.flatMap(({ state }) =>
    isUnusableKeyState(state) ? reasonByState[state] : [],
  )
  if (keys.length === 0) reasons.push('no_keys')
  else if (reasons.length === keys.length) reasons.push('no_usable_key')
  if (
    keys.some(
      // An unusable key already has another reason to be replaced or tested again.
      (key) => isKeyUsable(key) && key.expiresAt !== null && key.expiresAt - now <= keyExpiryWarningMs,
    )
  )
    reasons.push('key_expires_soon')
  if (responsiveness === 'no_proxy') reasons.push('proxy_unreachable')
  else if (responsiveness !== 'answering') reasons.push('no_answer')
  if (syncError) reasons.push(reasonOfSyncError(syncError))
  if (detailsFailed > 0) reasons.push('details_failed')
  if (syncedAt === null) reasons.push('never_synced')
  else if (now - syncedAt > listsStaleAfterMs) reasons.push('stale')
  for (const { list } of deniedLists) reasons.push(reasonByDeniedList[list])
  if (hasShrunkenList) reasons.push('list_shrunk')
  if (isShared) reasons.push('shares_domains')
  return reasons
}
