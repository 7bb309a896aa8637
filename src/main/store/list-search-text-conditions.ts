import type { Database, SqlParam } from './database.ts'
import { queryMergedAccountIds } from './merged-account-store.ts'
import { normalizeSearchText } from './normalize-search-text.ts'

/**
 * Returns one SQL condition, with its parameters, for each word of a text filter. `search_text` of a row has the label
 * that the account had then. Rows are shown with the current label, so a word in that label matches, too.
 */
export function listSearchTextConditions(database: Database, text: string): [string, ...SqlParam[]][] {
  const words = normalizeSearchText(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const { withFormerIds } = queryMergedAccountIds(database)
  const accounts = database.all<{ id: string; label: string }>('select id, label from account')
  return words.map((word) => [
    '(instr(search_text, ?) > 0 or account_id in (select value from json_each(?)))',
    word,
    JSON.stringify(
      accounts.filter(({ label }) => normalizeSearchText(label).includes(word)).flatMap(({ id }) => withFormerIds(id)),
    ),
  ])
}
