import { z } from 'zod'

/** Maximum number of further sort columns. More would not change the visible order of rows. */
export const maxSecondarySortColumns = 3

export function createSecondarySortSchema<const Keys extends readonly [string, ...string[]]>(keys: Keys) {
  return z.array(z.object({ key: z.enum(keys), isDescending: z.boolean() })).max(maxSecondarySortColumns)
}

/** The order of a list. `thenBy`: further columns, for rows that are equal in the columns before. */
export function createListSortSchemas<const Keys extends readonly ['name', ...string[]]>(keys: Keys) {
  return {
    sort: z.enum(keys).default('name' as never),
    isDescending: z.boolean().default(false),
    thenBy: createSecondarySortSchema(keys).default([]),
  }
}

/** A column that a list is sorted by. */
export interface SortCriterion<Key extends string = string> {
  key: Key
  isDescending: boolean
}
