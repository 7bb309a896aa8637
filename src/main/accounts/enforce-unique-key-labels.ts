import { AppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import { makeUniqueKeyLabel } from '#shared/unique-key-label.ts'
import type { Database } from '#main/store/database.ts'

/**
 * Throws `invalid_input` if another key of the account has this label. Orders, logs and messages identify keys by label
 * only.
 */
export function assertKeyLabelUnused(
  database: Database,
  accountId: string,
  label: string,
  exceptKeyId: string | null = null,
): void {
  const taken = database.get(
    'select 1 from api_key where account_id = ? and label = ? and id is not ?',
    accountId,
    label,
    exceptKeyId,
  )
  if (taken === undefined) return
  const message = 'Another key of the account has this label'
  throw new AppError('invalid_input', message, {
    details: { issues: [createInputIssue('label', 'labelTaken', message)] },
  })
}

/**
 * Adds a number to the newer of two equal labels in an account. Earlier versions stored equal labels, and a merge may
 * create them.
 */
export function appendNumbersToDuplicateKeyLabels(database: Database): void {
  const equal = database.all<{ id: string; accountId: string; label: string }>(
    `select id, account_id as accountId, label from
       (select *, row_number() over (partition by account_id, label order by added_at, rowid) as place from api_key) where place > 1`,
  )
  for (const { id, accountId, label } of equal) {
    const taken = database.all<{ label: string }>(
      'select label from api_key where account_id = ? and id <> ?',
      accountId,
      id,
    )
    database.run(
      'update api_key set label = ? where id = ?',
      makeUniqueKeyLabel(
        label,
        taken.map((key) => key.label),
      ),
      id,
    )
  }
}
