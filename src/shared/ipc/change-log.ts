import { isFailedSslStatus } from '#shared/api/server-management-endpoints.ts'
import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { accountIdsSchema, epochMsSchema, idSchema, createPageSchema, pagingFields } from './common-schemas.ts'
import { loggedConsoleChangeSchema } from './console.ts'
import { defineCommand } from './define-command.ts'
import { domainChangeKinds, domainChangeSchema } from './domain-change-schemas.ts'
import { loggedServerChangeSchema } from './single-server-change-commands.ts'

/** `failed`: the change was certainly not made. `unknown`: it may have been made. */
export const finalChangeResults = ['done', 'failed', 'unknown'] as const
/** `sending`: the request left, and Banto still waits for the answer. */
export const changeLogResults = [...finalChangeResults, 'sending'] as const

/** A change of a domain, of a server, or by a request of the console. */
export const loggedChangeSchema = z.discriminatedUnion('kind', [
  ...domainChangeSchema.options,
  loggedServerChangeSchema,
  loggedConsoleChangeSchema,
])
export type LoggedChange = z.infer<typeof loggedChangeSchema>
export const loggedChangeKinds = [
  ...domainChangeKinds,
  'server',
  'console',
] as const satisfies readonly LoggedChange['kind'][]

/** One change that Banto sent, or tried to send. */
export const changeLogEntrySchema = z.object({
  id: idSchema,
  /** When the change was sent. In an entry that an earlier version wrote: when its result was known. */
  at: epochMsSchema,
  /**
   * When the result was known, if a later reading showed it or it was known more than a minute after the sending.
   * Otherwise null.
   */
  confirmedAt: epochMsSchema.nullable(),
  /** The account, or the one that it was merged into. The entries of a removed account stay. */
  accountId: idSchema,
  /** The current label; the label at the time of the change when the account was removed. */
  accountLabel: z.string(),
  /** Punycode. The server name for a change of a server. Empty for a console request without a target in its path. */
  domain: z.string(),
  change: loggedChangeSchema,
  result: z.enum(changeLogResults),
  /** Why it failed, or why the outcome is not known. */
  error: wireErrorSchema.nullable(),
  /** The outcome was not known at first. A later reading, at `confirmedAt`, showed whether the change was made. */
  isSettledByReading: z.boolean(),
  jobId: idSchema.nullable(),
  /** The state of the domain before the change. Null when no snapshot was taken or the snapshot is deleted. */
  snapshotId: idSchema.nullable(),
  /** The change set a registrar lock that only a cancellation request can clear, so it cannot be undone. */
  isLockThatCannotBeUndone: z.boolean(),
})
/** Precedes the SSL status that the service answered, in the new value of an added domain. */
export const sslStatusPrefixInLoggedNewValue = 'SSL: '

/**
 * `inferred`: no answer confirmed the change, but a reading showed its values. Another program may have made it.
 * `partly_unknown`: the change was made, but nothing shows whether some of its values took effect. `partly_failed`: the
 * domain was added, but the service answered that its SSL was not set up.
 */
export const shownChangeResults = [...changeLogResults, 'inferred', 'partly_unknown', 'partly_failed'] as const
export type ShownChangeResult = (typeof shownChangeResults)[number]

/** Returns the result of an entry as it is shown. */
export function getShownChangeResult({
  change,
  result,
  isSettledByReading,
}: Pick<z.infer<typeof changeLogEntrySchema>, 'change' | 'result' | 'isSettledByReading'>): ShownChangeResult {
  if (result !== 'done') return result
  const whole = isSettledByReading ? 'inferred' : 'done'
  if (change.kind !== 'server') return whole
  if (change.unproved !== null) return 'partly_unknown'
  const sslStatus = findAnsweredSslStatus(change)
  return sslStatus !== null && isFailedSslStatus(sslStatus) ? 'partly_failed' : whole
}

const newValueWithAnsweredSslStatus = new RegExp(`^${sslStatusPrefixInLoggedNewValue}(.*?)(, HTTPS)?$`, 's')

/** Returns the SSL status that the service answered to the addition of a domain; null if it answered none. */
export function findAnsweredSslStatus(change: LoggedChange): string | null {
  if (change.kind !== 'server' || change.operation !== 'addDomain') return null
  return newValueWithAnsweredSslStatus.exec(change.after ?? '')?.[1] ?? null
}

/** Returns the change with the requested values only, without the SSL status that the service answered. */
export function omitAnsweredSslStatus(change: LoggedChange): LoggedChange {
  if (change.kind !== 'server' || findAnsweredSslStatus(change) === null) return change
  return { ...change, after: change.after?.replace(newValueWithAnsweredSslStatus, 'SSL$2') ?? null }
}

export type ChangeLogEntry = z.infer<typeof changeLogEntrySchema>

/**
 * Returns the error of an entry as it is shown. Null also for the error of an unknown outcome that a reading has
 * decided since.
 */
export function getShownChangeError({
  result,
  error,
}: Pick<ChangeLogEntry, 'result' | 'error'>): ChangeLogEntry['error'] {
  return error?.kind === 'unsettled' && result !== 'unknown' ? null : error
}

export const changeLogFilterSchema = z.object({
  accountIds: accountIdsSchema,
  /** Matches domains, values before and after a change, and labels of removed accounts. */
  text: z.string().max(200).default(''),
  /** Null: every kind. */
  kinds: z.array(z.enum(loggedChangeKinds)).nullable().default(null),
  /** Null: every result. `unknown` also matches changes that were made with values of unknown effect. */
  results: z.array(z.enum(finalChangeResults)).nullable().default(null),
  /** Inclusive. */
  from: epochMsSchema.nullable().default(null),
  /** Exclusive. */
  until: epochMsSchema.nullable().default(null),
})
export type ChangeLogFilter = z.infer<typeof changeLogFilterSchema>

export const changeLogCommands = {
  /** Newest first. */
  list: defineCommand(
    z.object({ filter: changeLogFilterSchema.prefault({}), ...pagingFields }),
    createPageSchema(changeLogEntrySchema),
  ),
  /** Null: there is no such entry. */
  get: defineCommand(z.object({ entryId: idSchema }), changeLogEntrySchema.nullable()),
  /**
   * Asks for a path and writes the entries that match, newest first. `labels`: texts of the window by key, as in
   * `main/change-log/format-change-log-csv.ts`. `path` null: the user closed the dialog.
   */
  exportCsv: defineCommand(
    z.object({ filter: changeLogFilterSchema.prefault({}), labels: z.record(z.string(), z.string()) }),
    z.object({ path: z.string().nullable() }),
  ),
}

export const changeLogEvents = {
  /** Entries were added or settled. */
  'changeLog.changed': z.object({}),
}
