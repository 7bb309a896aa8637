import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import { pickRecordFields } from '#shared/dns/records/dns-record.ts'
import { normalizeHostName } from '#shared/host-name.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import { domainChangeSchema, type DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { zoneRecordSchema } from '#shared/ipc/inventory.ts'
import { endedChangeItemStates, type JobItem } from '#shared/ipc/jobs.ts'
import { planDomainFindingSchema } from '#shared/ipc/domain-change-plans.ts'
import { domainEditSchema } from './domain-edit-schema.ts'

/** The changes of one domain as the user confirmed them. */
export const domainChangesInputSchema = z.object({
  changes: z.array(domainChangeSchema),
  /** Without the parts that need no change. */
  edit: domainEditSchema,
  /** The findings that need a typed confirmation and that the user confirmed. */
  confirmed: z.array(planDomainFindingSchema.shape.code),
  /**
   * `hashTouchedRecords` of the zone that the user saw in the plan. Null or missing: no record changes, or the job is of an
   * earlier version.
   */
  touchedRecordsHash: z.string().nullable().optional(),
})
export type DomainChangesInput = z.infer<typeof domainChangesInputSchema>

/** How far the changes of a domain are. It is stored before and after each call, so it holds each change at most once. */
export const domainChangesProgressSchema = z.object({
  snapshotId: z.string().nullable(),
  /** The changes as last planned; null: those of the input. */
  changes: z.array(domainChangeSchema).nullable(),
  /** Number of changes that were made; they come first. */
  done: z.number().int(),
  /** By the position of a made change: the ID of an added record, or the record if the service changed its fields. */
  answers: z.record(z.string(), z.union([z.number().int(), zoneRecordSchema])),
  /** How often the next change was sent, and how often its answer did not show the outcome. */
  sendings: z.number().int(),
  unclearAnswers: z.number().int(),
  /**
   * The next change was sent, and its effect is not known so far. Stored when the request leaves. `upAt`: when, by the monotonic clock, because the wall
   * clock may be set. `at`: the same by the wall clock, for the change log. `isAnswered`: the service answered without stating the outcome. `error`: why the answer does not show the outcome.
   */
  sending: z
    .object({
      upAt: z.number(),
      at: z.number().nullable().default(null),
      isAnswered: z.boolean(),
      error: wireErrorSchema.nullable(),
    })
    .nullable(),
  /** The next change was sent and refused, because its record does not exist. The domain is read again. `at`: of the sending. */
  refused: z.object({ at: z.number().nullable(), error: wireErrorSchema }).nullable().default(null),
  /**
   * The entry of the change log for the next change, while its outcome is found out; null: there is none. It is added when
   * the change was sent and its answer did not show the outcome.
   */
  logEntryId: z.string().nullable().default(null),
  /** Readings that failed in a row while the outcome of the next change was not known. */
  failedReads: z.number().int(),
  /** How the item ended. It ends the same way again if the app was killed before the job noted it. */
  end: z.object({ state: z.enum(endedChangeItemStates), error: wireErrorSchema.nullable() }).nullable(),
})
export type DomainChangesProgress = z.infer<typeof domainChangesProgressSchema>

export const notStartedDomainChangesProgress: DomainChangesProgress = {
  snapshotId: null,
  changes: null,
  done: 0,
  answers: {},
  sendings: 0,
  unclearAnswers: 0,
  sending: null,
  refused: null,
  logEntryId: null,
  failedReads: 0,
  end: null,
}

export function getLastPlannedChanges(input: DomainChangesInput, progress: DomainChangesProgress): DomainChange[] {
  return progress.changes ?? input.changes
}

/** Ends an item with an unknown outcome as done, if the change that was made was its last one. */
export function markLastUnknownChangeAsDone(
  { input, progress }: { input: DomainChangesInput; progress: DomainChangesProgress | null },
  change: LoggedChange,
): DomainChangesProgress | null {
  if (progress?.end?.state !== 'unknown') return null
  const [last, ...rest] = getLastPlannedChanges(input, progress).slice(progress.done)
  const isLast = last !== undefined && rest.length === 0 && isDeepStrictEqual(last, change)
  return isLast ? { ...progress, done: progress.done + 1, end: { state: 'done', error: null } } : null
}

/** What is shown of an item. */
export function toJobItemChangeFields({
  input,
  progress,
}: {
  input: DomainChangesInput
  progress: DomainChangesProgress | null
}): Pick<JobItem, 'changes' | 'unconfirmed' | 'refusal' | 'snapshotId'> {
  const { done, sending, refused, end, snapshotId } = progress ?? notStartedDomainChangesProgress
  return {
    snapshotId,
    unconfirmed: sending && { isAnswered: sending.isAnswered, error: sending.error },
    ...(refused && end === null && { refusal: refused.error }),
    changes: getLastPlannedChanges(input, progress ?? notStartedDomainChangesProgress).map((change, position) => {
      if (position < done) return { change, result: 'done' }
      if (position === done && (sending !== null || end?.state === 'unknown')) return { change, result: 'unknown' }
      if (end === null) return { change, result: position === done && refused ? 'not_done' : 'waiting' }
      return { change, result: end.state === 'not_needed' ? 'not_needed' : 'not_done' }
    }),
  }
}

/** Equal for changes that do the same from the same state. */
export function domainChangeIdentity(change: DomainChange): string {
  switch (change.kind) {
    case 'nameservers':
      return JSON.stringify([
        change.kind,
        ...[change.before, change.after].map((names) => names.map(normalizeHostName).sort()),
      ])
    case 'lock':
      return JSON.stringify([change.kind, change.before, change.after])
    case 'whois': {
      const { before, after } = change
      const inOrder = (fields: typeof before.fields | undefined) =>
        whoisFieldNames.map((name) => fields?.[name] ?? null)
      return JSON.stringify([
        change.kind,
        before.whois_privacy,
        inOrder(before.fields),
        after.whois_privacy ?? null,
        after.fields ? inOrder(after.fields) : null,
      ])
    }
    default: {
      const before = change.kind === 'add' ? null : { id: change.before.id, ...pickRecordFields(change.before) }
      return JSON.stringify([change.kind, before, change.kind === 'delete' ? null : pickRecordFields(change.after)])
    }
  }
}

/** The changes that the others do not have, or have less often. */
export function subtractDomainChanges(
  changes: readonly DomainChange[],
  others: readonly DomainChange[],
): DomainChange[] {
  const counts = new Map<string, number>()
  for (const change of others)
    counts.set(domainChangeIdentity(change), (counts.get(domainChangeIdentity(change)) ?? 0) + 1)
  return changes.filter((change) => {
    const key = domainChangeIdentity(change)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

export function isSubsetOfDomainChanges(changes: readonly DomainChange[], others: readonly DomainChange[]): boolean {
  return subtractDomainChanges(changes, others).length === 0
}
