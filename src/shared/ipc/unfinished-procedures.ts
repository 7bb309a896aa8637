import { z } from 'zod'
import { epochMsSchema, idSchema } from './common-schemas.ts'

/** Domains and servers of an account in an unfinished procedure, whose lists are read between syncs. */
export const unfinishedProceduresSchema = z.object({
  accountId: idSchema,
  /** The lists that show an unfinished procedure, at least one; that of the domains first. */
  lists: z.array(
    z.object({
      list: z.enum(['domain', 'server']),
      /** Domains or servers in an unfinished procedure. */
      count: z.number().int(),
      /** When the list is read next at the earliest; null while nothing may be read. */
      nextReadAt: epochMsSchema.nullable(),
      /** True if the list is being read, by a sync or between syncs. False while the limits allow no call. */
      isReading: z.boolean(),
    }),
  ),
})
export type UnfinishedProcedures = z.infer<typeof unfinishedProceduresSchema>
