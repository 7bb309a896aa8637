import { AppError } from '#shared/app-error.ts'
import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import { maxNoteLength, type Annotation, type AnnotationTarget } from '#shared/ipc/annotations.ts'
import { maxTagsPerResource, getTagComparisonKey } from '#shared/tag-rules.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { queryAnnotation, saveAnnotation } from './query-and-save-annotation.ts'

const rowsPerChunk = 200
const nothing: Annotation = { tags: [], customer: '', note: '' }

/** Deletes the tags, the customer and the note of a domain or server. Call it in a transaction. */
export function deleteAnnotation(database: Database, target: AnnotationTarget): void {
  saveAnnotation(database, target, nothing)
}

/** Deletes the tags, customers and notes of an account, in chunks. */
export async function deleteAnnotationsOfAccount(database: Database, accountId: string): Promise<void> {
  await inChunks(database, accountId, (target) => saveAnnotation(database, target, nothing))
}

/**
 * Moves the tags, customers and notes of a merged account, in chunks. If both accounts have a domain or server of the
 * same name, its tags, customers and notes are combined.
 */
export async function reassignAnnotationsOfAccount(database: Database, from: string, into: string): Promise<void> {
  await inChunks(database, from, (target) => mergeAnnotationIntoAccount(database, target, into))
}

/**
 * Merges the tags, customer and note of the target into those of the same name in the other account. Call it in a
 * transaction.
 */
export function mergeAnnotationIntoAccount(database: Database, target: AnnotationTarget, into: string): void {
  const moved = queryAnnotation(database, target)
  const there = { ...target, accountId: into }
  // Saved first, so that the tags stay in use and keep their spelling.
  const { tags, customer, note } = mergeAnnotations(queryAnnotation(database, there), moved)
  saveAnnotation(database, there, {
    tags: tags.slice(0, maxTagsPerResource),
    customer,
    note: note.slice(0, maxNoteLength),
  })
  saveAnnotation(database, target, nothing)
}

/**
 * Call it before a merge. Throws `invalid_input` if a name is in both accounts and its combined notes or tags exceed
 * the limits. Otherwise the merge would cut them.
 */
export function assertMergedAnnotationsFitLimits(database: Database, from: string, into: string): void {
  const [name, ...others] = database
    .all<Pick<AnnotationTarget, 'kind' | 'name'>>(
      `select a.kind, a.name from annotation a join annotation b on b.account_id = ? and b.kind = a.kind and b.name = a.name
       where a.account_id = ? order by a.name`,
      into,
      from,
    )
    .filter((target) => {
      const [one, other] = [into, from].map((accountId) => queryAnnotation(database, { ...target, accountId }))
      const { tags, note } = mergeAnnotations(one ?? nothing, other ?? nothing)
      return tags.length > maxTagsPerResource || note.length > maxNoteLength
    })
    .map((target) => target.name)
  if (name === undefined) return
  const values = { name, count: others.length + 1, length: maxNoteLength, tags: maxTagsPerResource }
  throw new AppError('invalid_input', 'Notes or tags of both accounts are too long together', {
    details: { issues: [createInputIssue('', 'joinedAnnotationTooLong', 'too long together', values)] },
  })
}

export function countAnnotationsOfAccount(database: Database, accountId: string): number {
  return database.get<{ n: number }>('select count(*) as n from annotation where account_id = ?', accountId)?.n ?? 0
}

/** `work` deletes the row of the target. */
async function inChunks(
  database: Database,
  accountId: string,
  work: (target: AnnotationTarget) => void,
): Promise<void> {
  for (;;) {
    const count = database.transaction(() => {
      const rows = database.all<Pick<AnnotationTarget, 'kind' | 'name'>>(
        `select kind, name from annotation where account_id = ? limit ${rowsPerChunk}`,
        accountId,
      )
      for (const row of rows) work({ ...row, accountId })
      return rows.length
    })
    if (count < rowsPerChunk) return
    await yieldToEventLoop()
  }
}

/**
 * Keeps every tag and both notes, and the first customer. Another customer of `other` becomes a line of the note, so
 * that it is not lost. The result may exceed the limits.
 */
function mergeAnnotations(one: Annotation, other: Annotation): Annotation {
  const byKey = new Map([...other.tags, ...one.tags].map((tag) => [getTagComparisonKey(tag), tag]))
  const hasOtherCustomer =
    one.customer !== '' &&
    other.customer !== '' &&
    getCustomerComparisonKey(one.customer) !== getCustomerComparisonKey(other.customer)
  const notes = [...new Set([one.note, other.note, hasOtherCustomer ? other.customer : ''])].filter(
    (note) => note !== '',
  )
  return { tags: [...byKey.values()], customer: one.customer || other.customer, note: notes.join('\n') }
}
