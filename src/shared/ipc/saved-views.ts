import { z } from 'zod'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { tableLayoutSchema } from './table-layout.ts'
import { restorableViewStateSchema } from './restorable-view-state.ts'

export const listsWithSavedViews = ['domains', 'servers'] as const
export type ListWithSavedViews = (typeof listsWithSavedViews)[number]

const commonFields = {
  selectedAccountIds: restorableViewStateSchema.shape.selectedAccountIds,
  layout: tableLayoutSchema,
}

/** What a list shows: filters, sort order, columns and the selected accounts. */
export const savedViewContentSchema = z.discriminatedUnion('list', [
  z.object({ list: z.literal('domains'), filters: restorableViewStateSchema.shape.domains, ...commonFields }),
  z.object({ list: z.literal('servers'), filters: restorableViewStateSchema.shape.servers, ...commonFields }),
])
export type SavedViewContent = z.infer<typeof savedViewContentSchema>

const nameSchema = z.string().trim().min(1).max(100)

export const savedViewSchema = z.object({
  id: idSchema,
  list: z.enum(listsWithSavedViews),
  name: nameSchema,
  /** Null: it was saved by another version and cannot be read. */
  content: savedViewContentSchema.nullable(),
  savedAt: epochMsSchema,
})
export type SavedView = z.infer<typeof savedViewSchema>

export const savedViewCommands = {
  /** The views of all lists, by name. */
  list: defineCommand(nullSchema, z.array(savedViewSchema)),
  /** Replaces the view of the same list and name. */
  save: defineCommand(z.object({ name: nameSchema, content: savedViewContentSchema }), savedViewSchema),
  /** Errors: not_found, conflict (another view of the list has the name). */
  rename: defineCommand(z.object({ viewId: idSchema, name: nameSchema }), nullSchema),
  /** Errors: not_found. */
  remove: defineCommand(z.object({ viewId: idSchema }), nullSchema),
}
