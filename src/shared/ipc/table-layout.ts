import { z } from 'zod'

/** The narrowest and widest column that the user can set, in px. */
export const columnWidthLimits = { min: 48, max: 800 }

const columnKeySchema = z.string().max(40)

/** How the user arranged the columns of a table. Columns that it does not name stay as the table defines them. */
export const tableLayoutSchema = z.object({
  /** Keys of columns in their order. */
  order: z.array(columnKeySchema).max(40),
  /** Keys of hidden columns. */
  hidden: z.array(columnKeySchema).max(40),
  /** Keys of shown columns that are hidden unless the user shows them. */
  shown: z.array(columnKeySchema).max(40).default([]),
  /** In px, by the key of the column. */
  widths: z.record(columnKeySchema, z.number().int().min(columnWidthLimits.min).max(columnWidthLimits.max)),
})
export type TableLayout = z.infer<typeof tableLayoutSchema>

export const rowDensities = ['comfortable', 'compact'] as const
export type RowDensity = (typeof rowDensities)[number]
