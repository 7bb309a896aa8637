import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { errorKinds } from '#shared/error-kinds.ts'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'

/** How a change ended. */
const consoleOutcomes = ['done', 'failed', 'unknown'] as const

/** The methods of the console. HEAD and OPTIONS are not offered: the service has no use for them. */
export const consoleMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type ConsoleMethod = (typeof consoleMethods)[number]

/** Largest body of a request, in bytes of UTF-8. */
export const maxConsoleBodyBytes = 1024 * 1024
export const maxConsolePathLength = 4096
export const maxConsoleQueryPairs = 100

export const consoleQueryPairSchema = z.object({
  name: z.string().max(1000),
  value: z.string().max(10_000),
  /** True: a variable with the name of a secret was filled in, so the value is recorded nowhere. */
  isSecret: z.boolean().optional(),
})
export type ConsoleQueryPair = z.infer<typeof consoleQueryPairSchema>

/** What a request consists of, whoever sends it. A saved request may contain `{{variables}}` in each text. */
const contentFields = {
  method: z.enum(consoleMethods),
  /** As typed, without query: `/v1/domain/example.com/dns`. Main encodes `@` and characters beyond ASCII. */
  path: z.string().max(maxConsolePathLength),
  /** In order; a name may occur several times. Pairs without a name are not sent. */
  query: z.array(consoleQueryPairSchema).max(maxConsoleQueryPairs),
  /** JSON as typed; null for a request without a body. */
  body: z.string().max(maxConsoleBodyBytes).nullable(),
}
export const consoleRequestContentSchema = z.object(contentFields)
export type ConsoleRequestContent = z.infer<typeof consoleRequestContentSchema>

/** The request that is edited. */
export const consoleRequestSchema = z.object({
  accountId: idSchema,
  /** Null: Banto chooses the key, as for every call. */
  keyId: idSchema.nullable(),
  ...contentFields,
})
export type ConsoleRequest = z.infer<typeof consoleRequestSchema>

/** What the rate-limit headers of an answer state; a field is null where its header is missing or not usable. */
export const consoleAnswerQuotaSchema = z.object({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  /** Epoch milliseconds by the service's clock. */
  resetAt: epochMsSchema.nullable(),
  concurrentLimit: z.number().int().nullable(),
  concurrentRemaining: z.number().int().nullable(),
})
export type ConsoleAnswerQuota = z.infer<typeof consoleAnswerQuotaSchema>

/** The answer of the service, with any status. The API key is redacted in it. */
export const consoleAnswerSchema = z.object({
  status: z.number().int(),
  /** From the first byte sent to the last byte read. */
  ms: z.number().int(),
  /** Names in lower case. */
  headers: z.record(z.string(), z.string()),
  /** The text, or its first part. Not necessarily JSON. */
  body: z.string(),
  /** Bytes that were read. */
  size: z.number().int(),
  /** True: `body` is only the first part of what was read. `console.saveAnswer` saves all of it. */
  isCut: z.boolean(),
  /** True: the answer is longer than the limit for reading, and the rest was not read. */
  isTruncated: z.boolean(),
  sentAt: epochMsSchema,
  keyId: idSchema,
  keyLabel: z.string(),
  quota: consoleAnswerQuotaSchema,
  /** A change: `unknown` if it may have been made although the answer is no success, such as a 5xx. Null for a read. */
  outcome: z.enum(consoleOutcomes).nullable(),
  /** The entry of the change log; null for a read, or when the entry could not be written. */
  changeId: idSchema.nullable(),
})
export type ConsoleAnswer = z.infer<typeof consoleAnswerSchema>

/** What would happen to a request now. */
export const consoleRequestPreviewSchema = z.object({
  /** Base URL, path and query as they would be sent. */
  url: z.string(),
  /** The key that would be sent; null if none may. */
  key: z.object({ id: idSchema, label: z.string() }).nullable(),
  /** Why nothing would be sent: offline, paused, read_only, no_key. */
  obstacle: wireErrorSchema.nullable(),
})
export type ConsoleRequestPreview = z.infer<typeof consoleRequestPreviewSchema>

/** A request that was sent. Bodies, headers and answers are not stored. */
export const consoleHistoryRowSchema = z.object({
  id: z.number().int(),
  at: epochMsSchema,
  accountId: idSchema,
  keyLabel: z.string().nullable(),
  method: z.enum(consoleMethods),
  path: z.string(),
  /** Values that look like secrets are variables. */
  query: z.array(consoleQueryPairSchema),
  /** Null without an answer. */
  status: z.number().int().nullable(),
  /** Null for an answer that the service gives to a good request. */
  errorKind: z.enum(errorKinds).nullable(),
  ms: z.number().int(),
})
export type ConsoleHistoryRow = z.infer<typeof consoleHistoryRowSchema>

const savedNameSchema = z.string().trim().min(1).max(100)
export const savedConsoleRequestSchema = z.object({
  id: idSchema,
  name: savedNameSchema,
  content: consoleRequestContentSchema,
  savedAt: epochMsSchema,
})
export type SavedConsoleRequest = z.infer<typeof savedConsoleRequestSchema>

/** Made by the window, to cancel the sending. */
const sendIdSchema = idSchema

export const consoleCommands = {
  /** Errors: not_found, invalid_input (`details.problem`), paid_endpoint (`details.endpoint`). */
  preview: defineCommand(consoleRequestSchema, consoleRequestPreviewSchema),
  /**
   * The person confirmed this change. The confirmation is for exactly this request, for five minutes and for one
   * sending. Errors: those of `preview`.
   */
  confirm: defineCommand(consoleRequestSchema, z.object({ confirmationId: idSchema })),
  /**
   * Sends a request once; a read without `keyId` is sent again with another key if its key is refused.
   * `confirmationId`: the result of `confirm`; only methods that read need none. An answer of any status is a result.
   * Errors: those of `preview`, unconfirmed, cancelled (nothing was sent, or a read was abandoned), unsettled (a change
   * whose answer was lost or not awaited), open_job, read_only, no_key and network errors.
   */
  send: defineCommand(
    z.object({
      sendId: sendIdSchema,
      request: consoleRequestSchema,
      confirmationId: idSchema.nullable(),
      /**
       * False: the app reads by itself, so the reading is not in the history and cannot be saved. No effect on a
       * change.
       */
      isByUser: z.boolean().default(true),
    }),
    consoleAnswerSchema,
  ),
  /** Nothing happens if the sending is over. A change that was sent goes on, and its outcome is logged. */
  cancel: defineCommand(z.object({ sendId: sendIdSchema }), nullSchema),
  /**
   * Saves the last answer where the user chooses, as far as it was read. `path` null: the user closed the dialog.
   * Errors: not_found when another answer arrived since.
   */
  saveAnswer: defineCommand(z.object({ sendId: sendIdSchema }), z.object({ path: z.string().nullable() })),
  /** The newest 500, newest first. */
  history: defineCommand(nullSchema, z.array(consoleHistoryRowSchema)),
  clearHistory: defineCommand(nullSchema, nullSchema),
  /** Sorted by name. */
  saved: defineCommand(nullSchema, z.array(savedConsoleRequestSchema)),
  /**
   * Replaces the saved request of the same name. Values of fields that look like secrets become variables. Errors:
   * invalid_input (`details.problem`) for a body that is not JSON with variables.
   */
  save: defineCommand(
    z.object({ name: savedNameSchema, content: consoleRequestContentSchema }),
    savedConsoleRequestSchema,
  ),
  /** Errors: not_found. */
  removeSaved: defineCommand(z.object({ savedId: idSchema }), nullSchema),
}

export const consoleEvents = {
  /** The request has left its queue and is being sent. */
  'console.sending': z.object({ sendId: sendIdSchema, keyLabel: z.string() }),
  /** A change that was sent has ended, whether or not its answer was still awaited. `error`: why there is no answer. */
  'console.changeEnded': z.object({
    sendId: sendIdSchema,
    status: z.number().int().nullable(),
    outcome: z.enum(consoleOutcomes),
    changeId: idSchema.nullable(),
    error: wireErrorSchema.nullable(),
  }),
}

/** A change by the console in the change log. The query and the body are not stored. */
export const loggedConsoleChangeSchema = z.object({
  kind: z.literal('console'),
  method: z.enum(consoleMethods),
  path: z.string(),
  /** Null without an answer. */
  status: z.number().int().nullable(),
})
export type LoggedConsoleChange = z.infer<typeof loggedConsoleChangeSchema>
