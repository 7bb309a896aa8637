import { z } from 'zod'
import { customerNameSchema } from './annotations.ts'
import { idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { domainFilterSchema, domainSortKeys, serverFilterSchema, serverSortKeys } from './inventory.ts'
import { createListSortSchemas } from './list-sort-schemas.ts'
import { maxQuoteItems } from './quote-and-offer-schemas.ts'

const exportFields = {
  /** Names the export in `listCsv.progress` and `listCsv.cancel`. */
  exportId: idSchema,
  /** Texts of the window by key, as in `main/list-csv/create-csv-label-finder.ts`. */
  labels: z.record(z.string(), z.string()),
}

/** `path` null: the user closed the dialog. `rows`: the number of rows in the file. */
const savedSchema = z.object({ path: z.string().nullable(), rows: z.number().int() })

/**
 * Writes these rows only, whether they match the filter or not. Null: all that match. At most as many as can be
 * selected.
 */
const onlySchema = z
  .array(z.object({ accountId: idSchema, name: z.string() }))
  .max(maxQuoteItems)
  .nullable()
  .default(null)

export const listCsvCommands = {
  /**
   * Asks for a path and writes the domains of a list to it, in the order of the list. Throws `cancelled`; then an
   * earlier file of the path is unchanged.
   */
  exportDomains: defineCommand(
    z.object({
      ...exportFields,
      filter: domainFilterSchema.prefault({}),
      ...createListSortSchemas(domainSortKeys),
      /** The list that the window shows; see `stableListPagingFields`. */
      listId: z.number().int().nullable().default(null),
      only: onlySchema,
    }),
    savedSchema,
  ),
  /** Exports servers as `exportDomains` does domains. */
  exportServers: defineCommand(
    z.object({
      ...exportFields,
      filter: serverFilterSchema.prefault({}),
      ...createListSortSchemas(serverSortKeys),
      only: onlySchema,
    }),
    savedSchema,
  ),
  /**
   * Exports the domains and servers of a customer that are not gone, soonest expiry first, with the stored renewal
   * prices.
   */
  exportCustomer: defineCommand(z.object({ ...exportFields, customer: customerNameSchema }), savedSchema),
  /** Cancels an export. No error if it has ended. */
  cancel: defineCommand(z.object({ exportId: idSchema }), nullSchema),
}

export const listCsvEvents = {
  'listCsv.progress': z.object({ exportId: idSchema, done: z.number().int(), total: z.number().int() }),
}
