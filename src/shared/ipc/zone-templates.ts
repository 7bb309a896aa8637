import { z } from 'zod'
import { templateContentSchema } from '#shared/dns/templates/zone-template.ts'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'

const templateFields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(500),
  ...templateContentSchema.shape,
}

/** A zone template of the user. The built-in ones are in `dns/templates/built-in-templates.ts`. */
export const ownTemplateSchema = z.object({ id: idSchema, savedAt: epochMsSchema, ...templateFields })
export type OwnTemplate = z.infer<typeof ownTemplateSchema>

/** The template that a plan applies. `name` null: a built-in one, whose name is a text of the window. */
export const templateOfPlanSchema = z.object({ id: idSchema, name: z.string().nullable() })
export type TemplateOfPlan = z.infer<typeof templateOfPlanSchema>

export const templateCommands = {
  /** The templates of the user, by name. */
  list: defineCommand(nullSchema, z.array(ownTemplateSchema)),
  /** Adds a template (`id` null) or replaces one. Errors: not_found (the template was removed), invalid_input. */
  save: defineCommand(z.object({ id: idSchema.nullable(), ...templateFields }), ownTemplateSchema),
  /** Errors: not_found. */
  remove: defineCommand(z.object({ templateId: idSchema }), nullSchema),
}
