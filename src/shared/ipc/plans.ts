import { z } from 'zod'
import { whoisFieldsSchema } from '#shared/api/domain-schemas.ts'
import { whoisErrorCodes } from '#shared/api/whois-rules.ts'
import { nameserverErrorCodes } from '#shared/dns/nameserver-rules.ts'
import { recordErrorCodes, recordWarningCodes } from '#shared/dns/record-finding-codes.ts'
import { idSchema } from './common-schemas.ts'
import { recordDraftSchema } from './dns.ts'

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

/** What a plan does beyond its changes, and why something cannot be changed. The records have codes of their own. */
export const settingFindingCodes = [
  ...nameserverErrorCodes,
  ...whoisErrorCodes,
  'domainGone',
  'domainNotActive',
  'nameserverGlue',
  'zoneTakesEffect',
  'zoneLosesEffect',
  'zonePartlyInEffect',
  'lockMigrating',
  'unlockBlocked',
  'oneWayLock',
  'oneWayLockLeftOut',
  'whoisNotEditable',
  'whoisMigrating',
  'whoisMailValidation',
  'whoisPrivacyUnavailable',
  'whoisPublished',
  // the account; the job waits while it is paused or read-only
  'accountPaused',
  'accountReadOnly',
  'accountHasNoKey',
  'accountKeysRefused',
  'accountLacksPermission',
] as const

/** `error`: the domain cannot be run. `values`: placeholders of the code's text. */
export const planFindingSchema = z.object({
  code: z.enum([...recordErrorCodes, ...recordWarningCodes, ...settingFindingCodes]),
  severity: z.enum(['error', 'warning']),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Whether the plan runs only after the user typed its `typedConfirmation`. */
  needsTyping: z.boolean(),
  /** Position of the change of the domain that the finding is about; null for the domain. */
  changeIndex: z.number().int().nullable(),
})
export type PlanFinding = z.infer<typeof planFindingSchema>
