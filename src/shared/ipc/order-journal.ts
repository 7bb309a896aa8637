import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'

/** `recovered`: one of the two files was damaged and was written anew from the other. `failing`: it cannot be written. `closed`: it could not be opened, and no order is known. */
export const journalStateSchema = z.object({
  state: z.enum(['good', 'recovered', 'failing', 'closed']),
  /** Rows that neither file holds whole: their text is set aside in the profile folder. */
  lost: z.number().int(),
  error: wireErrorSchema.nullable(),
})
export type JournalState = z.infer<typeof journalStateSchema>
