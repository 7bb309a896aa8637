import { z } from 'zod'
import { isExpiryFilterChoice, type ExpiryFilterChoice } from '#shared/expiry-filter-choices.ts'
import { orderIntentKinds } from '#shared/order-intent-kinds.ts'
import { finalChangeResults, loggedChangeKinds } from './change-log.ts'
import { idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { domainSortKeys, attributeFiltersSchema, serverSortKeys } from './inventory.ts'
import { executionLogFilterSchema, logPeriods, logTabs } from './api-logs.ts'
import { detectedChangeFields } from './detected-changes.ts'
import { createSecondarySortSchema } from './list-sort-schemas.ts'
import { rowDensities, tableLayoutSchema } from './table-layout.ts'
import { orderIntentSortKeys, shownOrderStatuses } from './order-intent-schemas.ts'

const textSchema = z.string().max(500)
const namesSchema = z.array(z.string().max(200)).max(50)

function listFiltersSchema<const Sort extends readonly [string, ...string[]]>(sortKeys: Sort) {
  return z.object({
    text: textSchema,
    statuses: namesSchema,
    expiry: z.custom<ExpiryFilterChoice>(isExpiryFilterChoice),
    tags: namesSchema,
    sort: z.enum(sortKeys),
    isDescending: z.boolean(),
    thenBy: createSecondarySortSchema(sortKeys).default([]),
    facts: attributeFiltersSchema.prefault({}),
  })
}

/** The page and selection of the window, which the next start restores. */
export const restorableViewStateSchema = z.object({
  /** The path of the page, without its query. */
  path: z.string().max(500).startsWith('/'),
  /** Null: all accounts. */
  selectedAccountIds: z.array(idSchema).max(1000).nullable(),
  sidebar: z.object({ foldedFolders: z.array(z.string().max(200)).max(1000) }),
  domains: listFiltersSchema(domainSortKeys),
  servers: listFiltersSchema(serverSortKeys),
  orders: z.object({
    text: textSchema,
    statuses: z.array(z.enum(shownOrderStatuses)),
    kinds: z.array(z.enum(orderIntentKinds)),
    sort: z.enum(orderIntentSortKeys),
    isDescending: z.boolean(),
  }),
  activity: z.object({
    text: textSchema,
    kinds: z.array(z.enum(loggedChangeKinds)),
    results: z.array(z.enum(finalChangeResults)),
  }),
  /** The filter of the detected changes. Stored view states hold this key. */
  seenChanges: z.object({ text: textSchema, fields: z.array(z.enum(detectedChangeFields)) }),
  tables: z.object({ domains: tableLayoutSchema, servers: tableLayoutSchema, density: z.enum(rowDensities) }),
  /** The filter of the logs, without the user's own time range, because the user chose it for one day only. */
  logs: executionLogFilterSchema
    .pick({ statusClass: true, statusCode: true, method: true })
    .extend({
      tab: z.enum(logTabs),
      keyIds: z.array(idSchema).max(1000),
      text: textSchema,
      span: z.enum(logPeriods),
      showsOwnReads: z.boolean(),
      onlyUnknownAddresses: z.boolean(),
      onlyFailed: z.boolean(),
    }),
})
export type RestorableViewState = z.infer<typeof restorableViewStateSchema>

export const restorableViewStateCommands = {
  /** What was saved last. A part that was never saved, or that cannot be read, is missing. */
  get: defineCommand(nullSchema, restorableViewStateSchema.partial()),
  save: defineCommand(restorableViewStateSchema, nullSchema),
}
