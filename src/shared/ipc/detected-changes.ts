import { z } from 'zod'
import {
  accountIdsSchema,
  isoDateTextSchema,
  epochMsSchema,
  idSchema,
  createPageSchema,
  pagingFields,
} from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { zoneRecordSchema } from './inventory.ts'

/** Years for which entries are kept. */
export const detectedChangesKeptYears = 2

const planSchema = z.object({ id: z.string().nullable(), name: z.string().nullable() })

const textListsShape = { before: z.array(z.string()), after: z.array(z.string()) }

/** The values that two readings of a domain or server show, where they differ. */
export const detectedChangeValuesSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('status'), before: z.string(), after: z.string() }),
  /** Null: the reading showed no date. */
  z.object({ field: z.literal('expiry'), before: isoDateTextSchema.nullable(), after: isoDateTextSchema.nullable() }),
  z.object({ field: z.literal('auto_renew'), before: z.boolean(), after: z.boolean() }),
  /** The plan of a server. */
  z.object({ field: z.literal('plan'), before: planSchema, after: planSchema }),
  /** `before` null: the record was added. `after` null: it was removed. */
  z.object({ field: z.literal('record'), before: zoneRecordSchema.nullable(), after: zoneRecordSchema.nullable() }),
  z.object({ field: z.literal('nameservers'), ...textListsShape }),
  /** Without the status of the registrar lock, which is a field of its own. Sorted. */
  z.object({ field: z.literal('epp_statuses'), ...textListsShape }),
  /** The addresses of a server. */
  z.object({ field: z.literal('ip_address'), ...textListsShape }),
  z.object({ field: z.literal('php_versions'), ...textListsShape }),
  z.object({ field: z.literal('db_versions'), ...textListsShape }),
  /** The memo of a server. */
  z.object({ field: z.literal('memo'), before: z.string(), after: z.string() }),
  z.object({ field: z.literal('lock'), before: z.boolean(), after: z.boolean() }),
  z.object({ field: z.literal('whois_privacy'), before: z.boolean(), after: z.boolean() }),
  /** True if the list of the account contained the domain or server. */
  z.object({ field: z.literal('listed'), before: z.boolean(), after: z.boolean() }),
  /** Contact data is personal, so that its values are not kept. */
  z.object({ field: z.literal('whois_contact') }),
])
export type DetectedChangeValues = z.infer<typeof detectedChangeValuesSchema>
export type DetectedChangeField = DetectedChangeValues['field']
export const detectedChangeFields = detectedChangeValuesSchema.options.map(({ shape }) => shape.field.value)

export const detectedChangeTargetKinds = ['domain', 'server'] as const

/**
 * How certain it is that a sent change or order made a detected change. `confirmed`: a response confirmed it.
 * `inferred`: only a reading showed its result, or the user recorded it, so another program may have made the change.
 * `possible`: more identical records were added than this app is known to have added, so it may have added another one
 * of them. `unknown_outcome`: the outcome of what this app sent is not known, or not known yet.
 */
export const certaintiesThatAppCausedChange = ['confirmed', 'inferred', 'possible', 'unknown_outcome'] as const
const sentCertaintySchema = z.enum(certaintiesThatAppCausedChange)
export type CertaintyThatAppCausedChange = z.infer<typeof sentCertaintySchema>

/** A difference between two readings of a value. The value changed at some time between the readings. */
export const detectedChangeSchema = z.object({
  id: z.number().int(),
  /** The account, or the one that it was merged into. The entries of a removed account stay. */
  accountId: idSchema,
  /** The current label; the label at the time of the reading when the account was removed. */
  accountLabel: z.string(),
  kind: z.enum(detectedChangeTargetKinds),
  /** A domain in Punycode, or a server. */
  name: z.string(),
  values: detectedChangeValuesSchema,
  /** When the value before was read for the last time. */
  previousReadAt: epochMsSchema,
  /** When the value after was read for the first time. */
  detectedAt: epochMsSchema,
  /**
   * The change that explains the difference. This app sent it, the service may have executed it between the two
   * readings, and its values equal the newer reading. Of several such changes, a made one is preferred to one of
   * unknown outcome, then a newer one to an older one. For Whois contact data, only the time must fit. An addition
   * explains one record only. `at`: when it was sent. Null: there is none.
   */
  sentChange: z.object({ entryId: idSchema, at: epochMsSchema, certainty: sentCertaintySchema }).nullable(),
  /**
   * The renewal order that this app sent and that leads to this expiry. Of more such orders, one that was accepted
   * comes before one of unknown outcome, and a newer one before an older one. `at`: when it was sent. Null: there is
   * none.
   */
  sentOrder: z.object({ intentId: idSchema, at: epochMsSchema, certainty: sentCertaintySchema }).nullable(),
  /** True if the order records could not be read, so that no renewal was looked for. */
  areRenewalsUnread: z.boolean(),
})
export type DetectedChange = z.infer<typeof detectedChangeSchema>

/** A detected change as stored in the database, without what the order records say of it. */
export type StoredDetectedChange = Omit<DetectedChange, 'sentOrder' | 'areRenewalsUnread'>

export const detectedChangeFilterSchema = z.object({
  accountIds: accountIdsSchema,
  /** Matches names, values before and after, and labels of accounts at the time of the reading. */
  text: z.string().max(200).default(''),
  /** Null: every field. */
  fields: z.array(z.enum(detectedChangeFields)).nullable().default(null),
  /** Null: every domain and server. */
  target: z
    .object({ kind: z.enum(detectedChangeTargetKinds), name: z.string() })
    .nullable()
    .default(null),
})
export type DetectedChangeFilter = z.infer<typeof detectedChangeFilterSchema>

export const detectedChangeCommands = {
  /** Newest first. */
  list: defineCommand(
    z.object({ filter: detectedChangeFilterSchema.prefault({}), ...pagingFields }),
    createPageSchema(detectedChangeSchema),
  ),
}

export const detectedChangeEvents = {
  /** Entries were added. */
  'detectedChanges.changed': z.object({}),
}
