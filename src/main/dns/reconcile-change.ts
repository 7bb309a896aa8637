import type { RecordChange } from '#shared/ipc/dns.ts'
import type { ZoneRecord } from '#shared/ipc/inventory.ts'
import { hasSameFields, isSameRecord } from '#main/inventory/domains/zone-store.ts'

/** Whether the zone still is as the user saw it when deciding. */
export function isZoneAsExpected(zone: readonly ZoneRecord[], change: RecordChange): boolean {
  if (change.kind === 'add') return !zone.some((record) => hasSameFields(record, change.after))
  return zone.some((record) => isSameRecord(record, change.before))
}

/** The changed fields of the record. Only these are sent, because the service keeps the others (API description, section "Domain API"). */
export function diffRecordFields(change: Extract<RecordChange, { kind: 'change' }>): Partial<Omit<ZoneRecord, 'id'>> {
  const names = ['type', 'host', 'content', 'ttl', 'priority'] as const
  return Object.fromEntries(
    names.filter((name) => change.before[name] !== change.after[name]).map((name) => [name, change.after[name]]),
  )
}

/** `done`: the change is in the zone. `not_done`: the zone is as before. `unclear`: the zone changed in another way. */
export type ChangeOutcome = 'done' | 'not_done' | 'unclear'

/** Decides what became of a change whose answer was lost, from the zone before and after it. */
export function reconcileChange(
  before: readonly ZoneRecord[],
  after: readonly ZoneRecord[],
  change: RecordChange,
): ChangeOutcome {
  if (change.kind === 'add') {
    const fresh = after.filter(({ id }) => !before.some((record) => record.id === id))
    if (fresh.some((record) => hasSameFields(record, change.after))) return 'done'
    // The service may have stored the record in another spelling.
    return fresh.length === 0 ? 'not_done' : 'unclear'
  }
  const now = after.find(({ id }) => id === change.before.id)
  if (change.kind === 'delete') return now ? 'not_done' : 'done'
  if (now && hasSameFields(now, change.after)) return 'done'
  return now && hasSameFields(now, change.before) ? 'not_done' : 'unclear'
}

/** The zone after the change. `answered`: the record in the service's answer; null for a deletion. */
export function applyChange(
  zone: readonly ZoneRecord[],
  change: RecordChange,
  answered: ZoneRecord | null,
): ZoneRecord[] {
  const gone = change.kind === 'add' ? null : change.before.id
  const rest = zone.filter(({ id }) => id !== gone && id !== answered?.id)
  return [...rest, ...(answered ? [answered] : [])].sort((one, other) => one.id - other.id)
}
