import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { mergeAnnotationInto } from './delete-or-reassign-annotations.ts'

const movedPerChunk = 200

/**
 * Gives an account the restored tags and notes of the domains or servers that it lists, when the account to which they
 * belonged is unknown. This is so after a damaged database was replaced and its accounts were added again.
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
      for (const orphan of part) mergeAnnotationInto(database, { kind, ...orphan }, accountId)
    }),
  )
}
