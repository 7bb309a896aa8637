import { z } from 'zod'
import { normalizeHostName } from '#shared/dns/host-name.ts'
import { ipVersionForRecordType, isWrongIpForRecordType } from '#shared/dns/ip-address.ts'
import { defineEndpoint } from './define-endpoint.ts'
import { fieldRules } from './limits.ts'
import { whoisFieldNames, findWhoisProblems } from './whois-rules.ts'

/** The statuses the document lists; an answer may hold others. Section "Domain status". */
export const domainStatuses = ['active', 'expired', 'transferring', 'transfer_action_required', 'pending_create'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** SOA is neither readable nor editable. Section "DNS record". */
export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV'] as const
export type RecordType = (typeof recordTypes)[number]

/** Why a name cannot be acquired. Section "Availability and prices". */
export const unavailableReasons = ['registered', 'unsupported_tld', 'invalid_name', 'external_conflict', 'premium'] as const

const { nameservers, nameserversAtAcquisition, years, dnsHost, dnsContent, dnsTtl, dnsPriority, authCode, domainName } = fieldRules

const punycodeName = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/
const hostName = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))+\.?$/

/** A domain name as the service takes it: Punycode, never the Japanese form. */
export const domainNameSchema = z.string().min(1).max(domainName.max).regex(punycodeName, 'a domain name in Punycode')

export const dateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD')

/** Section "Domain", as the list gives it. */
export const domainListItemSchema = z.looseObject({
  domain_name: z.string(),
  /** `YYYY-MM-DD`; null while undetermined. */
  expiry_date: z.string().nullable().optional(),
  status: z.string(),
  /** Null for names that are not Japanese. */
  decoded_domain: z.string().nullable().optional(),
})
export type DomainListItem = z.infer<typeof domainListItemSchema>

export const domainDetailSchema = z.looseObject({
  domain_name: z.string(),
  expiry_date: z.string().nullable().optional(),
  status: z.string(),
  auto_renew: z.boolean().optional(),
  epp_statuses: z.array(z.string()).optional(),
  decoded_domain: z.string().nullable().optional(),
})
export type DomainDetail = z.infer<typeof domainDetailSchema>

export const dnsRecordSchema = z.looseObject({
  id: z.number().int(),
  type: z.string(),
  host: z.string(),
  content: z.string(),
  ttl: z.number().int(),
  priority: z.number().int(),
})
export type DnsRecord = z.infer<typeof dnsRecordSchema>

export const nameserversSchema = z.looseObject({ nameservers: z.array(z.string()) })
export type Nameservers = z.infer<typeof nameserversSchema>

export const whoisSchema = z.looseObject({
  domain_name: z.string().optional(),
  whois_privacy: z.boolean(),
  is_whois_privacy_available: z.boolean().optional(),
  locked_by_migration: z.boolean().optional(),
  /** An empty map may come as `[]`. */
  fields: z.union([z.record(z.string(), z.string()), z.array(z.never())]).optional(),
  mail_validation_required: z.boolean().optional(),
})
export type Whois = z.infer<typeof whoisSchema>

export const registrarLockSchema = z.looseObject({
  domain_name: z.string().optional(),
  locked: z.boolean(),
  locked_by_migration: z.boolean().optional(),
  unlock_blocked: z.boolean().optional(),
  /** Unlocked now, but once locked it stays so until a cancellation. */
  warn_on_lock: z.boolean().optional(),
})
export type RegistrarLock = z.infer<typeof registrarLockSchema>

/** Yen, tax included; null where the operation is not offered for the TLD. */
export const tldPricesSchema = z.looseObject({
  /** The first year. */
  register: z.number().int().nullable().optional(),
  /** Per year. */
  renew: z.number().int().nullable().optional(),
  transfer: z.number().int().nullable().optional(),
  currency: z.string().optional(),
  campaign_applied: z.boolean().optional(),
})
export type TldPrices = z.infer<typeof tldPricesSchema>

export const priceItemSchema = z.looseObject({ tld: z.string(), ...tldPricesSchema.shape })
export type PriceItem = z.infer<typeof priceItemSchema>

export const availabilitySchema = z.looseObject({
  available: z.boolean(),
  reason: z.string().nullable().optional(),
  reason_message: z.string().nullable().optional(),
  premium: z.boolean().optional(),
  prices: tldPricesSchema.nullable().optional(),
})
export type Availability = z.infer<typeof availabilitySchema>

/** What acquisition, transfer and renewal answer: `domainEndpoints`, or after a dry run `dry_run` and `total_price`. */
function paidOperationOutput<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.looseObject({
    domain: z.looseObject({
      domain_name: z.string(),
      status: z.string().optional(),
      expiry_date: z.string().nullable().optional(),
      epp_statuses: z.array(z.string()).optional(),
      ...fields,
    }).optional(),
    dry_run: z.boolean().optional(),
    total_price: z.number().int().optional(),
  })
}

/** A record as it is written. TTL and priority have their defaults when left out. */
export const newRecordSchema = z.strictObject({
  type: z.enum(recordTypes),
  /** `@` is the apex. */
  host: z.string().min(1).max(dnsHost.max),
  content: z.string().min(1).max(dnsContent.max),
  ttl: z.number().int().min(dnsTtl.min).max(dnsTtl.max).default(dnsTtl.default),
  priority: z.number().int().min(dnsPriority.min).max(dnsPriority.max).default(dnsPriority.default),
})
export type NewRecord = z.infer<typeof newRecordSchema>

const { shape: recordShape } = newRecordSchema

/** The content of A and AAAA is an address. Of a change that leaves one of the two out, the service alone knows the other. */
function refuseWrongIpVersion({ type, content }: { type?: string | undefined; content?: string | undefined }, context: z.RefinementCtx): void {
  if (type === undefined || content === undefined || !isWrongIpForRecordType(type, content)) return
  context.addIssue({ code: 'custom', path: ['content'], message: `an IPv${ipVersionForRecordType(type)} address` })
}

const recordOutput = dnsRecordSchema.extend({ message: z.string().optional() })
const messageOutput = z.looseObject({ message: z.string().optional() })
const byName = { domain_name: domainNameSchema }
const byRecord = { ...byName, dns_id: z.number().int() }

export const whoisFieldsSchema = z.partialRecord(z.enum(whoisFieldNames), z.string())
export type WhoisFields = z.infer<typeof whoisFieldsSchema>

const exampleWhois = {
  organization_name: '',
  first_name: 'Taro',
  last_name: 'Yamada',
  postal_code: '100-0001',
  state_province: 'Tokyo',
  city: 'Chiyoda-ku',
  address1: '1-1 Example',
  address2: '',
  email: 'whois@example.com',
  phone: '+81.300000000',
  fax: '',
  country: 'JP',
  role: '',
}
const exampleRecord = { type: 'A', host: 'www', content: '192.0.2.10', ttl: 3600, priority: 0 } as const

/** Section "Domain API". */
export const domainEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/domain',
    scope: 'read',
    service: 'domain',
    category: 'domain',
    idempotency: 'read',
    limit: 'domain',
    responseSize: 'domains',
    input: z.strictObject({}),
    output: z.looseObject({ domains: z.array(domainListItemSchema) }),
    example: {
      input: {},
      output: {
        domains: [
          { domain_name: 'example.com', expiry_date: '2027-03-31', status: 'active', decoded_domain: null },
          { domain_name: 'xn--r8jz45g.com', expiry_date: '2027-01-15', status: 'active', decoded_domain: '例え.com' },
        ],
      },
    },
  }),

  detail: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}',
    scope: 'read',
    service: 'domain',
    category: 'domain',
    idempotency: 'read',
    limit: 'domain',
    input: z.strictObject(byName),
    output: domainDetailSchema,
    example: {
      input: { domain_name: 'example.com' },
      output: {
        domain_name: 'example.com',
        expiry_date: '2027-03-31',
        status: 'active',
        auto_renew: false,
        epp_statuses: ['clientTransferProhibited'],
      },
    },
  }),

  nameservers: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}/nameservers',
    scope: 'read',
    service: 'domain',
    category: 'nameserver',
    idempotency: 'read',
    limit: 'domain',
    input: z.strictObject(byName),
    output: nameserversSchema,
    example: {
      input: { domain_name: 'example.com' },
      output: { nameservers: ['ns1.simulator.example', 'ns2.simulator.example'] },
    },
  }),

  setNameservers: defineEndpoint({
    method: 'PUT',
    path: '/v1/domain/{domain_name}/nameservers',
    scope: 'write',
    service: 'domain',
    category: 'nameserver',
    idempotency: 'repeatable',
    limit: 'domain',
    input: z.strictObject({
      ...byName,
      /** Replaces the whole list. */
      nameservers: z
        .array(z.string().max(nameservers.maxLength).regex(hostName, 'a host name'))
        .min(nameservers.min)
        .max(nameservers.max)
        .refine((list) => new Set(list.map(normalizeHostName)).size === list.length, 'no duplicates'),
    }),
    output: nameserversSchema.extend({ message: z.string().optional() }),
    example: {
      input: { domain_name: 'example.com', nameservers: ['ns1.example.net', 'ns2.example.net'] },
      output: { nameservers: ['ns1.example.net', 'ns2.example.net'], message: 'Updated' },
    },
  }),

  dns: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}/dns',
    scope: 'read',
    service: 'domain',
    category: 'dns',
    idempotency: 'read',
    limit: 'domain',
    responseSize: 'zone',
    input: z.strictObject(byName),
    output: z.looseObject({ records: z.array(dnsRecordSchema) }),
    example: {
      input: { domain_name: 'example.com' },
      output: { records: [{ id: 1, ...exampleRecord }] },
    },
  }),

  addRecord: defineEndpoint({
    method: 'POST',
    path: '/v1/domain/{domain_name}/dns',
    scope: 'write',
    service: 'domain',
    category: 'dns',
    idempotency: 'once',
    settledBy: 'domain.dns',
    limit: 'domain',
    input: z.strictObject({ ...byName, ...recordShape }).superRefine(refuseWrongIpVersion),
    output: recordOutput,
    example: {
      input: { domain_name: 'example.com', ...exampleRecord },
      output: { id: 1, ...exampleRecord, message: 'Added' },
    },
  }),

  changeRecord: defineEndpoint({
    method: 'PUT',
    path: '/v1/domain/{domain_name}/dns/{dns_id}',
    scope: 'write',
    service: 'domain',
    category: 'dns',
    idempotency: 'repeatable',
    limit: 'domain',
    /** Only what is sent changes, so nothing has a default here. */
    input: z.strictObject({
      ...byRecord,
      type: recordShape.type.optional(),
      host: recordShape.host.optional(),
      content: recordShape.content.optional(),
      ttl: recordShape.ttl.unwrap().optional(),
      priority: recordShape.priority.unwrap().optional(),
    }).superRefine(refuseWrongIpVersion),
    output: recordOutput,
    example: {
      input: { domain_name: 'example.com', dns_id: 1, content: '192.0.2.20' },
      output: { id: 1, ...exampleRecord, content: '192.0.2.20', message: 'Updated' },
    },
  }),

  deleteRecord: defineEndpoint({
    method: 'DELETE',
    path: '/v1/domain/{domain_name}/dns/{dns_id}',
    scope: 'write',
    service: 'domain',
    category: 'dns',
    idempotency: 'once',
    settledBy: 'domain.dns',
    limit: 'domain',
    input: z.strictObject(byRecord),
    output: messageOutput,
    example: { input: { domain_name: 'example.com', dns_id: 1 }, output: { message: 'Deleted' } },
  }),

  whois: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}/whois',
    scope: 'read',
    service: 'domain',
    category: 'whois',
    idempotency: 'read',
    limit: 'domain',
    input: z.strictObject(byName),
    output: whoisSchema,
    example: {
      input: { domain_name: 'example.com' },
      output: {
        domain_name: 'example.com',
        whois_privacy: true,
        is_whois_privacy_available: true,
        locked_by_migration: false,
        fields: exampleWhois,
        mail_validation_required: false,
      },
    },
  }),

  setWhois: defineEndpoint({
    method: 'PUT',
    path: '/v1/domain/{domain_name}/whois',
    scope: 'write',
    service: 'domain',
    category: 'whois',
    idempotency: 'repeatable',
    limit: 'domain',
    input: z
      .strictObject({
        ...byName,
        /** Left out: stays as it is. */
        whois_privacy: z.boolean().optional(),
        /** Left out: stay as they are. */
        fields: whoisFieldsSchema.optional(),
      })
      .superRefine(({ whois_privacy, fields }, context) => {
        if (whois_privacy === undefined && fields === undefined) {
          context.addIssue({ code: 'custom', path: ['fields'], message: 'whois_privacy or fields is needed' })
        }
        if (fields === undefined) return
        for (const { field, message } of findWhoisProblems(fields, whois_privacy === false)) {
          context.addIssue({ code: 'custom', path: ['fields', field], message })
        }
      }),
    output: messageOutput,
    example: {
      input: { domain_name: 'example.com', whois_privacy: false, fields: exampleWhois },
      output: { message: 'Updated' },
    },
  }),

  lock: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}/registrar-lock',
    scope: 'read',
    service: 'domain',
    category: 'registrar_lock',
    idempotency: 'read',
    limit: 'domain',
    input: z.strictObject(byName),
    output: registrarLockSchema,
    example: {
      input: { domain_name: 'example.com' },
      output: {
        domain_name: 'example.com',
        locked: true,
        locked_by_migration: false,
        unlock_blocked: false,
        warn_on_lock: false,
      },
    },
  }),

  setLock: defineEndpoint({
    method: 'PUT',
    path: '/v1/domain/{domain_name}/registrar-lock',
    scope: 'write',
    service: 'domain',
    category: 'registrar_lock',
    idempotency: 'repeatable',
    limit: 'domain',
    input: z.strictObject({ ...byName, locked: z.boolean() }),
    output: z.looseObject({ locked: z.boolean(), message: z.string().optional() }),
    example: {
      input: { domain_name: 'example.com', locked: false },
      output: { locked: false, message: 'Updated' },
    },
  }),

  check: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/check',
    scope: 'read',
    service: 'domain',
    category: null,
    idempotency: 'read',
    limit: 'domain',
    /** Any text: the service itself answers `invalid_name`. */
    input: z.strictObject({ domain_name: z.string().min(1).max(domainName.max) }),
    output: availabilitySchema,
    example: {
      input: { domain_name: 'example.com' },
      output: {
        available: true,
        reason: null,
        premium: false,
        prices: { register: 990, renew: 1_650, transfer: 1_650, currency: 'JPY', campaign_applied: false },
      },
    },
  }),

  pricing: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/pricing',
    scope: 'read',
    service: 'domain',
    category: null,
    idempotency: 'read',
    limit: 'domain',
    responseSize: 'list',
    input: z.strictObject({
      /** One or more, separated by commas, with or without a leading dot; left out gives all. */
      tld: z.string().optional(),
    }),
    output: z.looseObject({ prices: z.array(priceItemSchema) }),
    example: {
      input: { tld: 'com' },
      output: {
        prices: [{ tld: 'com', register: 990, renew: 1_650, transfer: 1_650, currency: 'JPY', campaign_applied: false }],
      },
    },
  }),

  acquire: defineEndpoint({
    method: 'POST',
    path: '/v1/domain',
    scope: 'write',
    service: 'domain',
    category: 'domain',
    extraPermission: 'allow_acquisition',
    idempotency: 'paid',
    settledBy: 'domain.list',
    limit: 'domain',
    input: z.strictObject({
      ...byName,
      years: z.number().int().min(years.min).max(years.max).default(1),
      nameservers: z
        .array(z.string().min(1).max(nameserversAtAcquisition.maxLength).regex(/^[A-Za-z0-9.-]+$/, 'letters, digits, hyphen and dot only'))
        .max(nameserversAtAcquisition.max)
        .optional(),
      /** The price per year from the check, times years. */
      expected_total_price: z.number().int().min(0),
      agree_to_terms: z.literal(true),
      dry_run: z.boolean().optional(),
    }),
    output: paidOperationOutput({}),
    example: {
      input: { domain_name: 'example.com', years: 1, expected_total_price: 990, agree_to_terms: true },
      output: { domain: { domain_name: 'example.com', status: 'pending_create', expiry_date: null, epp_statuses: ['pendingCreate'] } },
    },
  }),

  transfer: defineEndpoint({
    method: 'POST',
    path: '/v1/domain/{domain_name}/transfer',
    scope: 'write',
    service: 'domain',
    category: 'domain',
    extraPermission: 'allow_acquisition',
    idempotency: 'paid',
    settledBy: 'domain.list',
    limit: 'domain',
    input: z.strictObject({
      ...byName,
      auth_code: z.string().min(1).max(authCode.max),
      expected_total_price: z.number().int().min(0),
      agree_to_terms: z.literal(true),
      dry_run: z.boolean().optional(),
    }),
    output: paidOperationOutput({}),
    example: {
      input: { domain_name: 'example.com', auth_code: 'not-a-real-code', expected_total_price: 1_650, agree_to_terms: true },
      output: { domain: { domain_name: 'example.com', status: 'transferring', expiry_date: null, epp_statuses: ['pendingTransfer'] } },
    },
  }),

  renew: defineEndpoint({
    method: 'POST',
    path: '/v1/domain/{domain_name}/renew',
    scope: 'write',
    service: 'domain',
    category: 'domain',
    extraPermission: 'allow_acquisition',
    idempotency: 'paid',
    settledBy: 'domain.detail',
    limit: 'domain',
    input: z.strictObject({
      ...byName,
      years: z.number().int().min(years.min).max(years.max),
      /** The expiry the person saw: the service refuses when it has moved. */
      current_expiry_date: dateSchema,
      expected_total_price: z.number().int().min(0),
      dry_run: z.boolean().optional(),
    }),
    output: paidOperationOutput({ renewed: z.boolean().optional(), previous_expiry_date: z.string().nullable().optional() }),
    example: {
      input: { domain_name: 'example.com', years: 1, current_expiry_date: '2027-03-31', expected_total_price: 1_650 },
      output: {
        domain: {
          domain_name: 'example.com',
          status: 'active',
          expiry_date: '2028-03-31',
          epp_statuses: [],
          renewed: true,
          previous_expiry_date: '2027-03-31',
        },
      },
    },
  }),
}
