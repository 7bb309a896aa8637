import type { PlannedDomainWithEdit } from './plan-changes-of-requested-domains.ts'
import { emptyDomainEdit, listDomainEditParts, type DomainEdit } from './domain-edit-schema.ts'
import { isRecordChange } from './domain-change-predicates.ts'

/** Returns the edit without the parts that need no change, so that they are not read before the changes. */
export function removeUnneededEditParts({ edit, changes }: PlannedDomainWithEdit): DomainEdit {
  const kinds = new Set<string>(changes.map((change) => (isRecordChange(change) ? 'zone' : change.kind)))
  return {
    ...emptyDomainEdit,
    ...Object.fromEntries(listDomainEditParts(edit).flatMap((part) => (kinds.has(part) ? [[part, edit[part]]] : []))),
  }
}
