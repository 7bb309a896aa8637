import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import type { Database } from '#main/store/database.ts'
import { incrementAnnotationRevision } from './annotation-revision-for-backup.ts'
import { buildAnnotationSearchText, parseTagsJson } from './query-and-save-annotation.ts'

/** Returns the customer in the spelling that is stored; null if nothing has it. */
export function queryStoredCustomerSpelling(database: Database, key: string): string | null {
  return database.get<{ label: string }>('select label from customer where key = ?', key)?.label ?? null
}

export function queryAnnotationTargetsOfCustomer(database: Database, key: string): AnnotationTarget[] {
  return database.all<AnnotationTarget>(
    `select account_id as "accountId", kind, name from annotation where customer_key = ? and customer_key <> ''`,
    key,
  )
}

/**
 * Sets the customer, in this spelling, of domains and servers that have an annotation. Runs one statement for each row,
 * which is several times as fast as `saveAnnotation`. Call it in a transaction.
 */
export function changeCustomerOfAnnotations(
  database: Database,
  targets: readonly AnnotationTarget[],
  customer: string,
): void {
  const key = getCustomerComparisonKey(customer)
  const formerKeys = new Set<string>()
  for (const { accountId, kind, name } of targets) {
    const row = database.get<{ tags: string; note: string; customer_key: string }>(
      'select tags, note, customer_key from annotation where account_id = ? and kind = ? and name = ?',
      accountId,
      kind,
      name,
    )
    if (!row) continue
    formerKeys.add(row.customer_key)
    database.run(
      'update annotation set customer = ?, customer_key = ?, search_text = ? where account_id = ? and kind = ? and name = ?',
      customer,
      key,
      buildAnnotationSearchText(name, { tags: parseTagsJson(row.tags), customer, note: row.note }),
      accountId,
      kind,
      name,
    )
  }
  for (const former of formerKeys) recountCustomer(database, former, null)
  recountCustomer(database, key, customer)
  incrementAnnotationRevision(database)
}

/** Counts the annotations of a customer again. `label` null: keeps the stored spelling. */
function recountCustomer(database: Database, key: string, label: string | null): void {
  const spelling = label ?? queryStoredCustomerSpelling(database, key) ?? ''
  database.run('delete from customer where key = ?', key)
  database.run(
    `insert into customer (key, label, domains, servers)
     select ?, ?, sum(kind = 'domain'), sum(kind = 'server') from annotation where customer_key = ? and customer_key <> '' having count(*) > 0`,
    key,
    spelling,
    key,
  )
}
