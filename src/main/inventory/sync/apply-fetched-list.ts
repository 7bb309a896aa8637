import { AppError } from '#shared/app-error.ts'
import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { decideListUpdate, type KeyListScope } from './decide-list-update.ts'
import type { ResourceKind } from '#main/inventory/detail-store.ts'
import { getShrunkenList, saveShrunkenList } from './shrunken-list-store.ts'

/** Where a whole list comes from. */
export interface ListSource {
  /** When it was asked for: rows read since then are newer than it. */
  requestedAt: number
  /** What the keys that answered are made for, as last known. */
  scopes: readonly KeyListScope[]
  /** The same, asked of the service after the list, and only when a stored name is missing; null: it did not say, and nothing is concluded. */
  confirmScopes?: () => Promise<readonly KeyListScope[] | null>
}

const namesPerChunk = 2000
const updatesPerTransaction = 50

/** The names stored as present that a list asked for at `requestedAt` was to show. Read in slices. */
async function queryPresentNames(database: Database, resourceKind: ResourceKind, accountId: string, requestedAt: number): Promise<string[]> {
  const names: string[] = []
  for (let after = ''; ; ) {
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

async function markGone(database: Database, resourceKind: ResourceKind, accountId: string, names: readonly string[], since: number, listedUntil: number): Promise<void> {
  const sql = `update ${resourceKind} set gone_since = ? where account_id = ? and name = ? and gone_since is null and read_at <= ?`
  await forEachChunk(names, updatesPerTransaction, (part) =>
    database.transaction(() => {
      for (const name of part) database.run(sql, since, accountId, name, listedUntil)
    }),
  )
}

/**
 * Takes a list in as `decideListUpdate` decides: stores it with `store` and marks what is gone, or lets all of it wait. Whether it was stored.
 * `listed`: the names as they are stored. `source` null: the list is a part, and says nothing of what it lacks.
 */
export async function applyFetchedList(
  database: Database,
  resourceKind: ResourceKind,
  accountId: string,
  { listed, readAt }: { listed: ReadonlySet<string>; readAt: number },
  source: ListSource | null,
  store: () => Promise<void>,
): Promise<boolean> {
  if (source === null) {
    await store()
    return true
  }
  const { requestedAt, scopes, confirmScopes } = source
  const decide = async (known: readonly KeyListScope[]) => {
    const present = await queryPresentNames(database, resourceKind, accountId, requestedAt)
    return decideListUpdate({ present, listed, scopes: known, readAt, earlier: getShrunkenList(database, accountId, resourceKind) })
  }
  let decision = await decide(scopes)
  if (confirmScopes && (decision.gone.length > 0 || !decision.isApplied)) {
    const confirmed = await confirmScopes()
    if (confirmed === null) {
      await store()
      return true
    }
    // A person may have accepted the list that waits meanwhile.
    decision = await decide(confirmed)
  }
  if (decision.isApplied) {
    await store()
    await markGone(database, resourceKind, accountId, decision.gone, decision.goneSince, requestedAt)
  }
  saveShrunkenList(database, accountId, resourceKind, decision.shrunken)
  return decision.isApplied
}

/**
 * A person believes the list that waits: what it lacks is gone, but for what was listed since. Throws conflict when another list has come
 * since `readAt`, not_found when none waits.
 */
export async function acceptShrunkenList(database: Database, resourceKind: ResourceKind, accountId: string, readAt: number): Promise<void> {
  const shrunken = getShrunkenList(database, accountId, resourceKind)
  if (shrunken === null) throw new AppError('not_found', 'No list of this account waits to be accepted', { details: { accountId, list: resourceKind } })
  if (shrunken.readAt !== readAt) throw new AppError('conflict', 'Another list has come since', { details: { expected: readAt, actual: shrunken.readAt } })
  await markGone(database, resourceKind, accountId, shrunken.missing, shrunken.firstReadAt, shrunken.readAt)
  saveShrunkenList(database, accountId, resourceKind, null)
}
