import type { WhoisFields } from '#shared/api/domain-schemas.ts'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import { invertRecordChanges } from '#shared/dns/plan/invert-record-changes.ts'
import { isRecordChange } from './domain-change-predicates.ts'
import { emptyDomainEdit, type DomainEdit } from './domain-edit-schema.ts'

/**
 * Creates the edit that undoes changes of one domain, given in the order in which they were made. It leaves other
 * records and Whois fields as they are, and sets settings to the values before the first change.
 */
export function createUndoEdit(changes: readonly DomainChange[]): DomainEdit {
  const edits = invertRecordChanges(changes.filter(isRecordChange))
  const edit: DomainEdit = { ...emptyDomainEdit, zone: edits.length > 0 ? { kind: 'edits', edits } : null }
  for (const change of changes.toReversed()) {
    if (change.kind === 'nameservers') edit.nameservers = change.before
    else if (change.kind === 'lock') edit.lock = { locked: change.before, leavesOutOneWayLocks: false }
    else if (change.kind === 'whois') {
      const { before, after } = change
      edit.whois = {
        ...edit.whois,
        ...(after.whois_privacy !== undefined && { whois_privacy: before.whois_privacy }),
        ...(after.fields && {
          fields: { ...edit.whois?.fields, ...pickFieldsThatChanged(before.fields, after.fields) },
        }),
      }
    }
  }
  return edit
}

/** The fields before the change. The service receives all fields, also those that the change left as they were. */
function pickFieldsThatChanged(before: WhoisFields, after: WhoisFields): WhoisFields {
  return Object.fromEntries(
    whoisFieldNames.flatMap((name) =>
      before[name] === undefined || before[name] === after[name] ? [] : [[name, before[name]]],
    ),
  )
}
