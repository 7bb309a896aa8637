import { jobKinds, jobSubjectSchema, type JobItemState, type JobKindName, type JobSubject } from '#shared/ipc/jobs.ts'
import type { WireError } from '#shared/app-error.ts'
import { parseJsonOrNull, parseStoredError } from '#main/store/parse-stored-json.ts'

export interface StoredJob {
  id: string
  kind: JobKindName
  subject: JobSubject
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  isPaused: boolean
  isCancelled: boolean
}

/** A stored item. The schemas of its job kind have not parsed `input` and `progress` yet. */
export interface JobItemWithUnparsedInput {
  jobId: string
  position: number
  accountId: string
  domain: string
  state: JobItemState
  input: unknown
  progress: unknown
  error: WireError | null
  calls: number
  callsDone: number
  runAgainAt: number | null
  endedAt: number | null
}

export interface JobTableRow {
  id: string
  kind: string
  subject: string
  created_at: number
  started_at: number | null
  ended_at: number | null
  is_paused: number
  is_cancelled: number
}

export interface JobItemTableRow {
  job_id: string
  position: number
  account_id: string
  domain: string
  state: JobItemState
  calls: number
  calls_done: number
  run_again_at: number | null
  ended_at: number | null
  error: string | null
  input: string
  progress: string | null
}

/** Returns null for a job that this version cannot read. */
export function parseJobRow(row: JobTableRow): StoredJob | null {
  const kind = jobKinds.find((known) => known === row.kind)
  const subject = jobSubjectSchema.safeParse(parseJsonOrNull(row.subject)).data
  // A newer version may have stored kinds that this one does not know. It leaves such jobs as they are.
  if (!kind || !subject) return null
  return {
    id: row.id,
    kind,
    subject,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    isPaused: row.is_paused === 1,
    isCancelled: row.is_cancelled === 1,
  }
}

export function parseJobItemRow(row: JobItemTableRow): JobItemWithUnparsedInput {
  return {
    jobId: row.job_id,
    position: row.position,
    accountId: row.account_id,
    domain: row.domain,
    state: row.state,
    input: parseJsonOrNull(row.input),
    progress: row.progress === null ? null : parseJsonOrNull(row.progress),
    error: parseStoredError(row.error),
    calls: row.calls,
    callsDone: row.calls_done,
    runAgainAt: row.run_again_at,
    endedAt: row.ended_at,
  }
}
