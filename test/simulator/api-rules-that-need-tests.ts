import 'vitest'
import { executionLogEntrySchema, keyInformationSchema, serviceGrantSchema } from '#shared/api/key-and-log-endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { dnsRecordSchema } from '#shared/api/dns-record-schemas.ts'
import { availabilitySchema, domainDetailSchema, registrarLockSchema, whoisSchema } from '#shared/api/domain-schemas.ts'
import { type EndpointInput, type EndpointName, endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import { serverInformationSchema } from '#shared/api/server-management-endpoints.ts'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { serviceErrors } from '#shared/api/service-errors.ts'
import {
  hostingPlanPeriodSchema,
  hostingPlanSchema,
  serverContractSchema,
} from '#shared/api/server-contract-and-order-endpoints.ts'

function keysOf<Shape extends object>(shape: Shape): (keyof Shape & string)[] {
  return Object.keys(shape) as (keyof Shape & string)[]
}

/** The input fields of an endpoint, without its path parameters. */
function inputFieldsOf<Name extends EndpointName>(name: Name): (keyof EndpointInput<Name> & string)[] {
  const { path, input } = getEndpoint(name)
  return keysOf(input.shape).filter(
    (field) => !listPathParamNames(path).includes(field),
  ) as (keyof EndpointInput<Name> & string)[]
}

/**
 * Rules that follow from the catalog, the error codes and the schemas. A test of one of these rules contains the name
 * of the rule.
 */
const namedRules = {
  error: keysOf(serviceErrors),
  'key information': [...keysOf(keyInformationSchema.shape), ...keysOf(serviceGrantSchema.shape)],
  'log entry': keysOf(executionLogEntrySchema.shape),
  'log query': inputFieldsOf('account.logs'),
  plan: keysOf(hostingPlanSchema.shape),
  'plan period': keysOf(hostingPlanPeriodSchema.shape),
  'server contract': keysOf(serverContractSchema.shape),
  'server information': keysOf(serverInformationSchema.shape),
  'order input': inputFieldsOf('server.order'),
  domain: keysOf(domainDetailSchema.shape),
  'DNS record': keysOf(dnsRecordSchema.shape),
  whois: keysOf(whoisSchema.shape),
  'registrar lock': keysOf(registrarLockSchema.shape),
  availability: keysOf(availabilitySchema.shape),
  'acquisition input': inputFieldsOf('domain.acquire'),
  'transfer input': inputFieldsOf('domain.transfer'),
  'renewal input': inputFieldsOf('domain.renew'),
}

/** A test of one of these rules calls the endpoint and receives status 200; `startTestSimulator` checks both. */
const calledRules = { endpoint: endpointNames }

/** One rule for each bound of a field (API description, section Limits). */
const boundRules = { bound: keysOf(requestFieldRules) }

/**
 * The other rules of the API description, by section. A number at the start of a rule is its number in the section.
 * A test of a rule contains the text that the rule has in backquotes.
 */
const statedRules = {
  idempotency: [
    '1 key needed unless it is a dry run',
    '2 same content within 48 hours gets the first answer',
    '2 field order and written defaults are the same content',
    '2 lost answer comes back',
    '3 other content is refused',
    '4 a 4xx frees the key',
    '5 a 5xx burns the key for 48 hours',
    '5 a 5xx burns the key of a refused call',
    '5 a 5xx burns the key of a stored answer',
    '5 a burnt key is new after 48 hours',
    '6 in progress it is a duplicate, then the stored answer',
    '6 in progress it is a duplicate for orders too',
  ],
  authentication: [
    '1 bearer on every request',
    '2 keys belong to a user',
    '3 custom permissions by category',
    '4 selected domains',
    '4 selected servers',
    '4 selected targets neither acquire nor order',
    '4 selected domains transfer and renew',
    '5 allow_acquisition beside the category',
    '6 allow_signup for orders',
    '7 IP restriction',
    '8 expiry',
    '9 address block before credentials',
    '9 failures far apart do not block',
    '9 calls without a key are not logged',
    '10 read scope',
    '10 scope follows the method',
  ],
  versioning: [
    '1 prefix /v1',
    '1 unknown version `/v2/`',
    '2 unknown fields are kept',
    '3 the list is whole without parameters',
    '4 deprecated fields for legacy keys only',
  ],
  'server states': ['order to active', 'order to setup_pending', 'setup_pending to active', '`suspended` is reported'],
  'domain states': [
    'acquisition to active',
    'acquisition to pending_create, `pendingCreate`',
    'pending_create to active',
    'transfer to transferring, `pendingTransfer`',
    'transferring to active',
    'transferring to transfer_action_required',
    'renewal of active',
    'a procedure ends without a request',
    'one procedure per domain',
    'one procedure per domain over all users',
    'lock toggles',
  ],
  limits: [
    'domain requests per minute',
    'per minute over all keys of a user',
    'domain requests per day',
    'per day over all keys of a user',
    'per day beside the minute',
    'domain concurrent requests',
    'a hanging request is concurrent',
    'log retention',
    'bounds of the catalog',
    'bounds of a record in the catalog',
    'balance for signup',
    'rate headers',
    'Retry-After',
    'server limits have other numbers',
    'server limits by plan and state',
  ],
  conventions: [
    'every endpoint arrives as described',
    'every paid endpoint arrives as described',
    'times in Japan time',
    'whole yen',
    'Punycode in and out',
    'path parameters are encoded',
    'escapes in a path are read once',
    'DELETE with a body',
    'success is 200',
    'paid calls are synchronous',
  ],
  'key information': ['services of custom keys only', 'no targets without selection', 'legacy permission_type'],
  'log query': ['form of from', 'form of to', 'pages while entries arrive'],
  'server contract': ['`period` of an order'],
  'server information': ['host name without a described field', 'versions by server generation'],
  hosting: [
    'WordPress is deleted with its parts',
    'WordPress by parent domain only',
    'usage follows the server',
    'error log by domain and lines',
    'cache of one domain',
    'names in Punycode',
    'ownership verification',
    'public_key or generate',
    'suspended server',
    'selected servers',
    'names that are not shown',
  ],
  'order input': [
    'Idempotency-Key on a dry run',
    'no server_id',
    'no free trial',
    'replay, unknown',
    'a refused order keeps the key',
  ],
  domain: ['one entry per name'],
  'DNS record': [
    'added twice',
    'address after a change',
    'priority of MX and SRV only',
    'not checked beyond the description',
    'bounds by field',
    'zone that is not editable',
  ],
  whois: ['fields in the catalog', 'phone form', 'active domains only', 'TLDs that support it'],
  'registrar lock': ['released after a registrar switch', 'active domains only'],
  availability: [
    'registered',
    'unsupported_tld',
    'invalid_name',
    'external_conflict',
    'premium name',
    'prices without transfer or renewal',
    'targets are ignored at `/check`',
    'length of the name',
    'price list by TLD',
  ],
  'acquisition input': [
    'no attribute-type JP',
    'Whois defaults',
    'Whois data from the defaults',
    'own name servers',
    'free campaign',
    'free campaign once',
    'no refund',
  ],
  'transfer input': ['auth_code check', '60 days', 'lock state', 'no JP', 'no premium'],
  'renewal input': ['active only', '`previous_expiry_date`'],
  'bad input': [
    'malformed JSON',
    'invalid UTF-8',
    'duplicate keys',
    'same key in two objects',
    'content type',
    'unknown path, wrong method',
    'shape of errors',
    'unknown fields, body on GET',
    'oversized body',
    'any values',
    'any body',
    'any path, method and query',
    'deep nesting',
    'long strings',
    'bytes that are no HTTP',
  ],
} as const satisfies Record<string, readonly string[]>

type IdsOf<Sections extends Record<string, readonly string[]>> = {
  [Section in keyof Sections & string]: `${Section}: ${Sections[Section][number]}`
}[keyof Sections & string]

/** A rule of the API description that the simulator follows: section and name, for example `error: PRICE_MISMATCH`. */
export type ApiRule =
  IdsOf<typeof namedRules> | IdsOf<typeof calledRules> | IdsOf<typeof boundRules> | IdsOf<typeof statedRules>

const endpointRule = 'endpoint: '

function* rulesOf(
  sections: Record<string, readonly string[]>,
  mentionOf: (rule: string) => string | null,
): Generator<[string, string | null]> {
  for (const [section, rules] of Object.entries(sections))
    for (const rule of rules) yield [`${section}: ${rule}`, mentionOf(rule)]
}

/** Every rule that needs a test, with the text that the test must contain; null if it need not contain any. */
export const requiredTextByRule: ReadonlyMap<string, string | null> = new Map([
  ...rulesOf({ ...calledRules, ...boundRules }, () => null),
  ...rulesOf(statedRules, (rule) => /`(.+)`/.exec(rule)?.[1] ?? null),
  ...rulesOf(namedRules, (rule) => rule),
])

/** Vitest options that name the rules of a test. */
export interface CoveredRulesOptions {
  meta: { apiRules: readonly ApiRule[] }
}

declare module 'vitest' {
  interface TaskMeta {
    apiRules?: readonly ApiRule[]
  }
}

/**
 * Names the rules that a test checks: `test(title, covers('error: NOT_FOUND'), async () => …)`. In a table of
 * `test.each` the call is the last element of a row. `every-api-rule-has-a-test.test.ts` reads the calls from the
 * source.
 */
export function covers(...rules: ApiRule[]): CoveredRulesOptions {
  return { meta: { apiRules: rules } }
}

/** The names of the endpoints among the rules of a test. */
export function endpointsCoveredBy(rules: readonly string[] = []): string[] {
  return rules.filter((rule) => rule.startsWith(endpointRule)).map((rule) => rule.slice(endpointRule.length))
}
