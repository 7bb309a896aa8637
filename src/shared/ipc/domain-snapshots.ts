import { z } from 'zod'
import { epochMsSchema, idSchema } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { whoisFieldsAndPrivacySchema } from './domain-change-schemas.ts'
import { zoneRecordSchema } from './inventory.ts'

/** The parts of a domain that a snapshot may hold. */
export const domainSnapshotParts = ['records', 'nameservers', 'whois', 'lock'] as const

const snapshotFields = {
  id: idSchema,
  accountId: idSchema,
  /** Punycode. */
  domain: z.string(),
  takenAt: epochMsSchema,
  /** When the state was read from the service. */
  readAt: epochMsSchema,
  reason: z.enum(['before_change', 'by_user']),
  /** The job whose changes followed; null for a single change and for a snapshot by the user. */
  jobId: idSchema.nullable(),
}

/** The state of a domain at one time. A part that was not read is null. */
export const domainSnapshotSchema = z.object({
  ...snapshotFields,
  records: z.array(zoneRecordSchema).nullable(),
  nameservers: z.array(z.string()).nullable(),
  whois: whoisFieldsAndPrivacySchema.nullable(),
  /** True if the registrar lock was on. */
  lock: z.boolean().nullable(),
})
export type DomainSnapshot = z.infer<typeof domainSnapshotSchema>

/** A snapshot without the values of its parts. */
export const domainSnapshotSummarySchema = z.object({
  ...snapshotFields,
  parts: z.array(z.enum(domainSnapshotParts)),
  /** Number of records; null when the zone is not part of the snapshot. */
  recordCount: z.number().int().nullable(),
})
export type DomainSnapshotSummary = z.infer<typeof domainSnapshotSummarySchema>

export const domainSnapshotCommands = {
  /** Newest first. */
  list: defineCommand(z.object({ accountId: idSchema, domain: z.string() }), z.array(domainSnapshotSummarySchema)),
  /** Errors: not_found. */
  get: defineCommand(z.object({ snapshotId: idSchema }), domainSnapshotSchema),
  /** Reads the zone now and keeps it. Errors: not_found, and those of the call. */
  create: defineCommand(z.object({ accountId: idSchema, domain: z.string() }), domainSnapshotSchema),
}
