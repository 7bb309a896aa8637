import { AppError } from '#shared/app-error.ts'
import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import type { Annotation, AnnotationTarget, TagAndCustomerChange } from '#shared/ipc/annotations.ts'
import { maxTagsPerResource, getTagComparisonKey } from '#shared/tag-rules.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { forEachChunk } from '#main/event-loop/chunked-work.ts'
import type { Database } from '#main/store/database.ts'
import { queryAnnotation, saveAnnotation } from './query-and-save-annotation.ts'

/** What the user wrote about domains and servers. Nothing here calls the service. */
export interface AnnotationStore {
  get(target: AnnotationTarget): Annotation
  /** The tags in use, by name. */
  tags(): { domains: string[]; servers: string[] }
  /** The customers in use, by name. */
  customers(): { domains: string[]; servers: string[] }
  /** Throws `not_found`. */
  setNote(target: AnnotationTarget, note: string): void
  /**
   * Applies all changes or, when it throws, none. Writes in chunks; if the app ends in the middle, the chunks so far
   * stay. Returns the changes that undo them. Throws `not_found`, `invalid_input`.
   */
  changeTagsAndCustomers(changes: readonly TagAndCustomerChange[]): Promise<TagAndCustomerChange[]>
}

/** A chunk takes a few milliseconds. */
const changesPerChunk = 50

export function createAnnotationStore({ database, emit }: { database: Database; emit: EmitEvent }): AnnotationStore {
  /** A row that is gone from its list is still stored. */
  function isStored({ kind, accountId, name }: AnnotationTarget): boolean {
    return database.get(`select 1 from ${kind} where account_id = ? and name = ?`, accountId, name) !== undefined
  }

  function assertStored(target: AnnotationTarget): void {
    const { kind, accountId, name } = target
    if (isStored(target)) return
    throw new AppError('not_found', `No ${kind} ${name} is known in this account`, { details: { accountId, name } })
  }

  function labelsInUse(table: 'tag' | 'customer'): { domains: string[]; servers: string[] } {
    const rows = database
      .all<{ label: string; domains: number; servers: number }>(`select label, domains, servers from ${table}`)
      .sort((one, other) => compareInNaturalOrder(one.label, other.label))
    return {
      domains: rows.filter(({ domains }) => domains > 0).map(({ label }) => label),
      servers: rows.filter(({ servers }) => servers > 0).map(({ label }) => label),
    }
  }

  function emitChanged(targets: readonly AnnotationTarget[]): void {
    const [first, ...others] = targets
    if (!first) return
    const isOne = others.length === 0
    emit('inventory.changed', {
      accountId: isOne ? first.accountId : null,
      domain: isOne && first.kind === 'domain' ? first.name : null,
    })
    emit('annotations.changed', {})
  }

  function change({
    target,
    add,
    remove,
    customer,
    onlyIfCustomer,
  }: TagAndCustomerChange): TagAndCustomerChange | null {
    assertStored(target)
    const before = queryAnnotation(database, target)
    const mayReplace = onlyIfCustomer === null || onlyIfCustomer === before.customer
    const removed = new Set(remove.map(getTagComparisonKey))
    const kept = before.tags.filter((tag) => !removed.has(getTagComparisonKey(tag)))
    const known = new Set(kept.map(getTagComparisonKey))
    const tags = [...kept, ...add.filter((tag) => !known.has(getTagComparisonKey(tag)))]
    if (tags.length > maxTagsPerResource)
      throw new AppError('invalid_input', `More than ${maxTagsPerResource} tags`, {
        details: {
          issues: [
            createInputIssue('', 'tooManyTags', 'too many tags', { name: target.name, max: maxTagsPerResource }),
          ],
        },
      })
    saveAnnotation(database, target, { ...before, tags, customer: (mayReplace ? customer : null) ?? before.customer })
    const after = queryAnnotation(database, target)
    const isCustomerReplaced = after.customer !== before.customer
    const undo = {
      target,
      add: withoutKeysOf(before.tags, tags),
      remove: withoutKeysOf(after.tags, before.tags),
      customer: isCustomerReplaced ? before.customer : null,
      onlyIfCustomer: isCustomerReplaced ? after.customer : null,
    }
    const isChanged = undo.add.length > 0 || undo.remove.length > 0 || undo.customer !== null
    return isChanged ? undo : null
  }

  return {
    get: (target) => queryAnnotation(database, target),
    tags: () => labelsInUse('tag'),
    customers: () => labelsInUse('customer'),
    setNote(target, note) {
      database.transaction(() => {
        assertStored(target)
        saveAnnotation(database, target, { ...queryAnnotation(database, target), note })
      })
      emitChanged([target])
    },
    async changeTagsAndCustomers(changes) {
      const undo: TagAndCustomerChange[] = []
      try {
        await forEachChunk(changes, changesPerChunk, (chunk) => {
          undo.push(...database.transaction(() => chunk.map(change)).filter((each) => each !== null))
        })
      } catch (error) {
        await forEachChunk(undo.toReversed(), changesPerChunk, (chunk) => {
          // A row may have been forgotten since its chunk was written.
          database.transaction(() => chunk.filter(({ target }) => isStored(target)).forEach(change))
        })
        throw error
      }
      emitChanged(undo.map(({ target }) => target))
      return undo
    },
  }
}

/** Returns the tags that are not among `others`. Tags are compared by their keys. */
function withoutKeysOf(tags: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(getTagComparisonKey))
  return tags.filter((tag) => !keys.has(getTagComparisonKey(tag)))
}
