import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import { getTagComparisonKey } from '#shared/tag-rules.ts'
import type { SqlWithParams } from '#main/store/sql-with-params.ts'

/**
 * Builds the condition on `domain d` that its names, tags, customer and note together contain every word. The words are
 * normalized for search.
 */
export function buildDomainAnnotationContainsSql(words: readonly string[]): SqlWithParams {
  const contains = words.map(() => 'instr(search_text, ?) > 0')
  return {
    sql: `(d.account_id, d.name) in (select account_id, name from annotation where kind = 'domain' and ${contains.join(' and ')})`,
    params: [...words],
  }
}

/** Query for the search entries of the domains whose names, tags, customer and note together contain every word. */
export function buildSearchIndexIdsOfDomainsByAnnotationSql(words: readonly string[]): SqlWithParams {
  const contains = words.map(() => 'instr(n.search_text, ?) > 0')
  return {
    sql: `select d.entry as entry from annotation n cross join domain d on d.account_id = n.account_id and d.name = n.name
      where n.kind = 'domain' and d.entry is not null and ${contains.join(' and ')}`,
    params: [...words],
  }
}

/** Condition on `domain d` that it has every tag. */
export function buildDomainHasTagsSql(tags: readonly string[]): SqlWithParams {
  const has = tags.map(() => `instr(tag_keys, char(10) || ? || char(10)) > 0`)
  return {
    sql: `(d.account_id, d.name) in (select account_id, name from annotation where kind = 'domain' and ${has.join(' and ')})`,
    params: tags.map(getTagComparisonKey),
  }
}

/** Condition on `domain d` that it has one of the customers. An empty name: that it has none. */
export function buildDomainHasCustomerSql(customers: readonly string[]): SqlWithParams {
  const keys = customers.map(getCustomerComparisonKey).filter((key) => key !== '')
  const named = `select account_id, name from annotation where customer_key <> '' and kind = 'domain'`
  const conditions = [
    ...(keys.length > 0
      ? [`(d.account_id, d.name) in (${named} and customer_key in (select value from json_each(?)))`]
      : []),
    ...(keys.length < customers.length ? [`(d.account_id, d.name) not in (${named})`] : []),
  ]
  return { sql: `(${conditions.join(' or ')})`, params: keys.length > 0 ? [JSON.stringify(keys)] : [] }
}
