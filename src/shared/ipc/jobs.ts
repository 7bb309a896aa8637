import { z } from 'zod'
import { wireErrorSchema } from '#shared/app-error.ts'
import { epochMsSchema, idSchema, nullSchema, createPageSchema, pagingFields } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { domainChangeSchema } from './domain-change-schemas.ts'
import { newSiteJobProgressSchema, newSiteSteps } from './new-site.ts'
import { serverJobKinds } from './server-job-kinds.ts'
import { templateOfPlanSchema } from './zone-templates.ts'

/**
 * The kinds of jobs whose items say how much is done (`work`) in place of changes. `read_domains`: details of several
 * domains.
 */
export const jobKindsWithWorkInsteadOfChanges = ['read_domains', ...serverJobKinds] as const
export type JobKindReportingWorkAmount = (typeof jobKindsWithWorkInsteadOfChanges)[number]

export const jobKinds = ['domain_changes', 'new_site', ...jobKindsWithWorkInsteadOfChanges] as const
export type JobKindName = (typeof jobKinds)[number]

/**
 * `waiting`: no request has left, or the item was begun and waits because of its `error`. `running`: a request has
 * left. `checking`: an answer was lost, and the domain is read again. `done`: every change was made. `not_needed`: the
 * domain already was in the desired state, so nothing was sent. `replan`: the domain is not as the plan expected, so
 * not all changes were sent; they need a new plan. `failed`: a change was refused, or the domain could not be read;
 * `changes` says what was done before. `not_found`: an answer or the list of the service shows that the account does
 * not have the domain or server. `unknown`: a change may have happened. `cancelled`: the user cancelled the job before
 * every change was sent.
 */
export const jobItemStates = [
  'waiting',
  'running',
  'checking',
  'done',
  'not_needed',
  'replan',
  'failed',
  'not_found',
  'unknown',
  'cancelled',
] as const
export type JobItemState = (typeof jobItemStates)[number]

/** The states of items that are not ended. */
export const openJobItemStates = ['waiting', 'running', 'checking'] as const satisfies readonly JobItemState[]
export type OpenJobItemState = (typeof openJobItemStates)[number]
export type EndedJobItemState = Exclude<JobItemState, OpenJobItemState>
/** The states of ended items that change something. */
export const endStatesOfChangingJobItems = [
  'done',
  'not_needed',
  'replan',
  'failed',
  'unknown',
  'cancelled',
] as const satisfies readonly EndedJobItemState[]
export type EndStateOfChangingJobItem = (typeof endStatesOfChangingJobItems)[number]
/** The states of ended items whose changes were not all made, or are not known to be made. */
export const notFullyDoneJobItemStates = [
  'replan',
  'failed',
  'unknown',
  'cancelled',
] as const satisfies readonly Exclude<EndedJobItemState, 'done' | 'not_needed' | 'not_found'>[]

/**
 * What the items of a job are listed by. `finished_later`: in `notFullyDoneJobItemStates`, and a later job carried
 * out the new plan of the rest, which may leave out changes, or found that the domain is already as planned.
 */
export const jobItemFilters = [...jobItemStates, 'finished_later'] as const
export type JobItemFilter = (typeof jobItemFilters)[number]

/**
 * The outcome of one change. `waiting`: not sent so far. `not_needed`: not sent, because the domain already had this
 * state. `not_done`: certainly not made. `unknown`: it may have been made.
 */
export const jobItemChangeResults = ['waiting', 'done', 'not_needed', 'not_done', 'unknown'] as const

export const jobSubjectSchema = z.object({
  /** The kind of the plan's source (`domain-change-plans.ts`). */
  sourceKind: z.string(),
  domains: z.number().int(),
  firstDomain: z.string(),
  /** Null: none, or a job of an earlier version. */
  template: templateOfPlanSchema.nullable().default(null),
})
export type JobSubject = z.infer<typeof jobSubjectSchema>

/** A long task with one item for each domain or server. It continues after a restart of the app. */
export const jobSchema = z.object({
  id: idSchema,
  kind: z.enum(jobKinds),
  /** The job changes nothing. */
  isReading: z.boolean(),
  subject: jobSubjectSchema,
  /** `waiting`: no item can run now; `waitingAccounts` and the items say why. `ended`: no item is open. */
  state: z.enum(['waiting', 'running', 'paused', 'ended']),
  /** Items that are running or checking when the job is cancelled end later than the others. */
  isCancelled: z.boolean(),
  counts: z.record(z.enum(jobItemStates), z.number().int()),
  callsDone: z.number().int(),
  /** Calls made for the ended items plus the estimated calls of the other items. */
  callsTotal: z.number().int(),
  createdAt: epochMsSchema,
  startedAt: epochMsSchema.nullable(),
  endedAt: epochMsSchema.nullable(),
  /** True if the job is ended, a change was or may have been made and can be undone, and its account is still known. */
  mayUndo: z.boolean(),
  /**
   * Items in state `done` of which nothing shows whether a part took effect, such as SSL of a new site. Counted in an
   * ended job.
   */
  partlyUnknown: z.number().int(),
  /** Items in state `done` of which a part failed, such as SSL of a new site. Counted in an ended job. */
  partlyFailed: z.number().int(),
  /** For an ended job: number of registrar locks that it set and that only a cancellation request can clear. */
  locksThatCannotBeUndone: z.number().int(),
  /**
   * For an ended job: items in `notFullyDoneJobItemStates` whose account is still known and that no later job finished.
   */
  unfinished: z.number().int(),
  /** Those of `unfinished` whose rest was planned again and that a later job still works on. */
  unfinishedInOpenJobs: z.number().int(),
  /**
   * For an ended job: items in `notFullyDoneJobItemStates` whose rest was planned again and finished by a later job, by
   * their state. `counts` has them, too.
   */
  finishedLater: z.record(z.enum(notFullyDoneJobItemStates), z.number().int()),
  /** For an ended job: items whose account was removed. They can be neither undone nor planned again. */
  ofRemovedAccounts: z.number().int(),
  /**
   * When the job will have ended at the limits of the accounts, beside the other jobs that run. Null while no account
   * can make calls, or while it is not known when each of them can.
   */
  expectedEndAt: epochMsSchema.nullable(),
  /**
   * Accounts that items wait for, and why: offline, paused, read-only, no key, no network and others. A new site may
   * wait for the account of its server. `checkingItems`: those of `openItems` in state `checking`.
   */
  waitingAccounts: z.array(
    z.object({
      accountId: idSchema,
      openItems: z.number().int(),
      checkingItems: z.number().int(),
      error: wireErrorSchema,
    }),
  ),
})
export type Job = z.infer<typeof jobSchema>

export const jobItemSchema = z.object({
  position: z.number().int(),
  accountId: idSchema,
  /** The current label; the label at the time of a change when the account was removed. Null: no change was made. */
  accountLabel: z.string().nullable(),
  domain: z.string(),
  state: z.enum(jobItemStates),
  /**
   * `isInferred`: the result is `done`, and a reading showed the change instead of an answer. `step`: the step of a new
   * site that the change belongs to. `hasErrorOfItem`: the item ended with this change, so the error of the item is the
   * error of this change. The changes after it were not sent.
   */
  changes: z.array(
    z.object({
      change: domainChangeSchema,
      result: z.enum(jobItemChangeResults),
      isInferred: z.literal(true).optional(),
      step: z.enum(newSiteSteps).optional(),
      hasErrorOfItem: z.literal(true).optional(),
    }),
  ),
  /**
   * The planned and the made changes of the item are lost, because the database was rebuilt from a backup. The backup
   * has only the names of the domains and servers of open jobs.
   */
  isWorkLost: z.literal(true).optional(),
  /**
   * The change that was sent and whose effect is not known so far. `isAnswered`: the service answered without stating
   * the effect; `error` is that answer. Null: no such change.
   */
  unconfirmed: z.object({ isAnswered: z.boolean(), error: wireErrorSchema.nullable() }).nullable(),
  /** For an open item: the answer that refused a change. The domain is read again before anything else is sent. */
  refusal: wireErrorSchema.nullable().optional(),
  /** Why an open item waits. `unconfirmed.error` is another error: the answer to the change that was sent. */
  error: wireErrorSchema.nullable(),
  /**
   * Before this time an open item does nothing, for example because a lost request may still arrive; null: no such
   * time.
   */
  runAgainAt: epochMsSchema.nullable(),
  snapshotId: idSchema.nullable(),
  /** For an item that creates a site. Its `changes` are those of the zone. */
  newSite: newSiteJobProgressSchema.optional(),
  /** For an item that creates a site: as `accountLabel`, of the account of the server. */
  serverAccountLabel: z.string().nullable().optional(),
  /**
   * For an item of `jobKindsWithWorkInsteadOfChanges`: how much is done. `domain` may be the name of a server. `total`
   * null: not known so far.
   */
  work: z.object({ done: z.number().int(), total: z.number().int().nullable() }).optional(),
  endedAt: epochMsSchema.nullable(),
  /**
   * The rest of the unfinished item was planned again and is an item of a later job: the one that finished it, or else
   * the newest one. Null: none.
   */
  plannedAgain: z
    .object({
      jobId: idSchema,
      position: z.number().int(),
      state: z.enum(jobItemStates),
      endedAt: epochMsSchema.nullable(),
    })
    .nullable(),
})
export type JobItem = z.infer<typeof jobItemSchema>

const jobId = { jobId: idSchema }

/** `jobs.list` has at most this many ended jobs. */
export const maxEndedJobsListed = 50

export const jobCommands = {
  /** Every job that is not ended, and the newest ended jobs; newest first. */
  list: defineCommand(nullSchema, z.array(jobSchema)),
  /** One job, also an ended one that the list does not have any more. Errors: not_found. */
  get: defineCommand(z.object(jobId), jobSchema),
  /**
   * The items in the order of the plan. `states` null: all. An item that a later job finished is found as
   * `finished_later`, not by its state. Errors: not_found.
   */
  items: defineCommand(
    z.object({ ...jobId, states: z.array(z.enum(jobItemFilters)).nullable().default(null), ...pagingFields }),
    createPageSchema(jobItemSchema),
  ),
  /**
   * Asks for a path and writes a line for each change of each item. `labels`: texts of the window by key, as in
   * `main/jobs/format-job-csv.ts`. `path` null: the user closed the dialog. Errors: not_found, disk_full, invalid_input
   * (the path).
   */
  exportCsv: defineCommand(
    z.object({ ...jobId, labels: z.record(z.string(), z.string()) }),
    z.object({ path: z.string().nullable() }),
  ),
  /** Stops before the next call. A call that was sent is still waited for. Errors: not_found. */
  pause: defineCommand(z.object(jobId), nullSchema),
  /** Resumes the job, and retries now what waits for an account. Errors: not_found. */
  resume: defineCommand(z.object(jobId), nullSchema),
  /** Changes that were made stay. Errors: not_found. */
  cancel: defineCommand(z.object(jobId), nullSchema),
}

export const jobEvents = {
  /** The jobs as in `jobs.list`, after any of them changed. */
  'jobs.changed': z.object({ jobs: z.array(jobSchema) }),
}
