import type { WireError } from '#shared/app-error.ts'
import type { CsvLineChange } from '#shared/domain-change-csv/csv-line-change.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'
import type { PlannedDomainFinding, PlanFileLineFinding } from '#shared/ipc/domain-change-plans.ts'
import type { JobItemRef } from '#main/jobs/job-kind-interface.ts'
import type { DomainEdit } from './domain-edit-schema.ts'

/** A line of a file, and the position of its operation in the edit of the zone. */
export interface FileLineOfZoneOperation extends Pick<PlanFileLineFinding, 'line' | 'text'> {
  operation: number
}

/** A line of a file that sets a setting of a domain. */
export interface FileLineOfSetting extends Pick<PlanFileLineFinding, 'line' | 'text'> {
  change: Extract<CsvLineChange, { kind: 'nameservers' | 'lock' | 'whois_privacy' | 'whois_field' }>
}

/** The edit of one domain that the source of a plan asks for. */
export interface RequestedDomainEdit {
  accountId: string
  name: string
  edit: DomainEdit
  /** Why the source cannot be applied to the domain. */
  error?: WireError
  /** What the source leaves out for this domain only. The domain is not run if nothing else changes. */
  sourceFindings?: readonly PlannedDomainFinding[]
  /** Changes that were or may have been made for the same edit before. */
  earlierChanges?: readonly DomainChange[]
  /** The changes that an unfinished item was to make: what the user saw in its plan. */
  plannedChanges?: readonly DomainChange[]
  /** The changes that the edit undoes. */
  undoneChanges?: readonly DomainChange[]
  /** Whether the stored state may be older than a change, so the domain is read before its changes are computed. */
  isReadFirst?: boolean
  /** The unfinished job item whose remaining changes this edit contains. */
  fromItem?: JobItemRef
  /** Lines of a file that concern records which the zone is expected to have. */
  recordLines?: readonly FileLineOfZoneOperation[]
  settingLines?: readonly FileLineOfSetting[]
}
