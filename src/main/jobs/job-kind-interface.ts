import type { z } from 'zod'
import type { WireError } from '#shared/app-error.ts'
import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import type { EndedJobItemState, JobItem, JobSubject } from '#shared/ipc/jobs.ts'
import type { ApiClient } from '#main/api/api-client-interface.ts'

/** A job to be stored. Its items are read one by one, so that not all of them are in memory at once. */
export interface NewJob<Input = unknown> {
  subject: JobSubject
  items: Iterable<NewJobItem<Input>>
}

export interface JobItemRef {
  jobId: string
  position: number
}

export interface NewJobItem<Input = unknown> {
  accountId: string
  domain: string
  /** Estimated number of calls. */
  calls: number
  /** What to do; JSON. */
  input: Input
  /** An encrypted secret that the item needs. It is deleted when the item ends. */
  sealedSecret?: string
  /** The unfinished item of another job that this one continues. */
  fromItem?: JobItemRef | undefined
}

export interface JobItemWithParsedInput<Input = unknown, Progress = unknown> {
  jobId: string
  position: number
  accountId: string
  domain: string
  input: Input
  /** What `saveProgress` stored last; null before that. */
  progress: Progress | null
}

/**
 * How a run of an item ends. With `checking`, the item is run again after `runAgainInMs`, also after a restart. `error`
 * says why the item did not end as planned.
 */
export type JobItemRunResult =
  | { state: EndedJobItemState; error?: WireError | null }
  | { state: 'checking'; runAgainInMs: number; error?: WireError | null }

export interface JobItemContext<Progress = unknown> {
  /** Makes calls in the name of the job: with its priority, its batch and `signal`. Counts them as calls of the job. */
  api: Pick<ApiClient, 'call'>
  /**
   * Aborts when the item has to stop: the job is paused or cancelled, the account is paused, Banto goes offline or
   * ends. A call that was sent is not cut off by it, except when Banto ends.
   */
  signal: AbortSignal
  /** The user cancelled the job. Nothing more may be sent; an item that was begun still finds out what was done. */
  isCancelled(): boolean
  /**
   * Stores the progress before it returns, and makes the writes of `alsoWrite` in the same transaction. Call it after
   * each call that changes something, and in `onSending` of that call, because a call that waits for its turn was not
   * sent.
   */
  saveProgress(progress: Progress, alsoWrite?: () => void): void
  /** The encrypted secret of the item; null when there is none, or not any more. */
  sealedSecret(): string | null
  /** Deletes the secret. Call it in `alsoWrite`, so that a crash does not separate it from the progress. */
  deleteSecret(): void
  /** Shows the item as `checking`: an answer was lost, and the domain is read again. */
  showChecking(): void
  /** Shows the item as `running`, after `showChecking` or a restart: it is known what was done, and more is sent. */
  showRunning(): void
}

/** What the job runner must know about one kind of long work. */
export interface JobKindImplementation<Input = unknown, Progress = unknown> {
  /** Stored inputs and progress are parsed by these schemas, because an earlier version may have written them. */
  input: z.ZodType<Input>
  progress: z.ZodType<Progress>
  /** The limit class of most calls, for the estimate of the minutes left. */
  limitClass: RateLimitClass
  /**
   * The job changes nothing, so it also works on read-only accounts, and beside changes of the same domain. It leaves a
   * part of the daily limit to changes and orders.
   */
  isReading?: true
  /**
   * Works on an item from its progress. The same function continues after a pause, a restart and a crash. It returns
   * how the item ended, or throws an AppError when it could not go on: `classify-job-item-error.ts` decides from the
   * error whether the item waits, is tried again or ends as `failed`. After `signal` aborted it throws the error of the
   * stopped call, or `cancelled`.
   */
  run(item: JobItemWithParsedInput<Input, Progress>, context: JobItemContext<Progress>): Promise<JobItemRunResult>
  /**
   * Returns the new progress of an item in state `unknown`, after a reading showed that its change was made. Null: the
   * item is not done by this change alone. Absent: such items stay `unknown`.
   */
  markUnknownAsDone?(
    item: Pick<JobItemWithParsedInput<Input, Progress>, 'input' | 'progress'>,
    change: LoggedChange,
  ): Progress | null
  /** Whether a change of the job was or may have been made, and can be undone. */
  mayUndo(jobId: string): boolean
  /** The number of registrar locks that the job set and that cannot be undone. Absent: jobs of this kind set none. */
  countLocksThatCannotBeUndone?(jobId: string): number
  /** The number of items of which nothing shows whether a part took effect. Absent: jobs of this kind have none. */
  countPartlyUnknown?(jobId: string): number
  /** The number of items that are done and of which a part failed. Absent: jobs of this kind have none. */
  countPartlyFailed?(jobId: string): number
  /** Returns the fields of an item that the window shows. */
  toShownFields(
    item: Pick<JobItemWithParsedInput<Input, Progress>, 'domain' | 'input' | 'progress'> & { isEnded: boolean },
  ): Pick<JobItem, 'changes' | 'unconfirmed' | 'refusal' | 'snapshotId' | 'newSite' | 'work'>
}
