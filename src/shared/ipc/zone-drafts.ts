import { z } from 'zod'
import { epochMsSchema, idSchema, nullSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { zoneRecordSchema } from './inventory.ts'

/** A record that is being edited. Numbers may be missing, and texts may break rules. */
const draftRecordSchema = z.object({
  type: z.string().max(20),
  host: z.string().max(1000),
  content: z.string().max(10_000),
  ttl: z.number().nullable(),
  priority: z.number().nullable(),
  /** The ID of the record that this one changes; null for a new record. */
  baseId: z.number().int().nullable(),
})
export type ZoneDraftRecord = z.infer<typeof draftRecordSchema>

const draftContent = {
  /** The zone on which the draft is based. */
  base: z.array(zoneRecordSchema),
  /** The records of the draft. A record of the base that is missing is to be deleted. */
  records: z.array(draftRecordSchema),
}

/** A zone that is being edited. Nothing of it was sent. */
export const storedZoneDraftSchema = z.object({ ...draftContent, savedAt: epochMsSchema })
export type StoredZoneDraft = z.infer<typeof storedZoneDraftSchema>

const zone = { accountId: idSchema, domain: z.string() }

/** At most one draft for each zone. A draft is kept until it is discarded or its account is removed. */
export const zoneDraftCommands = {
  get: defineCommand(z.object(zone), storedZoneDraftSchema.nullable()),
  /** Errors: not_found (no such account). */
  save: defineCommand(z.object({ ...zone, ...draftContent }), storedZoneDraftSchema.pick({ savedAt: true })),
  discard: defineCommand(z.object(zone), nullSchema),
}
