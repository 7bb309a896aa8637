import { z } from 'zod'
import { epochMsSchema, idSchema } from './common-schemas.ts'

/** The methods of the console. HEAD and OPTIONS are not offered: the service has no use for them. */
export const consoleMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type ConsoleMethod = (typeof consoleMethods)[number]

/** Largest body of a request, in bytes of UTF-8. */
export const maxConsoleBodyBytes = 1024 * 1024
export const maxConsolePathLength = 4096
export const maxConsoleQueryPairs = 100

export const consoleQueryPairSchema = z.object({ name: z.string().max(1000), value: z.string().max(10_000) })
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
export const consoleContentSchema = z.object(contentFields)
export type ConsoleContent = z.infer<typeof consoleContentSchema>

/** The request that is edited. */
export const consoleRequestSchema = z.object({
  accountId: idSchema,
  /** Null: Banto chooses the key, as for every call. */
  keyId: idSchema.nullable(),
  ...contentFields,
})
export type ConsoleRequest = z.infer<typeof consoleRequestSchema>

/** What the rate-limit headers of an answer state; a field is null where its header is missing or not usable. */
export const consoleQuotaSchema = z.object({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  /** Epoch milliseconds by the service's clock. */
  resetAt: epochMsSchema.nullable(),
  concurrentLimit: z.number().int().nullable(),
  concurrentRemaining: z.number().int().nullable(),
})
export type ConsoleQuota = z.infer<typeof consoleQuotaSchema>

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
  quota: consoleQuotaSchema,
  /** True for a write that may have taken effect although the answer does not say so: a 5xx. */
  isUncertain: z.boolean(),
})
export type ConsoleAnswer = z.infer<typeof consoleAnswerSchema>
