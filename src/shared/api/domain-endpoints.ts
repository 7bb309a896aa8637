import { z } from 'zod'
import { normalizeHostName } from '#shared/host-name.ts'
import { defineEndpoint } from './define-endpoint.ts'
import {
  availabilitySchema,
  domainNameParam,
  domainDetailSchema,
  domainListItemSchema,
  messageResponseSchema,
  nameserversSchema,
  tldPriceRowSchema,
  registrarLockSchema,
  whoisFieldsSchema,
  whoisSchema,
} from './domain-schemas.ts'
import { requestFieldRules } from './service-limits.ts'
import { findWhoisProblems } from './whois-rules.ts'

const { nameservers, domainName } = requestFieldRules

const hostNamePattern = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))+\.?$/

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

/** The endpoints of domains, except DNS records and paid operations. API description, section "Domain API". */
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
    input: z.strictObject(domainNameParam),
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
    input: z.strictObject(domainNameParam),
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
      ...domainNameParam,
      /** Replaces the whole list. */
      nameservers: z
        .array(z.string().max(nameservers.maxLength).regex(hostNamePattern, 'a host name'))
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

  whois: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/{domain_name}/whois',
    scope: 'read',
    service: 'domain',
    category: 'whois',
    idempotency: 'read',
    limit: 'domain',
    input: z.strictObject(domainNameParam),
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
        ...domainNameParam,
        /** Does not change when left out. */
        whois_privacy: z.boolean().optional(),
        /** Fields that are left out do not change. */
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
    output: messageResponseSchema,
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
    input: z.strictObject(domainNameParam),
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
    input: z.strictObject({ ...domainNameParam, locked: z.boolean() }),
    output: z.looseObject({ locked: z.boolean(), message: z.string().optional() }),
    example: { input: { domain_name: 'example.com', locked: false }, output: { locked: false, message: 'Updated' } },
  }),

  check: defineEndpoint({
    method: 'GET',
    path: '/v1/domain/check',
    scope: 'read',
    service: 'domain',
    category: null,
    idempotency: 'read',
    limit: 'domain',
    /** Any text, because the service answers `invalid_name` for invalid names. */
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
      /** One or more TLDs, separated by commas, with or without a leading dot. Returns all prices when left out. */
      tld: z.string().optional(),
    }),
    output: z.looseObject({ prices: z.array(tldPriceRowSchema) }),
    example: {
      input: { tld: 'com' },
      output: {
        prices: [
          { tld: 'com', register: 990, renew: 1_650, transfer: 1_650, currency: 'JPY', campaign_applied: false },
        ],
      },
    },
  }),
}
