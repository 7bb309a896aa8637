import { AppError } from '#shared/app-error.ts'
import { storeDetectedChanges } from '#main/detected-changes/store-detected-changes.ts'
import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { detectGoneNamesOrShrunkenList, type NamesVisibleToKey } from './detect-gone-names-or-shrunken-list.ts'
import type { ResourceKind } from '#main/inventory/details/detail-store.ts'
import { queryPendingShrunkenList, savePendingShrunkenList } from './pending-shrunken-list-store.ts'

/** When a complete list was requested, and which names the keys that answered may list. */
export interface ListRequestTimeAndScopes {
  /** Time of the request. A row read later than that is newer than the list. */
  requestedAt: number
  /** The scopes of the keys that answered, as last known. */
  scopes: readonly NamesVisibleToKey[]
  /**
   * Fetches the scopes again after the list; called only when a stored name is missing. Returns null when that fails:
   * nothing is concluded then.
   */
  confirmScopes?: () => Promise<readonly NamesVisibleToKey[] | null>
}

const namesPerChunk = 2000
const updatesPerTransaction = 50

/** The names of present rows that a list requested at `requestedAt` has to contain. Read in chunks. */
async function queryPresentNames(
  database: Database,
  resourceKind: ResourceKind,
  accountId: string,
  requestedAt: number,
): Promise<string[]> {
  const names: string[] = []
  for (let after = ''; ;) {
    const rows = database.all<{ name: string; counts: number }>(
      `select name, gone_since is null and read_at <= ? as counts from ${resourceKind} where account_id = ? and name > ? order by name limit ${namesPerChunk}`,
      requestedAt,
      accountId,
      after,
    )
    for (const { name, counts } of rows) if (counts === 1) names.push(name)
    if (rows.length < namesPerChunk) return names
    after = rows.at(-1)?.name ?? ''
    await yieldToEventLoop()
  }
}

async function markGone(
  database: Database,
  resourceKind: ResourceKind,
  accountId: string,
  names: readonly string[],
  since: number,
  listedUntil: number,
): Promise<void> {
  const sql = `update ${resourceKind} set gone_since = ? where account_id = ? and name = ? and gone_since is null and read_at <= ?
    returning read_at as "readAt"`
  await forEachChunk(names, updatesPerTransaction, (part) =>
    database.transaction(() => {
      for (const name of part) {
        const marked = database.get<{ readAt: number }>(sql, since, accountId, name, listedUntil)
        if (marked)
          storeDetectedChanges(
            database,
            { accountId, kind: resourceKind, name },
            [{ field: 'listed', before: true, after: false }],
            marked.readAt,
            since,
          )
      }
    }),
  )
}

/**
 * Applies a list as `detectGoneNamesOrShrunkenList` decides: calls `store` and marks missing names as gone, or keeps
 * the shrunken list for a decision of the user. Returns whether the list was stored. `listed`: the names in their
 * stored form. `source` null: the list is partial, and nothing is marked as gone.
 */
export async function storeListOrAwaitConfirmation(
  database: Database,
  resourceKind: ResourceKind,
  accountId: string,
  { listed, readAt }: { listed: ReadonlySet<string>; readAt: number },
  source: ListRequestTimeAndScopes | null,
  store: () => Promise<void>,
): Promise<boolean> {
  if (source === null) {
    await store()
    return true
  }
  const { requestedAt, scopes, confirmScopes } = source
  const decide = async (known: readonly NamesVisibleToKey[]) => {
    const present = await queryPresentNames(database, resourceKind, accountId, requestedAt)
    return detectGoneNamesOrShrunkenList({
      present,
      listed,
      scopes: known,
      readAt,
      earlier: queryPendingShrunkenList(database, accountId, resourceKind),
    })
  }
  let decision = await decide(scopes)
  if (confirmScopes && (decision.gone.length > 0 || !decision.isApplied)) {
    const confirmed = await confirmScopes()
    if (confirmed === null) {
      await store()
      return true
    }
    // The user may have accepted the shrunken list in the meantime.
    decision = await decide(confirmed)
  }
  if (decision.isApplied) {
    await store()
    await markGone(database, resourceKind, accountId, decision.gone, decision.goneSince, requestedAt)
  }
  savePendingShrunkenList(database, accountId, resourceKind, decision.shrunken)
  return decision.isApplied
}

/**
 * Applies the shrunken list that the user accepts. The names that the list lacks are marked as gone, except names that
 * were read again later. Throws `conflict` when the stored list was not read at `readAt`, and `not_found` when no list
 * waits for the user.
 */
export async function acceptShrunkenList(
  database: Database,
  resourceKind: ResourceKind,
  accountId: string,
  readAt: number,
): Promise<void> {
  const shrunken = queryPendingShrunkenList(database, accountId, resourceKind)
  if (shrunken === null)
    throw new AppError('not_found', 'No list of this account waits to be accepted', {
      details: { accountId, list: resourceKind },
    })
  if (shrunken.readAt !== readAt)
    throw new AppError('conflict', 'Another list has come since', {
      details: { expected: readAt, actual: shrunken.readAt },
    })
  await markGone(database, resourceKind, accountId, shrunken.missing, shrunken.firstReadAt, shrunken.readAt)
  savePendingShrunkenList(database, accountId, resourceKind, null)
}
