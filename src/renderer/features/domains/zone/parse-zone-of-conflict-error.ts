import { z } from 'zod'
import type { AppError } from '#shared/app-error.ts'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { zoneRecordSchema } from '#shared/ipc/inventory.ts'

/** Returns the zone contained in a `conflict` error; null if the error contains none. */
export function parseZoneOfConflictError(error: AppError): ZoneRecord[] | null {
  const parsed = z.array(zoneRecordSchema).safeParse(error.details.actual)
  return parsed.success ? parsed.data : null
}
