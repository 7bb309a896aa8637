import { AppError } from '#shared/app-error.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { renameCustomerInList } from '#shared/customer-name-rules.ts'
import {
  savedViewContentSchema,
  type ListWithSavedViews,
  type SavedView,
  type SavedViewContent,
} from '#shared/ipc/saved-views.ts'
import type { Clock } from '#main/clock.ts'
import type { Database } from './database.ts'
import { parseJsonOrNull, validJsonOrNullSql } from './parse-stored-json.ts'

/** The views of lists that the user named. */
export interface SavedViewStore {
  /** Sorted by name. */
  list(): SavedView[]
  /** Replaces the view of the same list and name. */
  save(name: string, content: SavedViewContent): SavedView
  /** Throws `not_found`, `conflict`. */
  rename(viewId: string, name: string): void
  /** Throws `not_found`. */
  remove(viewId: string): void
  /** Changes the name of a customer in the filters of all views. Returns what it replaced. */
  renameCustomer(former: string, name: string): SavedViewContentReplacement[]
  /** Gives views their former content again, unless they were saved again or removed since. */
  restoreContents(replaced: readonly SavedViewContentReplacement[]): void
}

/** The content of a saved view before and after a replacement, as stored text. */
export interface SavedViewContentReplacement {
  viewId: string
  before: string
  after: string
}

interface ViewRow {
  id: string
  list: ListWithSavedViews
  name: string
  content: string
  savedAt: number
}

const selectSql = 'select id, list, name, content, saved_at as "savedAt" from saved_view'

export function createSavedViewStore({
  database,
  clock,
  newId,
}: {
  database: Database
  clock: Pick<Clock, 'now'>
  newId: () => string
}): SavedViewStore {
  function getRow(viewId: string): ViewRow {
    const row = database.get<ViewRow>(`${selectSql} where id = ?`, viewId)
    if (!row) throw new AppError('not_found', 'The view does not exist', { details: { viewId } })
    return row
  }

  return {
    list: () =>
      database
        .all<ViewRow>(selectSql)
        .map(toView)
        .sort((one, other) => compareInNaturalOrder(one.name, other.name)),
    save(name, content) {
      database.run(
        `insert into saved_view (id, list, name, content, saved_at) values (?, ?, ?, ?, ?)
         on conflict (list, name) do update set content = excluded.content, saved_at = excluded.saved_at`,
        newId(),
        content.list,
        name,
        JSON.stringify(content),
        clock.now(),
      )
      return toView(database.get<ViewRow>(`${selectSql} where list = ? and name = ?`, content.list, name) as ViewRow)
    },
    rename(viewId, name) {
      const { list } = getRow(viewId)
      const other = database.get('select 1 from saved_view where list = ? and name = ? and id <> ?', list, name, viewId)
      if (other)
        throw new AppError('conflict', 'Another view has this name', { details: { name, reason: 'view_name_taken' } })
      database.run('update saved_view set name = ? where id = ?', name, viewId)
    },
    remove(viewId) {
      getRow(viewId)
      database.run('delete from saved_view where id = ?', viewId)
    },
    renameCustomer(former, name) {
      const replaced = database.all<ViewRow>(selectSql).flatMap((row): SavedViewContentReplacement[] => {
        const { content } = toView(row)
        if (content === null) return []
        const { customers } = content.filters.facts
        const renamed = renameCustomerInList(customers, former, name)
        if (renamed === customers) return []
        content.filters.facts.customers = renamed
        return [{ viewId: row.id, before: row.content, after: JSON.stringify(content) }]
      })
      for (const { viewId, after } of replaced)
        database.run('update saved_view set content = ? where id = ?', after, viewId)
      return replaced
    },
    restoreContents(replaced) {
      for (const { viewId, before, after } of replaced)
        database.run('update saved_view set content = ? where id = ? and content = ?', before, viewId, after)
    },
  }
}

/** Replaces the account `from` by the account `into` among the selected accounts and in the filters by a server. */
export function reassignAccountInSavedViews(database: Database, from: string, into: string): void {
  const selected = `json_each(${validJsonOrNullSql('content')}, '$.selectedAccountIds')`
  database.run(
    `update saved_view set content = json_set(content, '$.selectedAccountIds',
       (select json_group_array(distinct iif(value = ?, ?, value)) from ${selected}))
     where exists (select 1 from ${selected} where value = ?)`,
    from,
    into,
    from,
  )
  const path = '$.filters.facts.server.accountId'
  database.run(
    `update saved_view set content = json_set(content, '${path}', ?)
     where json_extract(${validJsonOrNullSql('content')}, '${path}') = ?`,
    into,
    from,
  )
}

function toView({ content, ...row }: ViewRow): SavedView {
  const { data } = savedViewContentSchema.safeParse(parseJsonOrNull(content))
  return { ...row, content: data?.list === row.list ? data : null }
}
