import { z } from 'zod'
import { domainPartsComparedWithPlan } from '#shared/ipc/domain-change-plans.ts'
import { whoisFieldsSchema } from '#shared/api/domain-schemas.ts'
import { zoneRecordSchema } from '#shared/ipc/inventory.ts'
import { completeRecordInputSchema } from '#shared/ipc/dns.ts'
import { recordImportModes, bulkZoneOperationSchema } from '#shared/ipc/domain-change-plans.ts'

/**
 * Less strict than the schema of a record that the user types. A snapshot may contain records that break the rules;
 * they are kept unchanged.
 */
const desiredRecordSchema = zoneRecordSchema.omit({ id: true })

const zoneOperationSchema = z.discriminatedUnion('kind', [
  ...bulkZoneOperationSchema.options,
  /** The host has exactly these records of the type. */
  z.object({
    kind: z.literal('replace_records'),
    type: completeRecordInputSchema.shape.type,
    host: completeRecordInputSchema.shape.host,
    values: z.array(
      completeRecordInputSchema
        .pick({ content: true, priority: true })
        /** Null: as before, or the default. */
        .extend({ ttl: completeRecordInputSchema.shape.ttl.nullable() }),
    ),
  }),
])
export type ZoneOperation = z.infer<typeof zoneOperationSchema>

/**
 * What the user wants of one domain, independent of its current state. A part that is null stays as it is. A plan and
 * the run of the plan compute the changes from the same edit, so the run notices when the domain has changed and now
 * needs other changes.
 */
export const domainEditSchema = z.object({
  zone: z
    .discriminatedUnion('kind', [
      /** Exactly these records. */
      z.object({ kind: z.literal('records'), records: z.array(desiredRecordSchema) }),
      /** Changes only these records (`computeRecordsAfterEdits`); the other records stay as they are. */
      z.object({
        kind: z.literal('edits'),
        edits: z.array(z.object({ before: desiredRecordSchema.nullable(), after: desiredRecordSchema.nullable() })),
      }),
      z.object({ kind: z.literal('import'), mode: z.enum(recordImportModes), records: z.array(desiredRecordSchema) }),
      z.object({ kind: z.literal('operations'), operations: z.array(zoneOperationSchema) }),
    ])
    .nullable(),
  nameservers: z.array(z.string()).nullable(),
  lock: z
    .object({
      locked: z.boolean(),
      /** If true, a domain whose lock cannot be removed later is not locked. */
      leavesOutOneWayLocks: z.boolean(),
    })
    .nullable(),
  whois: z.object({ whois_privacy: z.boolean().optional(), fields: whoisFieldsSchema.optional() }).nullable(),
})
export type DomainEdit = z.infer<typeof domainEditSchema>

export const emptyDomainEdit: DomainEdit = { zone: null, nameservers: null, lock: null, whois: null }

/** The parts of a domain that an edit may change. Each part has separate endpoints. */
export const domainEditParts = domainPartsComparedWithPlan satisfies readonly (keyof DomainEdit)[]
export type DomainEditPart = (typeof domainEditParts)[number]

export function listDomainEditParts(edit: DomainEdit): DomainEditPart[] {
  return domainEditParts.filter((part) => edit[part] !== null)
}
