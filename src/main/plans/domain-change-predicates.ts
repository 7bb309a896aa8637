import type { RecordChange } from '#shared/ipc/dns.ts'
import type { DomainChange } from '#shared/ipc/domain-change-schemas.ts'

export type DomainSettingChange = Exclude<DomainChange, RecordChange>

export function isRecordChange(change: DomainChange): change is RecordChange {
  return change.kind === 'add' || change.kind === 'change' || change.kind === 'delete'
}

/**
 * Returns whether a second call would have another effect than the first. Such a change may still arrive after its
 * answer was lost.
 */
export function isDomainChangeUnsafeToRepeat({ kind }: DomainChange): boolean {
  return kind === 'add' || kind === 'delete'
}
