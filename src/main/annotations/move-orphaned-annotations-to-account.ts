import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { mergeAnnotationIntoAccount } from './delete-or-reassign-annotations.ts'

const movedPerChunk = 200

/**
 * Moves restored annotations of an unknown account to an account that lists their domains or servers. The account is
 * unknown after the user replaced a damaged database and added the accounts again.
 */
export async function moveOrphanedAnnotationsToAccount(
  database: Database,
  accountId: string,
  kind: AnnotationTarget['kind'],
): Promise<void> {
  const orphans = database.all<{ accountId: string; name: string }>(
    `select n.account_id as "accountId", n.name from annotation n
     where n.kind = ?2 and n.account_id not in (select id from account)
       and exists (select 1 from ${kind} r where r.account_id = ?1 and r.name = n.name and r.gone_since is null)`,
    accountId,
    kind,
  )
  await forEachChunk(orphans, movedPerChunk, (part) =>
    database.transaction(() => {
      for (const orphan of part) mergeAnnotationIntoAccount(database, { kind, ...orphan }, accountId)
    }),
  )
}
