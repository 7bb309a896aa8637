import { z } from 'zod'
import { whoisFieldsSchema } from '#shared/api/domain-schemas.ts'
import { idSchema } from './common-schemas.ts'
import { recordChangeSchema, recordDraftSchema } from './dns.ts'

/** One change of a domain, which is one call. `before`: the values that the plan is based on. */
export const domainChangeSchema = z.discriminatedUnion('kind', [
  ...recordChangeSchema.options,
  z.object({ kind: z.literal('nameservers'), before: z.array(z.string()), after: z.array(z.string()) }),
  z.object({ kind: z.literal('lock'), before: z.boolean(), after: z.boolean() }),
  z.object({
    kind: z.literal('whois'),
    before: z.object({ whois_privacy: z.boolean(), fields: whoisFieldsSchema }),
    /** Only what is sent. */
    after: z.object({ whois_privacy: z.boolean().optional(), fields: whoisFieldsSchema.optional() }),
  }),
])
export type DomainChange = z.infer<typeof domainChangeSchema>

export const zoneFileFormats = ['zone', 'csv', 'json'] as const
/**
 * How imported records meet a zone. `merge`: they are added to it. `replace`: the zone has only them. `replace_names`:
 * the hosts that they name have only them.
 */
export const importModes = ['merge', 'replace', 'replace_names'] as const
export type ImportMode = (typeof importModes)[number]

/** An operation on the records of each zone of a plan. */
export const recordOperationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace_value'), from: z.string().min(1), to: z.string().min(1) }),
  z.object({
    kind: z.literal('set_ttl'),
    ttl: recordDraftSchema.shape.ttl,
    type: recordDraftSchema.shape.type.optional(),
    host: recordDraftSchema.shape.host.optional(),
  }),
  z.object({ kind: z.literal('add_record'), record: recordDraftSchema }),
  z.object({
    kind: z.literal('remove_record'),
    type: recordDraftSchema.shape.type,
    host: recordDraftSchema.shape.host,
    /** Left out: every record of the type at the host. */
    content: recordDraftSchema.shape.content.optional(),
  }),
])
export type RecordOperation = z.infer<typeof recordOperationSchema>

/** Largest text of a zone file or of a CSV file, in characters. */
export const maxPlanTextLength = 20_000_000

/** Where the desired state of the domains comes from. */
export const planSourceSchema = z.discriminatedUnion('kind', [
  /** The whole zone, as edited. */
  z.object({ kind: z.literal('records'), records: z.array(recordDraftSchema) }),
  z.object({
    kind: z.literal('zone_file'),
    format: z.enum(zoneFileFormats),
    text: z.string().max(maxPlanTextLength),
    mode: z.enum(importModes),
  }),
  z.object({
    kind: z.literal('template'),
    templateId: idSchema,
    variables: z.record(z.string(), z.string()),
    mode: z.enum(importModes),
  }),
  z.object({ kind: z.literal('snapshot'), snapshotId: idSchema }),
  /** Back to the snapshots that a job took before its changes. */
  z.object({ kind: z.literal('undo'), jobId: idSchema }),
  z.object({ kind: z.literal('record_operation'), operation: recordOperationSchema }),
  z.object({ kind: z.literal('nameservers'), nameservers: z.array(z.string()) }),
  z.object({
    kind: z.literal('lock'),
    locked: z.boolean(),
    /**
     * Whether a plan of several domains also locks those that cannot be unlocked afterwards (`warn_on_lock`, section
     * "Registrar lock").
     */
    includesOneWayLocks: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('whois'), privacy: z.boolean().optional(), fields: whoisFieldsSchema.optional() }),
  /** Lines `domain, what, value`: `main/plans/parse-plan-csv.ts`. */
  z.object({
    kind: z.literal('csv'),
    text: z.string().max(maxPlanTextLength),
    /** As for `lock`. */
    includesOneWayLocks: z.boolean().default(false),
  }),
  /** A TXT record with the `domain_validation_token` of a server (section "Server information"). */
  z.object({
    kind: z.literal('verification'),
    serverAccountId: idSchema,
    servername: z.string(),
    /** The API description names no host for the token, so the user chooses it. */
    host: recordDraftSchema.shape.host,
  }),
])
export type PlanSource = z.infer<typeof planSourceSchema>
export type PlanSourceKind = PlanSource['kind']
export const planSourceKinds = planSourceSchema.options.map(({ shape }) => shape.kind.value)
