import { AppError } from '#shared/app-error.ts'
import { getCustomerComparisonKey } from '#shared/customer-name-rules.ts'
import type { AnnotationTarget } from '#shared/ipc/annotations.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import type { Database } from '#main/store/database.ts'
import type { SavedViewContentReplacement, SavedViewStore } from '#main/store/saved-view-store.ts'
import {
  changeCustomerOfAnnotations,
  queryStoredCustomerSpelling,
  queryAnnotationTargetsOfCustomer,
} from './change-customer-of-annotations.ts'

export interface CustomerRenamer {
  /**
   * Renames a customer for all its domains and servers, and in the filters of saved views, in one step. Throws
   * `not_found`, and `conflict` if another customer has the name and `mayMerge` is false. Returns the name in the
   * spelling that is stored.
   */
  rename(name: string, newName: string, mayMerge: boolean): { renameId: number; name: string }
  /**
   * Gives the domains and servers of the last renaming their former customer again, unless they got another customer
   * since. Throws `not_found`.
   */
  undo(renameId: number): { name: string }
}

interface LastRenaming {
  id: number
  former: string
  name: string
  newKey: string
  targets: readonly AnnotationTarget[]
  replacedViews: readonly SavedViewContentReplacement[]
}

export function createCustomerRenamer({
  database,
  views,
  emit,
}: {
  database: Database
  views: Pick<SavedViewStore, 'renameCustomer' | 'restoreContents'>
  emit: EmitEvent
}): CustomerRenamer {
  let last: LastRenaming | null = null
  let lastId = 0

  function emitChanged({ id, former, name }: LastRenaming, isUndone: boolean): void {
    // `customers.renamed` is emitted first. The list filters then have the new name before the other events make the
    // lists query again.
    emit('customers.renamed', { renameId: id, former, name, isUndone })
    emit('inventory.changed', { accountId: null, domain: null })
    emit('annotations.changed', {})
  }

  return {
    rename(name, newName, mayMerge) {
      const [key, newKey] = [getCustomerComparisonKey(name), getCustomerComparisonKey(newName)]
      const renamed = database.transaction(() => {
        const former = queryStoredCustomerSpelling(database, key)
        if (former === null) throw new AppError('not_found', 'No domain and no server has this customer')
        const existing = key === newKey ? null : queryStoredCustomerSpelling(database, newKey)
        if (existing !== null && !mayMerge) throw new AppError('conflict', 'Another customer has this name')
        const targets = queryAnnotationTargetsOfCustomer(database, key)
        const stored = existing ?? newName
        changeCustomerOfAnnotations(database, targets, stored)
        return { former, targets, name: stored, replacedViews: views.renameCustomer(former, stored) }
      })
      last = { id: (lastId += 1), newKey, ...renamed }
      emitChanged(last, false)
      return { renameId: last.id, name: renamed.name }
    },
    undo(renameId) {
      if (last?.id !== renameId)
        throw new AppError('not_found', 'A customer was renamed again in the meantime', {
          details: { reason: 'not_last_renaming' },
        })
      const { former, newKey, targets, replacedViews } = last
      const name = database.transaction(() => {
        const still = new Set(queryAnnotationTargetsOfCustomer(database, newKey).map(targetKey))
        const moved = targets.filter((target) => still.has(targetKey(target)))
        const existing =
          getCustomerComparisonKey(former) === newKey
            ? null
            : queryStoredCustomerSpelling(database, getCustomerComparisonKey(former))
        views.restoreContents(replacedViews)
        const stored = existing ?? former
        changeCustomerOfAnnotations(database, moved, stored)
        return stored
      })
      const undone = last
      last = null
      emitChanged(undone, true)
      return { name }
    },
  }
}

function targetKey({ kind, accountId, name }: AnnotationTarget): string {
  return `${kind} ${accountId} ${name}`
}
