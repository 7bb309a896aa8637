import { domainToUnicode } from 'node:url'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { getCustomerComparisonKey, normalizeCustomer } from '#shared/customer-name-rules.ts'
import type { Annotation, AnnotationTarget } from '#shared/ipc/annotations.ts'
import { getTagComparisonKey } from '#shared/tag-rules.ts'
import type { Database } from '#main/store/database.ts'
import { incrementAnnotationRevision } from './annotation-revision-for-backup.ts'
import { normalizeSearchText } from '#main/store/normalize-search-text.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

/** Parses the tags of a row. Null: the row has no annotation. */
export function parseTagsJson(json: string | null): string[] {
  const tags = json === null ? null : parseJsonOrNull(json)
  return Array.isArray(tags) ? tags.map(String) : []
}

export function queryAnnotation(database: Database, { accountId, kind, name }: AnnotationTarget): Annotation {
  const row = database.get<{ tags: string; customer: string; note: string }>(
    'select tags, customer, note from annotation where account_id = ? and kind = ? and name = ?',
    accountId,
    kind,
    name,
  )
  return { tags: parseTagsJson(row?.tags ?? null), customer: row?.customer ?? '', note: row?.note ?? '' }
}

/**
 * Replaces the tags, the customer and the note of a domain or server. Only this function and
 * `changeCustomerOfAnnotations` insert or update rows, so that the counts in `tag` and `customer` match them. A restore
 * of the backup empties all these tables together. A tag in use keeps its spelling, and so does a customer that another
 * domain or server has. Call it in a transaction.
 */
export function saveAnnotation(
  database: Database,
  target: AnnotationTarget,
  { tags, note, ...named }: Annotation,
): void {
  const stored = queryAnnotation(database, target)
  const before = stored.tags.map(getTagComparisonKey)
  const labels = new Map(tags.map((tag) => [getTagComparisonKey(tag), findLabel(database, tag)]))
  countTags(
    database,
    target.kind,
    [...labels].filter(([key]) => !before.includes(key)),
  )
  for (const key of before) if (!labels.has(key)) discountTag(database, target.kind, key)
  const customer = replaceCustomer(database, target.kind, stored.customer, named.customer)
  incrementAnnotationRevision(database)
  const { accountId, kind, name } = target
  if (labels.size === 0 && customer === '' && note === '') {
    database.run('delete from annotation where account_id = ? and kind = ? and name = ?', accountId, kind, name)
    return
  }
  const sorted = [...labels].sort(([, one], [, other]) => compareInNaturalOrder(one, other))
  database.run(
    `insert into annotation (account_id, kind, name, tags, tag_keys, customer, customer_key, note, search_text)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, kind, name) do update set tags = excluded.tags, tag_keys = excluded.tag_keys,
       customer = excluded.customer, customer_key = excluded.customer_key, note = excluded.note, search_text = excluded.search_text`,
    accountId,
    kind,
    name,
    JSON.stringify(sorted.map(([, label]) => label)),
    joinTagKeysByLineFeed(sorted.map(([key]) => key)),
    customer,
    getCustomerComparisonKey(customer),
    note,
    buildAnnotationSearchText(name, { tags: [...labels.values()], customer, note }),
  )
}

/** Returns the names, tags, customer and note, normalized for search. */
export function buildAnnotationSearchText(name: string, { tags, customer, note }: Annotation): string {
  return normalizeSearchText([name, domainToUnicode(name), ...tags, customer, note].join('\n'))
}

/** Returns the keys as `annotation.tag_keys` contains them: a line feed before and after each. */
export function joinTagKeysByLineFeed(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `\n${keys.join('\n')}\n`
}

/** Returns the spelling of a tag in use, or the given one. */
function findLabel(database: Database, tag: string): string {
  return database.get<{ label: string }>('select label from tag where key = ?', getTagComparisonKey(tag))?.label ?? tag
}

const countColumns = { domain: 'domains', server: 'servers' } as const

function countTags(database: Database, kind: AnnotationTarget['kind'], added: readonly [string, string][]): void {
  const column = countColumns[kind]
  for (const [key, label] of added)
    database.run(
      `insert into tag (key, label, ${column}) values (?, ?, 1) on conflict (key) do update set ${column} = ${column} + 1`,
      key,
      label,
    )
}

function discountTag(database: Database, kind: AnnotationTarget['kind'], key: string): void {
  const column = countColumns[kind]
  database.run(`update tag set ${column} = ${column} - 1 where key = ?`, key)
  database.run('delete from tag where key = ? and domains <= 0 and servers <= 0', key)
}

/**
 * Counts the customer of a domain or server and no longer counts the one before. Returns the customer in the spelling
 * that is stored.
 */
function replaceCustomer(database: Database, kind: AnnotationTarget['kind'], before: string, after: string): string {
  const column = countColumns[kind]
  if (before !== '') {
    database.run(`update customer set ${column} = ${column} - 1 where key = ?`, getCustomerComparisonKey(before))
    database.run(
      'delete from customer where key = ? and domains <= 0 and servers <= 0',
      getCustomerComparisonKey(before),
    )
  }
  const [label, key] = [normalizeCustomer(after), getCustomerComparisonKey(after)]
  if (label === '') return ''
  database.run(
    `insert into customer (key, label, ${column}) values (?, ?, 1) on conflict (key) do update set ${column} = ${column} + 1`,
    key,
    label,
  )
  return database.get<{ label: string }>('select label from customer where key = ?', key)?.label ?? label
}
