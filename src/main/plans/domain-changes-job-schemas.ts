import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { domainChangeSchema } from '#shared/ipc/domain-change-schemas.ts'
import { zoneRecordSchema } from '#shared/ipc/inventory.ts'
import { endStatesOfChangingJobItems } from '#shared/ipc/jobs.ts'
import { plannedDomainFindingSchema } from '#shared/ipc/domain-change-plans.ts'
import { domainEditSchema } from './domain-edit-schema.ts'

/** The changes of one domain as the user confirmed them. */
export const domainChangesInputSchema = z.object({
  changes: z.array(domainChangeSchema),
  /** The edit of the domain, without the parts that need no change. */
  edit: domainEditSchema,
  /** The findings that need a typed confirmation and that the user confirmed. */
  confirmed: z.array(plannedDomainFindingSchema.shape.code),
  /**
   * `hashRecordsTouchedByChanges` of the zone that the user saw in the plan. Null or missing: no record changes, or the
   * job is of an earlier version.
   */
  touchedRecordsHash: z.string().nullable().optional(),
})
export type DomainChangesInput = z.infer<typeof domainChangesInputSchema>

/**
 * The progress of the changes of a domain. It is stored before and after each call, so it holds each change at most
 * once.
 */
export const domainChangesProgressSchema = z.object({
  snapshotId: z.string().nullable(),
  /** The changes as last planned; null: the changes of the input. */
  changes: z.array(domainChangeSchema).nullable(),
  /** Number of changes that were made; they come first. */
  done: z.number().int(),
  /** Number of made changes that were not sent, because the record to delete was gone; they come first. */
  notNeeded: z.number().int().default(0),
  /** Positions of made changes that a reading showed instead of an answer. */
  inferred: z.array(z.number().int()).default([]),
  /**
   * What the service answered to the changes that were made, by the position of the change: the ID of an added record,
   * or the record if the service changed its fields.
   */
  answers: z.record(z.string(), z.union([z.number().int(), zoneRecordSchema])),
  /** How often the next change was sent, and how often its answer did not show the outcome. */
  sendings: z.number().int(),
  unclearAnswers: z.number().int(),
  /**
   * The next change was sent, and its effect is not known so far. Stored when the request leaves. `upAt`: the time of
   * the sending by the monotonic clock, because the wall clock may be set. `at`: this time by the wall clock, for the
   * change log. `isAnswered`: the service answered without stating the outcome. `error`: why the answer does not show
   * the outcome.
   */
  sending: z
    .object({
      upAt: z.number(),
      at: z.number().nullable().default(null),
      isAnswered: z.boolean(),
      error: wireErrorSchema.nullable(),
    })
    .nullable(),
  /**
   * The next change was sent and refused, because its record does not exist. The domain is read again. `at`: the time
   * of the sending.
   */
  refused: z.object({ at: z.number().nullable(), error: wireErrorSchema }).nullable().default(null),
  /**
   * The entry of the change log for the next change, from its sending until its outcome is known; null: there is none.
   */
  logEntryId: z.string().nullable().default(null),
  /** Readings that failed in a row while the outcome of the next change was not known. */
  failedReads: z.number().int(),
  /** How the item ended. It ends the same way again if the app was killed before the job noted it. */
  end: z.object({ state: z.enum(endStatesOfChangingJobItems), error: wireErrorSchema.nullable() }).nullable(),
})
export type DomainChangesProgress = z.infer<typeof domainChangesProgressSchema>

export const initialDomainChangesProgress: DomainChangesProgress = {
  snapshotId: null,
  changes: null,
  done: 0,
  notNeeded: 0,
  inferred: [],
  answers: {},
  sendings: 0,
  unclearAnswers: 0,
  sending: null,
  refused: null,
  logEntryId: null,
  failedReads: 0,
  end: null,
}
