import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'

/**
 * `recovered`: at least one of the journal's two files was damaged, and what was intact in either was restored.
 * `failing`: the last write of the journal failed. `closed`: the journal could not be opened, so no order is known.
 */
export const orderJournalHealthSchema = z.object({
  state: z.enum(['good', 'recovered', 'failing', 'closed']),
  /** Number of rows that are damaged in both files. Their text is kept in the profile folder. */
  lost: z.number().int(),
  error: wireErrorSchema.nullable(),
})
export type OrderJournalHealth = z.infer<typeof orderJournalHealthSchema>
