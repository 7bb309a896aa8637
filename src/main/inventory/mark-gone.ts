import { AppError } from '#shared/errors.ts'
import { breathe, inSlices } from '../pace/slices.ts'
import type { Database } from '../store/database.ts'
import { decideList, type ListScope } from './decide-list.ts'
import type { Thing } from './facets.ts'
import { getShrunkenList, saveShrunkenList } from './shrunken-lists.ts'

/** Where a whole list comes from. */
export interface ListSource {
  /** When it was asked for: rows read since then are newer than it. */
  askedAt: number
  /** What the keys that answered are made for, as last known. */
  scopes: readonly ListScope[]
  /** The same, asked of the service after the list, and only when a stored name is missing; null: it did not say, and nothing is concluded. */
  confirmScopes?: () => Promise<readonly ListScope[] | null>
}

const namesAtOnce = 2000
const markedAtOnce = 50

/** The names stored as present that a list asked for at `askedAt` was to show. Read in slices. */
async function presentNames(database: Database, thing: Thing, accountId: string, askedAt: number): Promise<string[]> {
  const names: string[] = []
  for (let after = ''; ; ) {
    const rows = database.all<{ name: string; counts: number }>(
      `select name, gone_since is null and read_at <= ? as counts from ${thing} where account_id = ? and name > ? order by name limit ${namesAtOnce}`,
      askedAt,
      accountId,
      after,
    )
    for (const { name, counts } of rows) if (counts === 1) names.push(name)
    if (rows.length < namesAtOnce) return names
    after = rows.at(-1)?.name ?? ''
    await breathe()
  }
}

async function markGone(database: Database, thing: Thing, accountId: string, names: readonly string[], since: number, listedUntil: number): Promise<void> {
  const sql = `update ${thing} set gone_since = ? where account_id = ? and name = ? and gone_since is null and read_at <= ?`
  await inSlices(names, markedAtOnce, (part) =>
    database.transaction(() => {
      for (const name of part) database.run(sql, since, accountId, name, listedUntil)
    }),
  )
}

/**
 * Takes a list in as `decideList` decides: stores it with `store` and marks what is gone, or lets all of it wait. Whether it was stored.
 * `listed`: the names as they are stored. `source` null: the list is a part, and says nothing of what it lacks.
 */
export async function applyList(
  database: Database,
  thing: Thing,
  accountId: string,
  { listed, readAt }: { listed: ReadonlySet<string>; readAt: number },
  source: ListSource | null,
  store: () => Promise<void>,
): Promise<boolean> {
  if (source === null) {
    await store()
    return true
  }
  const { askedAt, scopes, confirmScopes } = source
  const decide = async (known: readonly ListScope[]) => {
    const present = await presentNames(database, thing, accountId, askedAt)
    return decideList({ present, listed, scopes: known, readAt, earlier: getShrunkenList(database, accountId, thing) })
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
    await markGone(database, thing, accountId, decision.gone, decision.goneSince, askedAt)
  }
  saveShrunkenList(database, accountId, thing, decision.shrunken)
  return decision.isApplied
}

/**
 * A person believes the list that waits: what it lacks is gone, but for what was listed since. Throws conflict when another list has come
 * since `readAt`, not_found when none waits.
 */
export async function acceptShrunkenList(database: Database, thing: Thing, accountId: string, readAt: number): Promise<void> {
  const shrunken = getShrunkenList(database, accountId, thing)
  if (shrunken === null) throw new AppError('not_found', 'No list of this account waits to be accepted', { details: { accountId, list: thing } })
  if (shrunken.readAt !== readAt) throw new AppError('conflict', 'Another list has come since', { details: { expected: readAt, actual: shrunken.readAt } })
  await markGone(database, thing, accountId, shrunken.missing, shrunken.firstReadAt, shrunken.readAt)
  saveShrunkenList(database, accountId, thing, null)
}
