import { z } from 'zod'
import {
  openapiDocumentWarningSchema,
  openapiDocumentRefusalSchema,
} from '#shared/openapi/openapi-document-problems.ts'
import { operationFormFieldSchema } from '#shared/openapi/operation-form-schemas.ts'
import { epochMsSchema, idSchema, nullSchema, createPageSchema, pagingFields } from './common-schemas.ts'
import { consoleMethods } from './console.ts'
import { defineCommand } from './define-command.ts'

/** An imported OpenAPI document. It belongs to a service, that is, to all accounts of one base URL. */
export const openapiDocumentSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** The version that the document states of itself. */
  version: z.string(),
  openapiVersion: z.string(),
  fileName: z.string(),
  importedAt: epochMsSchema,
  operationCount: z.number().int(),
  /** What was left out or does not follow OpenAPI: the first entries, and how many there are. */
  notes: z.array(openapiDocumentWarningSchema),
  noteCount: z.number().int(),
})
export type OpenapiDocument = z.infer<typeof openapiDocumentSchema>

const operationIdSchema = z.string().min(1).max(2100)

const summaryFields = {
  /** Method and path, such as `GET /v1/server/{servername}/cron`. */
  id: operationIdSchema,
  method: z.enum(consoleMethods),
  path: z.string(),
  summary: z.string(),
  /** The first tag of the operation; empty without one. */
  group: z.string(),
  isDeprecated: z.boolean(),
  /** True: an endpoint with this method and path spends money. Only an order sends it. */
  isPaid: z.boolean(),
}
export const openapiOperationSummarySchema = z.object(summaryFields)
export type OpenapiOperationSummary = z.infer<typeof openapiOperationSummarySchema>

/** How a list in the query is written: `a=1&a=2`, or `a=1,2` with this separator. */
const querySeparatorSchema = z.enum([',', ' ', '|']).nullable()

export const openapiOperationWithFieldsSchema = z.object({
  ...summaryFields,
  description: z.string(),
  pathFields: z.array(operationFormFieldSchema),
  queryFields: z.array(z.object({ field: operationFormFieldSchema, separator: querySeparatorSchema })),
  /** Null: the operation takes no JSON body. */
  body: operationFormFieldSchema.nullable(),
  /** Required parts of the request that Banto does not send: headers, cookies, and bodies of another media type. */
  unsupported: z.array(z.string()),
})
export type OpenapiOperationWithFields = z.infer<typeof openapiOperationWithFieldsSchema>

export const openapiValueRules = [
  'required',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
  'oneOf',
  'anyOf',
  'other',
] as const
export type OpenapiValueRule = (typeof openapiValueRules)[number]

/** A value that breaks a rule of its schema. It never contains the value. */
export const openapiValueIssueSchema = z.object({
  place: z.enum(['path', 'query', 'body']),
  /** Names and indexes from the root to the value; for `path` and `query`, the name of the parameter comes first. */
  path: z.array(z.string()),
  rule: z.enum(openapiValueRules),
  /**
   * What the rule states: a limit, a type, a format, a pattern, the allowed values, the name of an unknown property.
   */
  stated: z.string(),
})
export type OpenapiValueIssue = z.infer<typeof openapiValueIssueSchema>

const valuesSchema = z.record(z.string(), z.unknown())

/** A reading operation that is shown on the page of each server. `{servername}` is filled in there. */
export const pinnedServerOperationSchema = z.object({
  id: idSchema,
  operationId: operationIdSchema,
  title: z.string(),
  /** The path with its values, except `{servername}`. */
  path: z.string(),
  query: z.array(z.object({ name: z.string().max(1000), value: z.string().max(10_000) })).max(100),
})
export type PinnedServerOperation = z.infer<typeof pinnedServerOperationSchema>

export const openapiCommands = {
  /**
   * Lets the user choose a file, and replaces the document of the account's service by it. A file that is refused
   * changes nothing. Errors: not_found (no such account).
   */
  import: defineCommand(
    z.object({ accountId: idSchema }),
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('closed') }),
      z.object({ outcome: z.literal('refused'), fileName: z.string(), refusal: openapiDocumentRefusalSchema }),
      z.object({ outcome: z.literal('imported'), document: openapiDocumentSchema }),
    ]),
  ),
  /** The documents of the account's service: none or one. Errors: not_found. */
  list: defineCommand(z.object({ accountId: idSchema }), z.array(openapiDocumentSchema)),
  /** Errors: not_found. */
  remove: defineCommand(z.object({ documentId: idSchema }), nullSchema),
  /**
   * Operations by group and path. `text`: each word occurs in the method, path, summary or group. `groups`: those of
   * the operations that contain the text. Errors: not_found.
   */
  operations: defineCommand(
    z.object({
      documentId: idSchema,
      text: z.string().max(200).default(''),
      group: z.string().nullable().default(null),
      ...pagingFields,
    }),
    createPageSchema(openapiOperationSummarySchema).extend({
      groups: z.array(z.object({ name: z.string(), count: z.number().int() })),
    }),
  ),
  /** Errors: not_found. */
  operation: defineCommand(
    z.object({ documentId: idSchema, operationId: operationIdSchema }),
    openapiOperationWithFieldsSchema,
  ),
  /**
   * Checks values against the schemas of an operation. `body` absent: no body. `unchecked`: patterns that took too long
   * or are no regular expressions, and parts too large to check. Errors: not_found.
   */
  checkValues: defineCommand(
    z.object({
      documentId: idSchema,
      operationId: operationIdSchema,
      path: valuesSchema,
      query: valuesSchema,
      body: z.unknown().optional(),
    }),
    z.object({ issues: z.array(openapiValueIssueSchema), unchecked: z.array(z.string()) }),
  ),
  /** The pinned readings of the account's service, in the order of pinning. Errors: not_found. */
  pins: defineCommand(z.object({ accountId: idSchema }), z.array(pinnedServerOperationSchema)),
  /**
   * Pins a reading operation of the document. Errors: not_found, invalid_input (the operation changes something, or
   * contains no server name).
   */
  pin: defineCommand(
    z.object({
      documentId: idSchema,
      ...pinnedServerOperationSchema.pick({ operationId: true, title: true, path: true, query: true }).shape,
    }),
    pinnedServerOperationSchema,
  ),
  /** Errors: not_found. */
  unpin: defineCommand(z.object({ pinId: idSchema }), nullSchema),
}
