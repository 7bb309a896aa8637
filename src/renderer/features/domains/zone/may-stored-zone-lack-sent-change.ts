import type { Domain } from '#shared/ipc/inventory.ts'

/** Whether a change of unknown outcome may be in the zone, because the zone was not read since. */
export function mayStoredZoneLackSentChange({ zone, unknownRecordChangeAt }: Domain): boolean {
  return unknownRecordChangeAt !== null && zone.readAt !== null && zone.readAt <= unknownRecordChangeAt
}
