import { AppError, toWireError } from '#shared/app-error.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { notFullyDoneJobItemStates, type JobItem, type JobItemState } from '#shared/ipc/jobs.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { JobItemRef } from '#main/jobs/job-kind-interface.ts'
import type { JobRunner } from '#main/jobs/job-runner.ts'
import { domainChangesInputSchema } from './domain-changes-job-schemas.ts'
import { emptyDomainEdit } from './domain-edit-schema.ts'
import type { RequestedDomainEdit } from './requested-domain-edit.ts'
import { createUndoEdit } from './create-undo-edit.ts'

interface JobEditsDeps {
  jobs: Pick<JobRunner, 'items' | 'itemsWithInput'>
  accounts: { list(): Pick<Account, 'id'>[] }
}

export interface EditsOfJob {
  domains: RequestedDomainEdit[]
  /** The same of the domains whose account was removed. They cannot be planned, but the page of the job counts them. */
  ofRemovedAccounts: RequestedDomainEdit[]
}

const itemsPerRead = 200
/**
 * The pages include the finished items. Otherwise, if a later job finished an item meanwhile, other items would move to
 * another page.
 */
const statesToFinish = [...notFullyDoneJobItemStates, 'finished_later'] as const

/**
 * Lists the edits that undo the changes of a job. Changes whose outcome is unknown are undone as far as a new reading
 * of the domain shows them.
 */
export function listEditsToUndoJob({ jobs, accounts }: JobEditsDeps, jobId: string): Promise<EditsOfJob> {
  return collectItems(
    accounts,
    (offset) => jobs.items(jobId, { states: null, offset, limit: itemsPerRead }),
    (item) => {
      const made = changesWithEffect(item)
      if (made.length === 0) return []
      const { accountId, domain: name } = item
      const isReadFirst = mayHaveUnknownEffect(item)
      return [{ accountId, name, edit: createUndoEdit(made), undoneChanges: made, isReadFirst }]
    },
  )
}

/**
 * Returns the edits of the items whose changes were not all made. A change whose outcome is unknown is planned again
 * only if a new reading of the domain does not show it. A domain that needs other changes, although all changes of its
 * item were made, is read again, too. If a later job continued the item and did not finish it, the edit contains what
 * the newest item left undone. An item that another job still works on is left out.
 */
export function listEditsToFinishJob({ jobs, accounts }: JobEditsDeps, jobId: string): Promise<EditsOfJob> {
  return collectItems(
    accounts,
    (offset) => jobs.itemsWithInput(jobId, { states: statesToFinish, offset, limit: itemsPerRead }),
    (first) => {
      const later = first.plannedAgain
      if (later && !isUnfinished(later.state)) return []
      const item = (later && readItem(jobs, later)) ?? first
      const fromItem = later ? pickItemKey(later) : { jobId, position: first.position }
      const { accountId, domain: name } = item
      const { data: input } = domainChangesInputSchema.safeParse(item.input)
      if (!input) {
        const error = new AppError('unreadable_row', 'What the item should do cannot be read', { details: { jobId } })
        return [{ accountId, name, edit: emptyDomainEdit, error: toWireError(error) }]
      }
      const isReadFirst = [first, item].some((each) => mayHaveUnknownEffect(each) || needsUnplannedChanges(each))
      const earlierChanges = changesWithEffect(item)
      const { edit, changes: plannedChanges } = input
      return [{ accountId, name, edit, earlierChanges, plannedChanges, isReadFirst, fromItem }]
    },
  )
}

const isUnfinished = (state: JobItemState) => (notFullyDoneJobItemStates as readonly JobItemState[]).includes(state)
const mayHaveUnknownEffect = ({ state, changes }: JobItem) =>
  state === 'unknown' || changes.some(({ result }) => result === 'unknown')
/** What the domain needs beside the changes of the item is known only from the reading with which the item ended. */
const needsUnplannedChanges = ({ state, changes }: JobItem) =>
  state === 'replan' && changes.every(({ result }) => result !== 'not_done')
const pickItemKey = ({ jobId, position }: JobItemRef) => ({ jobId, position })

/** Items are in the order of their positions. */
function readItem(jobs: JobEditsDeps['jobs'], { jobId, position }: JobItemRef) {
  return jobs.itemsWithInput(jobId, { states: null, offset: position, limit: 1 }).rows[0]
}

async function collectItems<Item extends Pick<JobItem, 'accountId'>>(
  accounts: JobEditsDeps['accounts'],
  read: (offset: number) => { rows: Item[]; total: number },
  toDomains: (item: Item) => RequestedDomainEdit[],
): Promise<EditsOfJob> {
  const known = new Set(accounts.list().map(({ id }) => id))
  const found: EditsOfJob = { domains: [], ofRemovedAccounts: [] }
  for (let offset = 0, total = 1; offset < total; offset += itemsPerRead) {
    const page = read(offset)
    total = page.total
    for (const item of page.rows)
      found[known.has(item.accountId) ? 'domains' : 'ofRemovedAccounts'].push(...toDomains(item))
    await yieldToEventLoop()
  }
  return found
}

/** The changes that were or may have been made. */
function changesWithEffect({ changes }: Pick<JobItem, 'changes'>) {
  return changes.flatMap(({ change, result }) => (result === 'done' || result === 'unknown' ? [change] : []))
}
