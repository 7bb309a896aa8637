import { z } from 'zod'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { incompletelyWrittenRecordCodes } from '#shared/dns/records-files/write-zone-file.ts'
import { nameserverComparisonCommands } from './nameserver-comparison.ts'
import { defineCommand } from './define-command.ts'
import { createCachedSchema, idSchema } from './common-schemas.ts'
import { zoneRecordSchema } from './inventory.ts'
import { recordsFileFormats } from './records-file-formats.ts'

/** A record as the user enters it. Rules: section "DNS record" of the API description. */
export const completeRecordInputSchema = z.object({
  type: z.enum(recordTypes),
  host: z.string().min(1).max(requestFieldRules.dnsHost.max),
  content: z.string().min(1).max(requestFieldRules.dnsContent.max),
  ttl: z.number().int().min(requestFieldRules.dnsTtl.min).max(requestFieldRules.dnsTtl.max),
  priority: z.number().int().min(requestFieldRules.dnsPriority.min).max(requestFieldRules.dnsPriority.max),
})
export type CompleteRecordInput = z.infer<typeof completeRecordInputSchema>

/** One change of a zone. `before`: the record as the user saw it. */
export const recordChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), after: completeRecordInputSchema }),
  z.object({ kind: z.literal('change'), before: zoneRecordSchema, after: completeRecordInputSchema }),
  z.object({ kind: z.literal('delete'), before: zoneRecordSchema }),
])
export type RecordChange = z.infer<typeof recordChangeSchema>

const zoneName = { accountId: idSchema, domain: z.string() }
const zone = createCachedSchema(z.array(zoneRecordSchema))

export const dnsCommands = {
  zone: defineCommand(z.object(zoneName), zone),
  refresh: defineCommand(z.object(zoneName), zone),
  /**
   * Reads the zone, sends the change if it still applies to the zone, and returns the zone after the change.
   * `changeId`: the entry of the change log; null when the change changes nothing, so nothing was sent. `isAnswerLost`:
   * no answer confirmed the change, but the zone that was read afterwards shows it. Errors:
   * invalid_input (details.issues: path, code, values, with the codes of `dns/record-rules/record-finding-codes.ts`),
   * conflict (details.actual: the current zone), unsettled (the answer was lost and the zone does not show whether the
   * change happened), open_job (a job has begun to change the domain and has not ended there), read_only, offline,
   * paused, no_key, service, and network errors before anything was sent.
   */
  apply: defineCommand(
    z.object({ ...zoneName, change: recordChangeSchema }),
    zone.extend({ changeId: idSchema.nullable(), isAnswerLost: z.boolean() }),
  ),
  /**
   * Saves the stored zone, or the records of a snapshot, at a path that the user chooses. `path` null: the user closed
   * the dialog. `incompletelyWritten`: records that the file does not hold as they are. Errors: not_found (nothing is
   * stored), disk_full, invalid_input (the file cannot be written).
   */
  exportZone: defineCommand(
    z.object({ ...zoneName, format: z.enum(recordsFileFormats), snapshotId: idSchema.nullable() }),
    z.object({
      path: z.string().nullable(),
      incompletelyWritten: z.array(
        z.object({ type: z.string(), host: z.string(), code: z.enum(incompletelyWrittenRecordCodes) }),
      ),
    }),
  ),
  ...nameserverComparisonCommands,
}
