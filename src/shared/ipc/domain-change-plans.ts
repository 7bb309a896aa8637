import { z } from 'zod'
import { whoisFieldsSchema } from '#shared/api/domain-schemas.ts'
import { whoisErrorCodes } from '#shared/api/whois-rules.ts'
import {
  domainChangeCsvErrorCodes,
  domainChangeCsvWarningCodes,
} from '#shared/domain-change-csv/domain-change-csv-finding-codes.ts'
import { nameserverErrorCodes } from '#shared/dns/nameservers/nameserver-rules.ts'
import { nameserverChangeWarningCodes } from '#shared/dns/nameservers/nameserver-change-warnings.ts'
import { zonePlanWarningCodes } from '#shared/dns/plan/zone-plan-finding-codes.ts'
import { recordErrorCodes, recordWarningCodes } from '#shared/dns/record-rules/record-finding-codes.ts'
import { wireErrorSchema } from '#shared/app-error.ts'
import {
  recordsFileEntryErrorCodes,
  wholeRecordsFileErrorCodes,
  recordsFileWarningCodes,
} from '#shared/dns/records-files/records-file-finding-codes.ts'
import { epochMsSchema, idSchema, nullSchema, createPageSchema, pagingFields } from './common-schemas.ts'
import { defineCommand } from './define-command.ts'
import { completeRecordInputSchema } from './dns.ts'
import { domainChangeSchema } from './domain-change-schemas.ts'
import { zoneRecordSchema } from './inventory.ts'
import { newSiteZonePlanInputSchema } from './new-site.ts'
import { templateOfPlanSchema } from './zone-templates.ts'
import { recordsFileFormats } from './records-file-formats.ts'

/**
 * How imported records are combined with a zone. `merge`: they are added to it. `replace`: the zone has only them.
 * `replace_names`: the hosts that they name have only them.
 */
export const recordImportModes = ['merge', 'replace', 'replace_names'] as const
export type RecordImportMode = (typeof recordImportModes)[number]

/** An operation on the records of each zone of a plan. */
export const bulkZoneOperationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace_value'), from: z.string().min(1), to: z.string().min(1) }),
  z.object({
    kind: z.literal('set_ttl'),
    ttl: completeRecordInputSchema.shape.ttl,
    type: completeRecordInputSchema.shape.type.optional(),
    host: completeRecordInputSchema.shape.host.optional(),
  }),
  z.object({ kind: z.literal('add_record'), record: completeRecordInputSchema }),
  z.object({
    kind: z.literal('remove_record'),
    type: completeRecordInputSchema.shape.type,
    host: completeRecordInputSchema.shape.host,
    /** Left out: every record of the type at the host. */
    content: completeRecordInputSchema.shape.content.optional(),
  }),
])
export type BulkZoneOperation = z.infer<typeof bulkZoneOperationSchema>

/** Largest text of a zone file or of a CSV file, in characters. */
export const maxPlanTextLength = 20_000_000

/** Where the desired state of the domains comes from. */
export const planSourceSchema = z.discriminatedUnion('kind', [
  /** The edits of a draft. `before` null: a new record. `after` null: the record is deleted. */
  z.object({
    kind: z.literal('records'),
    edits: z.array(
      z.object({ before: zoneRecordSchema.omit({ id: true }).nullable(), after: completeRecordInputSchema.nullable() }),
    ),
  }),
  z.object({
    kind: z.literal('zone_file'),
    format: z.enum(recordsFileFormats),
    text: z.string().max(maxPlanTextLength),
    mode: z.enum(recordImportModes),
  }),
  z.object({
    kind: z.literal('template'),
    templateId: idSchema,
    variables: z.record(z.string(), z.string()),
    mode: z.enum(recordImportModes),
  }),
  /** Back to a snapshot of the domain. */
  z.object({ kind: z.literal('snapshot'), snapshotId: idSchema }),
  /** The changes of a job, made or perhaps made, and nothing else. */
  z.object({ kind: z.literal('undo'), jobId: idSchema }),
  /** The edits of the items of a job that ended in `notFullyDoneJobItemStates`, for the domains as they are now. */
  z.object({ kind: z.literal('unfinished'), jobId: idSchema }),
  /** One change of the change log. */
  z.object({ kind: z.literal('undo_change'), entryId: idSchema }),
  z.object({ kind: z.literal('record_operation'), operation: bulkZoneOperationSchema }),
  z.object({ kind: z.literal('nameservers'), nameservers: z.array(z.string()) }),
  z.object({
    kind: z.literal('lock'),
    locked: z.boolean(),
    /**
     * True: the plan also locks domains that cannot be unlocked afterwards (`warn_on_lock`, section "Registrar lock").
     */
    includesOneWayLocks: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('whois'), privacy: z.boolean().optional(), fields: whoisFieldsSchema.optional() }),
  /** Lines `domain, what, value`: `csvLineChangeKinds`. */
  z.object({
    kind: z.literal('csv'),
    text: z.string().max(maxPlanTextLength),
    /** As for `lock`. */
    includesOneWayLocks: z.boolean().default(false),
  }),
  /** A TXT record with the `domain_validation_token` of a server (API description, section "Server information"). */
  z.object({
    kind: z.literal('verification'),
    serverAccountId: idSchema,
    servername: z.string(),
    /** The API description names no host for the token, so the user chooses it. */
    host: completeRecordInputSchema.shape.host,
  }),
  /**
   * The records that point a domain at a server. Other addresses of the hosts and their CNAME records are deleted. The
   * plan is run by `newSite.start`.
   */
  newSiteZonePlanInputSchema.extend({ kind: z.literal('new_site') }),
])
export type PlanSource = z.infer<typeof planSourceSchema>
export type PlanSourceKind = PlanSource['kind']
export const planSourceKinds = planSourceSchema.options.map(({ shape }) => shape.kind.value)

/**
 * What a plan does to settings, and why they cannot be changed. Findings about zones and records have separate codes.
 */
export const domainSettingFindingCodes = [
  ...nameserverErrorCodes,
  ...whoisErrorCodes,
  'domainGone',
  'domainNotActive',
  'fileHasNoRecordForDomain',
  'fileRecordsNotUsed',
  ...nameserverChangeWarningCodes,
  'nameserversSetElsewhere',
  'nameserversSetAgain',
  'whoisFieldSetAgain',
  'lockMigrating',
  'unlockBlocked',
  'oneWayLock',
  'oneWayLockLeftOut',
  'whoisNotEditable',
  'whoisRefusedByService',
  'whoisMigrating',
  'whoisMailValidation',
  'whoisPrivacyUnavailable',
  'whoisPublished',
  'changedInOtherAccount',
  // the account; the job waits while it is paused or read-only
  'accountPaused',
  'accountReadOnly',
  'accountHasNoKey',
  'accountKeysRefused',
  'accountLacksPermission',
] as const

/** A finding about the plan of one domain. `values`: placeholders of the code's text. */
export const plannedDomainFindingSchema = z.object({
  /** Which list the code is from: `zonePlanWarningCodes`, the codes of records, or `domainSettingFindingCodes`. */
  scope: z.enum(['plan', 'record', 'setting']),
  code: z.enum([...zonePlanWarningCodes, ...recordErrorCodes, ...recordWarningCodes, ...domainSettingFindingCodes]),
  /** `error`: the domain is not run. */
  severity: z.enum(['error', 'warning']),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** True if the plan runs only after the user typed its `typedConfirmation`. */
  needsTypedConfirmation: z.boolean(),
  /** Position of the change of the domain that the finding is about; null for the domain. */
  changeIndex: z.number().int().nullable(),
})
export type PlannedDomainFinding = z.infer<typeof plannedDomainFindingSchema>

/** The parts of the state of a domain that a plan is compared with. */
export const domainPartsComparedWithPlan = ['zone', 'nameservers', 'lock', 'whois'] as const

/** What a plan would do to one domain. */
export const plannedDomainSchema = z.object({
  /** In the order in which the domains were given. */
  position: z.number().int(),
  accountId: idSchema,
  /** Punycode. */
  domain: z.string(),
  /** In the order of sending, one call each. */
  changes: z.array(domainChangeSchema),
  findings: z.array(plannedDomainFindingSchema),
  /**
   * The parts of the state on which the changes and findings are based, and when each part was read. A part that was
   * not read is absent.
   */
  readTimes: z.array(z.object({ part: z.enum(domainPartsComparedWithPlan), readAt: epochMsSchema })),
  /** Why the domain could not be planned. */
  error: wireErrorSchema.nullable(),
})
export type PlannedDomain = z.infer<typeof plannedDomainSchema>

/** A finding of the parser about one line of a file. */
export const planFileLineFindingSchema = z.object({
  /** The first line is 1. In a JSON file: the place of the record; the first is 1. */
  line: z.number().int(),
  /** The line, shortened. */
  text: z.string(),
  /**
   * For a CSV file with changes: `domainChangeCsvErrorCodes`, `domainChangeCsvWarningCodes`, and the rules of the
   * values. For a file with records: the codes of zone files and records.
   */
  code: z.enum([
    ...domainChangeCsvErrorCodes,
    ...domainChangeCsvWarningCodes,
    ...nameserverErrorCodes,
    ...whoisErrorCodes,
    ...wholeRecordsFileErrorCodes,
    ...recordsFileEntryErrorCodes,
    ...recordsFileWarningCodes,
    ...recordErrorCodes,
  ]),
  /** `error`: the line is not part of the plan. */
  severity: z.enum(['error', 'warning']),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type PlanFileLineFinding = z.infer<typeof planFileLineFindingSchema>

/**
 * A plan as a whole. Changes, cost, findings, errors, `oldestReadAt` and `typedConfirmation` are without the domains
 * that the user excluded. Domains with problems are not run.
 */
export const planSummarySchema = z.object({
  planId: idSchema,
  sourceKind: z.enum(planSourceKinds),
  template: templateOfPlanSchema.nullable(),
  createdAt: epochMsSchema,
  /** The oldest of the `readTimes` of the domains. Null: none was read. */
  oldestReadAt: epochMsSchema.nullable(),
  domains: z.number().int(),
  /** Domains that can be run, also those that the user excluded. */
  withChanges: z.number().int(),
  /** Domains that a run would change. */
  included: z.number().int(),
  unchanged: z.number().int(),
  /** Domains that the source left out, although they would need a change (`oneWayLockLeftOut`). */
  leftOut: z.number().int(),
  /** Domains without a change, because the records to change are not in the zone as they were (`recordOutdated`). */
  outdated: z.number().int(),
  /** Domains that another account of the plan changes (`changedInOtherAccount`). */
  inOtherAccount: z.number().int(),
  /** Domains with an error. */
  problems: z.number().int(),
  /** Domains of the job to undo or to finish that are not among `domains`, because their account was removed. */
  ofRemovedAccounts: z.number().int(),
  /** Accounts whose quota a run uses. */
  accounts: z.number().int(),
  adds: z.number().int(),
  changes: z.number().int(),
  deletes: z.number().int(),
  settings: z.number().int(),
  /** The changes, and the reads before them. */
  calls: z.number().int(),
  /**
   * Minutes at the rate of jobs, beside the open jobs of the accounts. The wait for a used-up quota is included. All
   * accounts work at the same time.
   */
  minutes: z.number(),
  /** An account would make more calls than its daily limit still allows. `minutes` leaves out such waits. */
  isOverDailyLimit: z.boolean(),
  /** Largest share of the daily limit of an account, 0 to 1 and more. */
  dayFraction: z.number(),
  findings: z.array(
    plannedDomainFindingSchema.pick({ scope: true, code: true, severity: true, values: true }).extend({
      /** Number of domains. */
      count: z.number().int(),
      /** Number of findings with this code. A domain may have several, for example one for each record. */
      total: z.number().int(),
      /** True if each of the domains has a finding with these values. */
      hasSameValues: z.boolean(),
      /** The first domain with the finding. `values` are those of the first such finding of that domain. */
      example: z.string(),
    }),
  ),
  /** Why domains could not be planned; the most frequent first. */
  errors: z.array(
    z.object({
      error: wireErrorSchema,
      /** Number of domains. */
      count: z.number().int(),
      /** The first domain with the error. */
      example: z.string(),
    }),
  ),
  lineFindings: z.array(planFileLineFindingSchema),
  /** What `line` of the findings counts. Line breaks have no meaning in JSON files. */
  lineUnit: z.enum(['line', 'record']),
  /** The text to type before the plan runs: the domain, or the number of domains to change. Null: none. */
  typedConfirmation: z.string().nullable(),
})
export type PlanSummary = z.infer<typeof planSummarySchema>

/** Maximum number of domains in one plan. */
export const maxDomainsPerPlan = 50_000

export const planCommands = {
  /**
   * Computes the changes of each domain from its stored state. Parts of a domain that were never read are fetched. The
   * caller chooses `planId`, so that the caller can discard the plan before it is complete. `domains` empty: the
   * domains that the CSV names. Errors: cancelled (the plan was discarded), invalid_input, not_found (snapshot, job,
   * change, template, server), change_being_sent.
   */
  create: defineCommand(
    z.object({
      planId: idSchema,
      domains: z.array(z.object({ accountId: idSchema, name: z.string() })).max(maxDomainsPerPlan),
      source: planSourceSchema,
    }),
    planSummarySchema,
  ),
  /**
   * The summary of a plan that was created and not run so far, without the domains at the positions `excluded`. Errors:
   * not_found, conflict (run_already; `details.jobId`: null until the job is stored).
   */
  get: defineCommand(
    z.object({ planId: idSchema, excluded: z.array(z.number().int()).default([]) }),
    planSummarySchema,
  ),
  /** Errors: as `get`. */
  domains: defineCommand(
    z.object({ planId: idSchema, only: z.enum(['all', 'changes', 'problems']).default('all'), ...pagingFields }),
    createPageSchema(plannedDomainSchema),
  ),
  /**
   * Starts a job that makes the changes, without the domains with problems and those at the positions `excluded`. A
   * plan runs once. Errors: not_found, conflict (`details.reason`: typed_confirmation, run_already, nothing_to_run).
   */
  run: defineCommand(
    z.object({ planId: idSchema, typed: z.string().nullable(), excluded: z.array(z.number().int()).default([]) }),
    z.object({ jobId: idSchema }),
  ),
  discard: defineCommand(z.object({ planId: idSchema }), nullSchema),
  /**
   * Saves an example CSV file with a line for each kind of change. `labels`: a comment by `csvLineChangeKinds`. `path`
   * null: the user closed the dialog.
   */
  saveDomainChangeCsvExample: defineCommand(
    z.object({ labels: z.record(z.string(), z.string()) }),
    z.object({ path: z.string().nullable() }),
  ),
}

export const planEvents = {
  'plans.progress': z.object({ planId: idSchema, done: z.number().int(), total: z.number().int() }),
}
