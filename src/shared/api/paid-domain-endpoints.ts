import { z } from 'zod'
import { defineEndpoint } from './define-endpoint.ts'
import { domainNameParam, serviceDateSchema } from './domain-schemas.ts'
import { requestFieldRules } from './service-limits.ts'

const { nameserversAtAcquisition, years, authCode } = requestFieldRules

/** The response to acquisition, transfer and renewal: `domain`, or after a dry run `dry_run` and `total_price`. */
function paidOperationOutput<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.looseObject({
    domain: z
      .looseObject({
        domain_name: z.string(),
        status: z.string().optional(),
        expiry_date: z.string().nullable().optional(),
        epp_statuses: z.array(z.string()).optional(),
        ...fields,
      })
      .optional(),
    dry_run: z.boolean().optional(),
    total_price: z.number().int().optional(),
  })
}

/** The domain endpoints whose requests spend money. API description, section "Domain API". */
export const paidDomainEndpoints = {
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
      ...domainNameParam,
      years: z.number().int().min(years.min).max(years.max).default(1),
      nameservers: z
        .array(
          z
            .string()
            .min(1)
            .max(nameserversAtAcquisition.maxLength)
            .regex(/^[A-Za-z0-9.-]+$/, 'letters, digits, hyphen and dot only'),
        )
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
      output: {
        domain: {
          domain_name: 'example.com',
          status: 'pending_create',
          expiry_date: null,
          epp_statuses: ['pendingCreate'],
        },
      },
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
      ...domainNameParam,
      auth_code: z.string().min(1).max(authCode.max),
      expected_total_price: z.number().int().min(0),
      agree_to_terms: z.literal(true),
      dry_run: z.boolean().optional(),
    }),
    output: paidOperationOutput({}),
    example: {
      input: {
        domain_name: 'example.com',
        auth_code: 'not-a-real-code',
        expected_total_price: 1_650,
        agree_to_terms: true,
      },
      output: {
        domain: {
          domain_name: 'example.com',
          status: 'transferring',
          expiry_date: null,
          epp_statuses: ['pendingTransfer'],
        },
      },
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
      ...domainNameParam,
      years: z.number().int().min(years.min).max(years.max),
      /** The expiry date that the user saw. The service refuses the renewal when the date has changed. */
      current_expiry_date: serviceDateSchema,
      expected_total_price: z.number().int().min(0),
      dry_run: z.boolean().optional(),
    }),
    output: paidOperationOutput({
      renewed: z.boolean().optional(),
      previous_expiry_date: z.string().nullable().optional(),
    }),
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
