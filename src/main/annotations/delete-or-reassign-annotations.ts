import { getCustomerComparisonKey } from '#shared/customers.ts'
import { maxNoteLength, type Annotation, type AnnotationTarget } from '#shared/ipc/annotations.ts'
import { maxTagsPerResource, getTagComparisonKey } from '#shared/tags.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { queryAnnotation, saveAnnotation } from './query-and-save-annotation.ts'

const rowsPerChunk = 200
const nothing: Annotation = { tags: [], customer: '', note: '' }

/** Deletes what is written about a domain or server. Call it in a transaction. */
export function deleteAnnotation(database: Database, target: AnnotationTarget): void {
  saveAnnotation(database, target, nothing)
}

/** Deletes what is written about the domains and servers of an account, in chunks. */
export async function deleteAnnotationsOfAccount(database: Database, accountId: string): Promise<void> {
  await inChunks(database, accountId, (target) => saveAnnotation(database, target, nothing))
}

/** Moves what is written about the domains and servers of a merged account, in chunks. If both accounts have a domain or server of the same name, its tags, customers and notes are combined. */
export async function reassignAnnotationsOfAccount(database: Database, from: string, into: string): Promise<void> {
  await inChunks(database, from, (target) => mergeAnnotationIntoAccount(database, target, into))
}

/** Joins what is written about the target with what the other account has for the same name. Call it in a transaction. */
export function mergeAnnotationIntoAccount(database: Database, target: AnnotationTarget, into: string): void {
  const moved = queryAnnotation(database, target)
  const there = { ...target, accountId: into }
  // Saved first, so that the tags stay in use and keep their spelling.
  saveAnnotation(database, there, joinAnnotations(queryAnnotation(database, there), moved))
  saveAnnotation(database, target, nothing)
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
 * Keeps every tag and both notes, up to the limits, and the first customer. Another customer of `other` becomes a line of the note,
 * so that it is not lost.
 */
function joinAnnotations(one: Annotation, other: Annotation): Annotation {
  const byKey = new Map([...other.tags, ...one.tags].map((tag) => [getTagComparisonKey(tag), tag]))
  const hasOtherCustomer =
    one.customer !== '' &&
    other.customer !== '' &&
    getCustomerComparisonKey(one.customer) !== getCustomerComparisonKey(other.customer)
  const notes = [...new Set([one.note, other.note, hasOtherCustomer ? other.customer : ''])].filter(
    (note) => note !== '',
  )
  return {
    tags: [...byKey.values()].slice(0, maxTagsPerResource),
    customer: one.customer || other.customer,
    note: notes.join('\n').slice(0, maxNoteLength),
  }
}
