import { z } from 'zod'
import { isValidCustomerName } from '#shared/customer-name-rules.ts'
import { isValidTag, maxTagsPerResource } from '#shared/tag-rules.ts'
import { defineCommand } from './define-command.ts'
import { idSchema, nullSchema } from './common-schemas.ts'
import { createCheckRememberingValidTexts } from './remember-valid-texts-of-check.ts'

export const maxNoteLength = 2000

/** Tags, customers and notes are personal data: they are stored in the profile and appear in no log and no error. */
export const tagSchema = z.string().refine(createCheckRememberingValidTexts(isValidTag))

/** The name of the user's own customer. Empty: none. */
export const customerNameSchema = z.string().max(400).refine(createCheckRememberingValidTexts(isValidCustomerName))

/** The domain (Punycode) or server of an account that the user writes about. */
export const annotationTargetSchema = z.object({
  kind: z.enum(['domain', 'server']),
  accountId: idSchema,
  name: z.string().min(1).max(300),
})
export type AnnotationTarget = z.infer<typeof annotationTargetSchema>

/** What the user wrote about a domain or server. Empty values when nothing was written. */
export const annotationSchema = z.object({ tags: z.array(z.string()), customer: z.string(), note: z.string() })
export type Annotation = z.infer<typeof annotationSchema>

/**
 * The tags to add to a domain or server, and those to remove. A tag that it has already is not added again. `customer`:
 * replaces the customer; empty: takes it away; null: leaves it. `onlyIfCustomer`: the customer is only replaced if it
 * is this one; null: always.
 */
export const tagAndCustomerChangeSchema = z.object({
  target: annotationTargetSchema,
  add: z.array(tagSchema).max(maxTagsPerResource).default([]),
  remove: z.array(tagSchema).max(maxTagsPerResource).default([]),
  customer: customerNameSchema.nullable().default(null),
  onlyIfCustomer: customerNameSchema.nullable().default(null),
})
export type TagAndCustomerChange = z.infer<typeof tagAndCustomerChangeSchema>

/** The maximum number of domains and servers in one change: all that can be selected. */
export const maxTargetsPerAnnotationChange = 5000

export const annotationCommands = {
  /** The tags in use on domains and on servers, by name. */
  tags: defineCommand(z.object({}), z.object({ domains: z.array(z.string()), servers: z.array(z.string()) })),
  /** The customers of domains and of servers, by name. */
  customers: defineCommand(z.object({}), z.object({ domains: z.array(z.string()), servers: z.array(z.string()) })),
  /** Errors: not_found (no such domain or server is stored). */
  setNote: defineCommand(z.object({ target: annotationTargetSchema, note: z.string().max(maxNoteLength) }), nullSchema),
  /**
   * Changes the tags and the customers of many domains and servers in one step: all of them, or none after an error.
   * `undo`: the changes that restore what was, except customers that are changed again until then; one for each domain
   * or server that changed. Errors: not_found, invalid_input (issue `tooManyTags`).
   */
  changeTagsAndCustomers: defineCommand(
    z.object({ changes: z.array(tagAndCustomerChangeSchema).min(1).max(maxTargetsPerAnnotationChange) }),
    z.object({ undo: z.array(tagAndCustomerChangeSchema) }),
  ),
}

export const annotationEvents = {
  /** The tags and customers in use may have changed. `inventory.changed` reports the changed rows. */
  'annotations.changed': z.object({}),
}
