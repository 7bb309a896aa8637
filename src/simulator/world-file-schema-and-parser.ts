import { isIP } from 'node:net'
import { z } from 'zod'
import { recordTypes } from '#shared/api/dns-record-schemas.ts'
import { domainStatuses } from '#shared/api/domain-schemas.ts'
import { requestFieldRules, rateLimits } from '#shared/api/service-limits.ts'
import { keyServices } from '#shared/api/key-service-and-permission-category-names.ts'
import { serverStatuses } from '#shared/api/server-contract-and-order-endpoints.ts'
import { whoisFieldNames } from '#shared/api/whois-rules.ts'
import { AppError } from '#shared/app-error.ts'
import { parseJapanTime } from '#shared/japan-time.ts'
import { defaultHostingPlans, defaultTlds } from './default-hosting-plans-and-tlds.ts'
import { undocumentedFieldNameVariants } from './undocumented-field-name-variants.ts'

const time = z.string().refine((text) => parseJapanTime(text) !== null, 'a time in Japan: YYYY-MM-DD HH:MM:SS')
const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD')
  .refine((text) => parseJapanTime(text) !== null, 'no such day')
const yen = z.number().int().min(0)
const count = z.number().int().min(1)
const seconds = z.number().min(0)
const name = z.string().min(1).toLowerCase()

const classLimit = (stated: { perMinute: number; perDay: number; concurrent: number }) =>
  z
    .strictObject({
      per_minute: count.default(stated.perMinute),
      per_day: count.default(stated.perDay),
      concurrent: count.default(stated.concurrent),
    })
    .prefault({})

const address = z.string().refine((text) => {
  const [ip = '', bits, ...rest] = text.split('/')
  const max = isIP(ip) === 4 ? 32 : isIP(ip) === 6 ? 128 : -1
  return rest.length === 0 && max > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= max))
}, 'an IP address, or one with the bits of its network')

const grantSchema = z.strictObject({
  permission_type: z.enum(['full', 'read', 'custom']).default('full'),
  target_mode: z.enum(['all', 'selected']).default('all'),
  targets: z.array(z.string().min(1)).default([]),
  permissions: z.record(z.string(), z.enum(['full', 'read', 'none'])).optional(),
  allow_signup: z.boolean().optional(),
  allow_acquisition: z.boolean().optional(),
  site_target_mode: z.enum(['all', 'selected']).optional(),
  sites: z.array(z.string()).optional(),
})
export type KeyGrant = z.output<typeof grantSchema>

const keySchema = z
  .strictObject({
    token: z.string().regex(/^[\x21-\x7e]{8,}$/, 'at least 8 printable characters without spaces'),
    label: z.string().optional(),
    expires_at: time.nullable().default(null),
    /** Empty: any address. */
    ip_allow: z.array(address).default([]),
    legacy: z.boolean().default(false),
    services: z
      .partialRecord(z.enum(keyServices), grantSchema)
      .prefault({ domain: { allow_acquisition: true }, server: { allow_signup: true } }),
  })
  .refine(
    ({ legacy, services: { server } }) =>
      !legacy || (server?.target_mode === 'selected' && server.targets.length === 1),
    { path: ['legacy'], message: 'a legacy key is for exactly one selected server' },
  )

const recordSchema = z.strictObject({
  id: count.optional(),
  type: z.enum(recordTypes),
  host: z.string().min(1).max(requestFieldRules.dnsHost.max),
  content: z.string().max(requestFieldRules.dnsContent.max),
  ttl: z
    .number()
    .int()
    .min(requestFieldRules.dnsTtl.min)
    .max(requestFieldRules.dnsTtl.max)
    .default(requestFieldRules.dnsTtl.default),
  priority: z
    .number()
    .int()
    .min(requestFieldRules.dnsPriority.min)
    .max(requestFieldRules.dnsPriority.max)
    .default(requestFieldRules.dnsPriority.default),
})

const domainSchema = z.strictObject({
  domain_name: name,
  status: z.enum(domainStatuses).default('active'),
  /** Default: a year from the start; null while the domain is being acquired or transferred. */
  expiry_date: date.nullable().optional(),
  auto_renew: z.boolean().default(false),
  /** In addition to the EPP statuses that follow from status and lock. */
  epp_statuses: z.array(z.string()).default([]),
  nameservers: z.array(z.string()).optional(),
  records: z.array(recordSchema).default([]),
  dns_editable: z.boolean().default(true),
  whois: z
    .strictObject({
      whois_privacy: z.boolean().default(true),
      is_whois_privacy_available: z.boolean().default(true),
      locked_by_migration: z.boolean().default(false),
      fields: z.partialRecord(z.enum(whoisFieldNames), z.string()).optional(),
      mail_validation_required: z.boolean().default(false),
    })
    .optional(),
  lock: z
    .strictObject({
      locked: z.boolean().default(false),
      locked_by_migration: z.boolean().default(false),
      unlock_blocked: z.boolean().default(false),
      warn_on_lock: z.boolean().default(false),
    })
    .optional(),
  /** The outcome of a procedure and its time, counted from the start. Default: the procedure does not end. */
  pending: z
    .strictObject({
      kind: z.enum(['create', 'transfer', 'migration']),
      seconds,
      outcome: z.enum(['done', 'failed']).default('done'),
      /** The expiry date after the procedure; default: a year later. */
      expiry_date: date.optional(),
    })
    .optional(),
})

const serverSchema = z.strictObject({
  server_id: z.string().regex(requestFieldRules.serverId.pattern),
  /** Default: `{server_id}.simulator.example`. */
  servername: name.optional(),
  plan_id: z.string().default('standard'),
  status: z.enum(serverStatuses).default('active'),
  /** Default: a year from the start; null while the setup is pending. */
  expiry_date: date.nullable().optional(),
  auto_renew: z.boolean().default(true),
  memo: z.string().max(requestFieldRules.memo.max).default(''),
  /** Seconds until a pending setup is done. Default: the setup stays pending. */
  pending: z.strictObject({ kind: z.literal('setup'), seconds }).optional(),
  /** Domains set up on the server. */
  domains: z.array(name).default([]),
  /** Lines of the error log by domain, oldest first. Default: generated lines. */
  error_log: z.record(name, z.array(z.string())).default({}),
})

const logSchema = z.strictObject({
  /** Position of the key in `keys`. */
  key: z.number().int().min(0).default(0),
  method: z.string(),
  path: z.string(),
  status_code: z.number().int(),
  response_time_ms: z.number().int().nullable().default(null),
  ip_address: z.string().default('192.0.2.10'),
  created_at: time,
})

const userSchema = z.strictObject({
  name: z.string().min(1),
  balance: yen.default(100_000),
  whois_defaults: z.boolean().default(true),
  credit_card: z.boolean().default(true),
  free_campaign_used: z.boolean().default(false),
  keys: z.array(keySchema).default([]),
  servers: z.array(serverSchema).default([]),
  domains: z.array(domainSchema).default([]),
  logs: z.array(logSchema).default([]),
})

const hostingPlanSchema = z.strictObject({
  plan_id: z.string().min(1).max(requestFieldRules.planId.max),
  plan_name: z.string(),
  periods: z.array(
    z.strictObject({
      months: count,
      total_price: yen,
      regular_total_price: yen.optional(),
      campaign_applied: z.boolean().default(false),
    }),
  ),
  currency: z.string().default('JPY'),
  /** How long a setup takes after an order; 0: the response to the order says `active`. */
  setup_seconds: seconds.default(120),
  /** The limits of one server of the plan. Default: its calls count for the account's class `server`. */
  server_limits: z.strictObject({ per_minute: count, per_day: count, concurrent: count }).optional(),
  /** The limits of one server of the plan while it is suspended. Default: `server_limits`. */
  suspended_server_limits: z.strictObject({ per_minute: count, per_day: count, concurrent: count }).optional(),
})

const tldSchema = z.strictObject({
  tld: name,
  register: yen,
  renew: yen.nullable(),
  transfer: yen.nullable(),
  currency: z.string().default('JPY'),
  campaign_applied: z.boolean().default(false),
  max_years: count.max(requestFieldRules.years.max).default(requestFieldRules.years.max),
  /** How long an acquisition is pending; 0: the response says `active`. */
  hold_seconds: seconds.default(0),
})

const registeredSchema = z.preprocess(
  (entry) => (typeof entry === 'string' ? { domain_name: entry } : entry),
  z.strictObject({
    domain_name: name,
    /** The auth code that a transfer needs to succeed; null: any code. */
    auth_code: z.string().nullable().default(null),
    locked: z.boolean().default(false),
    /** Default: long enough ago for the 60-day rule. */
    registered_on: date.optional(),
    expiry_date: date.optional(),
    transfer_seconds: seconds.default(3600),
    transfer_outcome: z.enum(['done', 'failed']).default('done'),
  }),
)

export const worldFileSchema = z.strictObject({
  /** Japan time at the start; default: the time of the source clock. */
  clock: time.optional(),
  limits: z
    .strictObject({
      domain: classLimit(rateLimits.domain),
      server: classLimit(rateLimits.server),
      account: classLimit(rateLimits.account),
    })
    .prefault({}),
  window: z.enum(['sliding', 'fixed']).default('sliding'),
  count_rejected: z.boolean().default(false),
  /** Null: no address is ever blocked. */
  auth_block: z
    .strictObject({
      failures: count.default(10),
      window_seconds: count.default(60),
      block_seconds: count.default(300),
      retry_after: z.boolean().default(true),
    })
    .nullable()
    .prefault({}),
  /**
   * Whether `/v1/me` states `services` for every key or only for keys with a `custom` permission. The document allows
   * both readings.
   */
  services_in_me: z.enum(['all', 'custom']).default('all'),
  server_order_replay: z.enum(['replay', 'execute', 'refuse']).default('replay'),
  /**
   * How the server ID of an order is used: the API description does not promise that the contract has the ID that was
   * sent. With any other value, the simulator appends a number if the ID is taken.
   */
  server_id_form: z.enum(['as_sent', 'upper_case', 'prefixed', 'suffixed', 'shortened']).default('as_sent'),
  /**
   * What a suspended server refuses of server management: the API description does not show it. The contract memo stays
   * open.
   */
  suspended_servers: z.enum(['refuse_all', 'refuse_changes', 'refuse_nothing']).default('refuse_changes'),
  /** Names of fields that the API description does not show; see `undocumented-field-name-variants.ts`. */
  undocumented_names: z.enum(undocumentedFieldNameVariants).default('a'),
  /** The host of the TXT record that proves the ownership of a domain; the API description names no host. */
  verification_host: z.string().default('_simulator-verification'),
  /** Which step detects a wrong auth code: the dry run, the paid request, or the registry after payment. */
  auth_code_check: z.enum(['dry_run', 'request', 'registry']).default('request'),
  /**
   * An OpenAPI document (3.1) whose operations are served beside those of the API description: for tests of clients
   * that read such documents. Default: none.
   */
  openapi_document: z.record(z.string(), z.unknown()).optional(),
  plans: z.array(hostingPlanSchema).prefault(defaultHostingPlans),
  tlds: z.array(tldSchema).prefault(defaultTlds),
  /** Names that are registered outside the world's accounts. */
  registered: z.array(registeredSchema).default([]),
  premium: z.array(name).default([]),
  external_conflict: z.array(name).default([]),
  users: z.array(userSchema).default([]),
})

/** The world file as written by a user; every field is optional. */
export type WorldFile = z.input<typeof worldFileSchema>
export type ParsedWorld = z.output<typeof worldFileSchema>
export type ParsedKey = z.output<typeof keySchema>
export type ParsedServer = z.output<typeof serverSchema>
export type ParsedDomain = z.output<typeof domainSchema>
export type ParsedUser = z.output<typeof userSchema>

/** Throws `invalid_input` naming each wrong field by its path, as in `users[0].keys[1].token`. */
export function parseWorldFile(json: unknown): ParsedWorld {
  const parsed = worldFileSchema.safeParse(json)
  if (parsed.success) {
    checkUniqueness(parsed.data)
    return parsed.data
  }
  throw wrongFields(parsed.error.issues.flatMap(fieldsOf))
}

interface WrongField {
  path: string
  message: string
}

function wrongFields(issues: WrongField[]): AppError {
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new AppError('invalid_input', `The world file is wrong: ${text}`, { details: { issues } })
}

function pathText(path: readonly PropertyKey[]): string {
  return (
    path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, '') || '(the file)'
  )
}

function fieldsOf(issue: z.core.$ZodIssue): WrongField[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: pathText(issue.path), message: issue.message }]
  return issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: 'no such field' }))
}

function checkUniqueness({ users }: ParsedWorld): void {
  const seen = new Set<string>()
  const issues: WrongField[] = []
  const claim = (kind: string, value: string, path: string) => {
    if (seen.has(`${kind} ${value}`)) issues.push({ path, message: `another ${kind} has it` })
    seen.add(`${kind} ${value}`)
  }
  users.forEach((user, index) => {
    claim('user', user.name, `users[${index}].name`)
    user.keys.forEach(({ token }, key) => claim('key', token, `users[${index}].keys[${key}].token`))
    user.servers.forEach(({ server_id }, server) =>
      claim('server', server_id, `users[${index}].servers[${server}].server_id`),
    )
    user.domains.forEach(({ domain_name }, domain) =>
      claim('domain', domain_name, `users[${index}].domains[${domain}].domain_name`),
    )
    user.logs.forEach(({ key }, log) => {
      if (key >= user.keys.length) issues.push({ path: `users[${index}].logs[${log}].key`, message: 'no such key' })
    })
  })
  if (issues.length > 0) throw wrongFields(issues)
}
