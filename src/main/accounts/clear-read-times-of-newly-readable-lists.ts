import { mayAnyKeyReadList } from '#shared/api/may-any-key-read-list.ts'
import type { Database } from '#main/store/database.ts'
import type { AccountQueries } from './account-queries.ts'

/**
 * Runs `changeKeys`, which changes the keys of the account. A list that no key may read counts as read. If a key may
 * read it after the change and none of its rows is stored, it counts as unread until a sync has read it.
 */
export function clearReadTimesOfNewlyReadableLists(
  { database, queries }: { database: Database; queries: Pick<AccountQueries, 'keys'> },
  accountId: string,
  changeKeys: () => void,
): void {
  database.transaction(() => {
    const before = queries.keys(accountId)
    changeKeys()
    const after = queries.keys(accountId)
    for (const list of ['domain', 'server'] as const)
      if (!mayAnyKeyReadList(before, list) && mayAnyKeyReadList(after, list))
        database.run(
          `update sync_run set ${list}s_read_at = null, lists_read_at = null where account_id = ?1
             and not exists (select 1 from ${list} where account_id = ?1 and gone_since is null)`,
          accountId,
        )
  })
}
