import { z } from 'zod'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'

export const presetKinds = ['whois', 'nameservers'] as const
export type PresetKind = (typeof presetKinds)[number]

/** Values that the user saved to fill a form. They are checked when the form is used, not when they are saved. */
export const presetContentSchema = z.discriminatedUnion('kind', [
  /** Every field of Whois. Personal data: it is stored in the database only. */
  z.object({ kind: z.literal('whois'), fields: z.record(z.enum(whoisFieldNames), z.string().max(1000)) }),
  z.object({
    kind: z.literal('nameservers'),
    nameservers: z.array(z.string().min(1).max(1000)).min(1).max(requestFieldRules.nameservers.max),
  }),
])
export type PresetContent = z.infer<typeof presetContentSchema>

export const presetSchema = z.object({
  id: idSchema,
  name: z.string().trim().min(1).max(100),
  content: presetContentSchema,
  savedAt: epochMsSchema,
})
export type Preset = z.infer<typeof presetSchema>

export const presetCommands = {
  /** By name. */
  list: defineCommand(z.object({ kind: z.enum(presetKinds) }), z.array(presetSchema)),
  /** Replaces the preset of the same kind and name. */
  save: defineCommand(presetSchema.pick({ name: true, content: true }), presetSchema),
  /** Errors: not_found. */
  remove: defineCommand(z.object({ presetId: idSchema }), nullSchema),
}
