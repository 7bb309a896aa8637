import { z } from 'zod'
import { idSchema } from './common-schemas.ts'
import { annotationSchema, annotationTargetSchema } from './annotations.ts'
import { defineCommand } from './define-command.ts'

export const annotationCsvColumns = ['account', 'name', 'tags', 'customer', 'note'] as const

export const annotationCsvLimits = { bytes: 16 * 1024 * 1024, rows: 100_000, rowCharacters: 10_000 } as const

/** The reasons why a row of a CSV file of tags, customers and notes cannot be used. */
export const annotationCsvProblems = [
  'tooLarge',
  'noHeading',
  'tooManyRows',
  'unclosedQuote',
  'textAfterQuote',
  'rowTooLong',
  'undecodable',
  'unknownAccount',
  'unknownName',
  'severalAccounts',
  'severalOfOneAccount',
  'repeated',
  'tagTooLong',
  'tooManyTags',
  'customerTooLong',
  'noteTooLong',
] as const

/** A row that is left out, or that ends the reading of the file. `text`: the beginning of the row. */
export const annotationCsvFindingSchema = z.object({
  line: z.number().int(),
  text: z.string(),
  problem: z.enum(annotationCsvProblems),
})
export type AnnotationCsvFinding = z.infer<typeof annotationCsvFindingSchema>

/** What an import would change of one domain or server. */
export const annotationCsvChangeSchema = z.object({
  target: annotationTargetSchema,
  before: annotationSchema,
  after: annotationSchema,
})
export type AnnotationCsvChange = z.infer<typeof annotationCsvChangeSchema>

/** The most changes and findings that a preview lists; it counts all. */
export const maxPreviewedAnnotationCsvRows = 100

export const annotationCsvPreviewSchema = z.object({
  importId: idSchema,
  fileName: z.string(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Changes that take away a tag, or replace or delete a customer or a note. */
  losing: z.number().int(),
  /** Rows that are left out, without `cutOff` and the rows after it. */
  left: z.number().int(),
  /** Why the file was not read to its end, so that the number of all rows left out is not known; null: it was. */
  cutOff: annotationCsvFindingSchema.nullable(),
  changes: z.array(annotationCsvChangeSchema),
  findings: z.array(annotationCsvFindingSchema),
})
export type AnnotationCsvPreview = z.infer<typeof annotationCsvPreviewSchema>

export const annotationCsvCommands = {
  /** Writes all tags, customers and notes to a file that the user chooses; `path` null: the user closed the dialog. */
  exportCsv: defineCommand(z.object({}), z.object({ path: z.string().nullable() })),
  /**
   * Reads a file that the user chooses and says what it would change. Nothing is changed. Null: the user closed the
   * dialog. A new preview replaces the one before.
   */
  previewCsv: defineCommand(z.object({}), annotationCsvPreviewSchema.nullable()),
  /**
   * Stores what the preview showed, in one step. Errors: not_found (another preview was made), conflict (a tag,
   * customer or note has changed).
   */
  importCsv: defineCommand(z.object({ importId: idSchema }), z.object({ changed: z.number().int() })),
}
