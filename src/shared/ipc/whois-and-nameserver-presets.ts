import { z } from 'zod'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'

export const formPresetKinds = ['whois', 'nameservers'] as const
export type FormPresetKind = (typeof formPresetKinds)[number]

/** Values that the user saved to fill a form. They are checked when the form is used, not when they are saved. */
export const formPresetContentSchema = z.discriminatedUnion('kind', [
  /** Every field of Whois. Personal data: it is stored in the database only. */
  z.object({ kind: z.literal('whois'), fields: z.record(z.enum(whoisFieldNames), z.string().max(1000)) }),
  z.object({
    kind: z.literal('nameservers'),
    nameservers: z.array(z.string().min(1).max(1000)).min(1).max(requestFieldRules.nameservers.max),
  }),
])
export type FormPresetContent = z.infer<typeof formPresetContentSchema>

export const formPresetSchema = z.object({
  id: idSchema,
  name: z.string().trim().min(1).max(100),
  content: formPresetContentSchema,
  savedAt: epochMsSchema,
})
export type FormPreset = z.infer<typeof formPresetSchema>

export const presetCommands = {
  /** Sorted by name. */
  list: defineCommand(z.object({ kind: z.enum(formPresetKinds) }), z.array(formPresetSchema)),
  /** Replaces the preset of the same kind and name. */
  save: defineCommand(formPresetSchema.pick({ name: true, content: true }), formPresetSchema),
  /** Errors: not_found. */
  remove: defineCommand(z.object({ presetId: idSchema }), nullSchema),
}
