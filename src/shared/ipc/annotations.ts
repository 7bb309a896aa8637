import { z } from 'zod'
import { isTag, maxTags } from '#shared/tags.ts'
import { defineCommand } from './define-command.ts'
import { idSchema, nullSchema } from './common-schemas.ts'

export const maxNoteLength = 2000

/** Tags and notes are personal data: they are stored in the profile and appear in no log and no error. */
export const tagSchema = z.string().refine(isTag)

/** The domain (Punycode) or server of an account that the user writes about. */
export const annotationTargetSchema = z.object({
  kind: z.enum(['domain', 'server']),
  accountId: idSchema,
  name: z.string().min(1).max(300),
})
export type AnnotationTarget = z.infer<typeof annotationTargetSchema>

/** What the user wrote about a domain or server. Empty values when nothing was written. */
export const annotationSchema = z.object({ tags: z.array(z.string()), note: z.string() })
export type Annotation = z.infer<typeof annotationSchema>

/** The tags to add to a domain or server, and those to remove. A tag that it has already is not added again. */
export const tagChangeSchema = z.object({
  target: annotationTargetSchema,
  add: z.array(tagSchema).max(maxTags).default([]),
  remove: z.array(tagSchema).max(maxTags).default([]),
})
export type TagChange = z.infer<typeof tagChangeSchema>

/** The maximum number of domains and servers in one change. */
export const maxAnnotatedAtOnce = 1000

export const annotationCommands = {
  /** The tags in use on domains and on servers, by name. */
  tags: defineCommand(z.object({}), z.object({ domains: z.array(z.string()), servers: z.array(z.string()) })),
  /** Errors: not_found (no such domain or server is stored). */
  setNote: defineCommand(z.object({ target: annotationTargetSchema, note: z.string().max(maxNoteLength) }), nullSchema),
  /**
   * Changes the tags of many domains and servers in one step: all of them, or none after an error. `undo`: the changes that
   * restore the tags; one for each domain or server whose tags changed. Errors: not_found, invalid_input (issue
   * `tooManyTags`).
   */
  changeTags: defineCommand(
    z.object({ changes: z.array(tagChangeSchema).min(1).max(maxAnnotatedAtOnce) }),
    z.object({ undo: z.array(tagChangeSchema) }),
  ),
}

export const annotationEvents = {
  /** The tags in use may have changed. Changed rows are told by `inventory.changed`. */
  'annotations.changed': z.object({}),
}
