import { z } from 'zod'
import { epochMsSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { serverTargetFields, typedHostNameOrUrlSchema, undocumentedIdSchema } from './single-server-change-commands.ts'

/**
 * `data` is null if the answer has no values that the app can show. `answer` is the answer as received, because the API
 * description does not show most of these answers.
 */
function defineReadCall<Input extends z.ZodRawShape, Data extends z.ZodType>(input: Input, data: Data) {
  return defineCommand(
    z.object({ ...serverTargetFields, ...input }),
    z.object({ data: data.nullable(), answer: z.unknown(), readAt: epochMsSchema }),
  )
}

/** The fields of one entry as received. An entry that is no object is under `value`. */
const fields = z.record(z.string(), z.unknown())
const text = z.string().nullable()

const hostedNames = z.array(z.object({ name: text, documentRoot: text, fields }))

/**
 * Readings of one server (API description, sections "Server signup and contracts" and "Server management"). They are
 * not stored. Server information and usage are stored readings: `inventory.server` and `inventory.refreshServer`.
 * Errors of all: not_found, offline, paused, no_key, service and network errors.
 */
export const serverReadCommands = {
  memo: defineReadCall({}, z.object({ memo: z.string() })),
  domains: defineReadCall({}, hostedNames),
  domain: defineReadCall({ domain: typedHostNameOrUrlSchema }, z.object({ url: text, documentRoot: text })),
  subdomains: defineReadCall({}, hostedNames),
  /** `domain`: a parent domain, not a subdomain; null for all. `id` null: the answer does not show it clearly. */
  wordpress: defineReadCall(
    { domain: typedHostNameOrUrlSchema.nullable().default(null) },
    z.array(z.object({ url: text, id: undocumentedIdSchema.nullable(), fields })),
  ),
  /** Host, port and user are facts of the service. `isEnabled` null: the answer does not show it clearly. */
  ssh: defineReadCall(
    {},
    z.object({ isEnabled: z.boolean().nullable(), host: z.string(), port: z.number().int(), user: z.string() }),
  ),
  sshKeys: defineReadCall(
    {},
    z.array(z.object({ id: undocumentedIdSchema.nullable(), label: text, publicKey: text, fields })),
  ),
  /** Oldest first, as received. */
  errorLog: defineReadCall(
    { domain: typedHostNameOrUrlSchema, lines: z.number().int().min(1).max(10_000) },
    z.array(z.string()),
  ),
}

export type ServerReadCommands = typeof serverReadCommands
export type ServerReadName = keyof ServerReadCommands
export type ServerReadInput<Name extends ServerReadName> = z.output<ServerReadCommands[Name]['input']>
export type ServerReadOutput<Name extends ServerReadName> = z.output<ServerReadCommands[Name]['output']>
export type ParsedServerReadData<Name extends ServerReadName> = NonNullable<ServerReadOutput<Name>['data']>
