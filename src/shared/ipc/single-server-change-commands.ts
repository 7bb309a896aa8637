import { z } from 'zod'
import { memoSchema } from '#shared/api/server-contract-and-order-endpoints.ts'
import { epochMsSchema, idSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'

/** An ID as the service gives it. The API description does not show its type. */
export const undocumentedIdSchema = z.union([z.string().min(1).max(200), z.number().int()])
export type UndocumentedId = z.infer<typeof undocumentedIdSchema>

export const serverTargetFields = { accountId: idSchema, servername: z.string().min(1).max(255) }
/** A host name or URL as the user types it. Main converts Japanese names to Punycode. */
export const typedHostNameOrUrlSchema = z.string().trim().min(1).max(255)
const secretSchema = z.string().min(1).max(1000)
const textSchema = z.string().min(1).max(1000)

/**
 * The outcome of a change. A change that certainly was not made throws instead, with `details.hasHappened` false; one
 * that may have been made throws `unsettled`.
 */
function resultSchema<Result extends z.ZodType>(result: Result) {
  return z.object({
    /** False: the server was already so, and nothing was sent. */
    isSent: z.boolean(),
    /** The answer was lost, and a reading afterwards shows the change. */
    isAnswerLost: z.boolean(),
    /**
     * Until when the service may still make the change again, because an earlier attempt to send it got no answer.
     * Null: no such attempt.
     */
    mayBeMadeAgainUntil: epochMsSchema.nullable(),
    /** Null when nothing was sent or the answer was lost. */
    result: result.nullable(),
    /** The service's answer as received; null when `result` is. Its shape is mostly not described. */
    answer: z.unknown(),
    /** Requested values of which nothing shows whether they took effect, as in the change log; null: none. */
    unproved: z.string().nullable(),
    /** The entry of the change log; null when nothing was sent or the entry could not be written. */
    changeId: idSchema.nullable(),
    at: epochMsSchema,
  })
}

function defineChange<Input extends z.ZodRawShape, Result extends z.ZodType>(input: Input, result: Result) {
  return defineCommand(z.object({ ...serverTargetFields, ...input }), resultSchema(result))
}

const nothing = z.object({})
/** The name that the service gave to a new entry; null when the answer does not show it. */
const named = z.object({ name: z.string().nullable() })
const withId = z.object({ id: undocumentedIdSchema.nullable() })

/**
 * The changes of one server (API description, sections "Server signup and contracts" and "Server management"). Each
 * reads the server first, where the API description gives a reading. Errors of all: not_found, conflict
 * (`details.actual`: what the reading showed), unsettled, read_only, offline, paused, no_key, service and network
 * errors.
 */
export const serverChangeCommands = {
  /** `expected`: the memo that the user saw. If the current memo differs, the command throws `conflict`. */
  setMemo: defineChange({ memo: memoSchema, expected: z.string().nullable() }, nothing),
  /** `sslStatus`: `failed_nameserver` is a known value. Conflict: the domain is on the server already. */
  addDomain: defineChange(
    { domain: typedHostNameOrUrlSchema, ssl: z.boolean(), redirectHttps: z.boolean() },
    z.object({ sslStatus: z.string().nullable() }),
  ),
  /**
   * Deletes what is on the domain. `typedDomain`: the name that the user typed to confirm it. No reading shows a reset.
   */
  resetDomain: defineChange({ domain: typedHostNameOrUrlSchema, typedDomain: typedHostNameOrUrlSchema }, nothing),
  /** `subdomain`: the full name, such as `blog.example.com`. */
  addSubdomain: defineChange({ subdomain: typedHostNameOrUrlSchema, ssl: z.boolean() }, nothing),
  /** Conflict: the address has WordPress already. */
  installWordpress: defineChange(
    {
      url: typedHostNameOrUrlSchema,
      title: textSchema,
      adminUsername: textSchema,
      adminPassword: secretSchema,
      adminEmail: textSchema,
    },
    withId,
  ),
  /** `url`: the address of the installation as the user saw it. Conflict: the ID belongs to another address. */
  deleteWordpress: defineChange(
    {
      id: undocumentedIdSchema,
      url: z.string().min(1),
      deletesDatabase: z.boolean().default(true),
      deletesDatabaseUser: z.boolean().default(false),
      deletesCron: z.boolean().default(true),
    },
    nothing,
  ),
  /** No reading shows databases: a lost answer is always `unsettled`. */
  addDatabase: defineChange({ nameSuffix: textSchema, characterSet: textSchema }, named),
  /** No reading shows database users: a lost answer is always `unsettled`. */
  addDatabaseUser: defineChange({ nameSuffix: textSchema, password: secretSchema }, named),
  /** Full names. No reading shows grants, but a second grant does no harm. */
  grantDatabase: defineChange({ databaseUser: textSchema, database: textSchema }, nothing),
  setSsh: defineChange({ isEnabled: z.boolean() }, nothing),
  /** Conflict: the key is registered already. */
  addSshKey: defineChange({ publicKey: z.string().trim().min(1).max(16_000), label: textSchema }, withId),
  /**
   * The service generates a key pair. `privateKey` is shown once and stored nowhere; null when the answer has no text
   * in PEM form: then only `answer` may contain it. When the answer is lost, the private key is lost too: `unsettled`,
   * with the keys that appeared in `details.newKeys`, as the reading `sshKeys` returns them.
   */
  generateSshKey: defineChange(
    {},
    z.object({
      id: undocumentedIdSchema.nullable(),
      publicKey: z.string().nullable(),
      privateKey: z.string().nullable(),
    }),
  ),
  /** Conflict: no listed key has the ID. */
  deleteSshKey: defineChange({ id: undocumentedIdSchema }, nothing),
  /** No reading shows caches, but a second clearing does no harm. */
  clearCache: defineChange({ domain: typedHostNameOrUrlSchema }, nothing),
}

export type ServerChangeCommands = typeof serverChangeCommands
export type ServerChangeName = keyof ServerChangeCommands
export const serverChangeNames = Object.keys(serverChangeCommands) as [ServerChangeName, ...ServerChangeName[]]
export type ServerChangeInput<Name extends ServerChangeName> = z.output<ServerChangeCommands[Name]['input']>
export type ServerChangeOutput<Name extends ServerChangeName> = z.output<ServerChangeCommands[Name]['output']>
export type ParsedServerChangeResult<Name extends ServerChangeName> = NonNullable<ServerChangeOutput<Name>['result']>

/**
 * A change of a server in the change log. `subject`: what it concerns, such as a domain; null for the server itself.
 * Passwords and private keys are never among the values.
 */
export const loggedServerChangeSchema = z.object({
  kind: z.literal('server'),
  operation: z.enum(serverChangeNames),
  subject: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Values that were requested with a change that was made, while nothing shows whether they took effect. */
  unproved: z.string().nullable().default(null),
  /** Requested values that no reading shows, so only the answer proves them; null if there are none. */
  notListed: z.string().nullable().default(null),
})
export type LoggedServerChange = z.infer<typeof loggedServerChangeSchema>
