import type { DomainFilter, DomainRow } from '#shared/ipc/inventory.ts'
import type { Database } from '../store/database.ts'
import { whereOf } from './domain-filter.ts'
import { takeDomainRow } from './domain-pages.ts'

export interface DomainName {
  accountId: string
  name: string
}

export interface NamedDomain {
  row: DomainRow
  /** Whether the filter leaves it. */
  isListed: boolean
}

/** Of the domains named those that are stored, in the order given. */
export function takeNamedDomains(database: Database, names: readonly DomainName[], filter: DomainFilter, now: number): NamedDomain[] {
  const listed = keysListed(database, names, filter, now)
  return names.flatMap(({ accountId, name }) => {
    const row = takeDomainRow(database, accountId, name)
    return row ? [{ row, isListed: listed.has(keyOf(accountId, name)) }] : []
  })
}

function keysListed(database: Database, names: readonly DomainName[], filter: DomainFilter, now: number): Set<string> {
  const { conditions, params, entries } = whereOf(filter, now)
  const all = entries === null ? conditions : [...conditions, entries.condition]
  const keys = database.all<{ account_id: string; name: string }>(
    `select d.account_id, d.name from json_each(?) n
     cross join domain d on d.account_id = n.value ->> 'accountId' and d.name = n.value ->> 'name'
     ${all.length > 0 ? `where ${all.join(' and ')}` : ''}`,
    JSON.stringify(names),
    ...params,
    ...(entries === null ? [] : [entries.param]),
  )
  return new Set(keys.map(({ account_id: accountId, name }) => keyOf(accountId, name)))
}

function keyOf(accountId: string, name: string): string {
  return `${accountId}/${name}`
}
