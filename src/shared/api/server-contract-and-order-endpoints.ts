import { z } from 'zod'
import { defineEndpoint } from './define-endpoint.ts'
import { responseExpiryDateSchema } from './normalize-service-date.ts'
import { requestFieldRules } from './service-limits.ts'
import { findUnsupportedMemoCharacters } from './find-unsupported-memo-characters.ts'

/**
 * The statuses that the API description lists. Responses may have others. API description, section "Server contract
 * status".
 */
export const serverStatuses = ['active', 'setup_pending', 'suspended'] as const
export type ServerStatus = (typeof serverStatuses)[number]

export const hostingPlanPeriodSchema = z.looseObject({
  months: z.number().int(),
  /** Yen, with tax, after the campaign discount. */
  total_price: z.number().int(),
  regular_total_price: z.number().int().optional(),
  campaign_applied: z.boolean().optional(),
})
export type HostingPlanPeriod = z.infer<typeof hostingPlanPeriodSchema>

/** API description, section "Plan". */
export const hostingPlanSchema = z.looseObject({
  plan_id: z.string(),
  plan_name: z.string(),
  periods: z.array(hostingPlanPeriodSchema),
  currency: z.string().optional(),
})
export type HostingPlan = z.infer<typeof hostingPlanSchema>

/** A server contract in the list. API description, section "Server contract". */
export const serverContractSchema = z.looseObject({
  /** The initial domain: the `{servername}` of all server paths. */
  servername: z.string(),
  server_id: z.string().optional(),
  plan_id: z.string().optional(),
  plan_name: z.string().optional(),
  status: z.string(),
  /** `YYYY-MM-DD`; null while the setup is pending. */
  expiry_date: responseExpiryDateSchema,
  auto_renew: z.boolean().optional(),
  memo: z.string().optional(),
})
export type ServerContract = z.infer<typeof serverContractSchema>

/** The response to an order: the contract with its period, without plan name and memo. */
export const orderedServerSchema = z.looseObject({
  server_id: z.string(),
  servername: z.string(),
  plan_id: z.string().optional(),
  period: z.number().int().optional(),
  status: z.string(),
  expiry_date: z.string().nullable().optional(),
  auto_renew: z.boolean().optional(),
})
export type OrderedServer = z.infer<typeof orderedServerSchema>

export const servernameSchema = z.string().min(1)

export const memoSchema = z
  .string()
  .max(requestFieldRules.memo.max)
  .refine(
    (memo) => findUnsupportedMemoCharacters(memo).length === 0,
    'a character that a memo cannot hold, for example an emoji',
  )

const { planId, period, serverId, partnerCode } = requestFieldRules

/** Signup and contracts. API description, section "Server signup and contracts". */
export const serverContractAndOrderEndpoints = {
  plans: defineEndpoint({
    method: 'GET',
    path: '/v1/server/plans',
    scope: 'read',
    service: 'server',
    category: null,
    extraPermission: 'allow_signup',
    idempotency: 'read',
    limit: 'server',
    responseSize: 'list',
    input: z.strictObject({
      /** One or more plan ids, separated by commas. */
      plan_id: z.string().optional(),
    }),
    output: z.looseObject({ plans: z.array(hostingPlanSchema) }),
    example: {
      input: {},
      output: {
        plans: [
          {
            plan_id: 'standard',
            plan_name: 'Standard',
            periods: [{ months: 12, total_price: 11_880, regular_total_price: 13_200, campaign_applied: true }],
            currency: 'JPY',
          },
        ],
      },
    },
  }),

  order: defineEndpoint({
    method: 'POST',
    path: '/v1/server',
    scope: 'write',
    service: 'server',
    category: null,
    extraPermission: 'allow_signup',
    idempotency: 'paid',
    settledBy: 'server.list',
    limit: 'server',
    input: z.strictObject({
      plan_id: z.string().min(1).max(planId.max),
      /** In months; one of the plan's periods. */
      period: z.number().int().min(period.min).max(period.max),
      server_id: z
        .string()
        .regex(serverId.pattern, '3 to 12 characters: a lower-case letter, then lower-case letters and digits')
        .optional(),
      expected_total_price: z.number().int().min(0),
      agree_to_terms: z.literal(true),
      partner_code: z.string().max(partnerCode.max).regex(partnerCode.pattern, 'letters and digits only').optional(),
      auto_renew: z.boolean().default(true),
      dry_run: z.boolean().default(false),
    }),
    /** `server` after a real order; `dry_run` and `total_price` after a dry run. */
    output: z.looseObject({
      server: orderedServerSchema.optional(),
      dry_run: z.boolean().optional(),
      total_price: z.number().int().optional(),
    }),
    example: {
      input: {
        plan_id: 'standard',
        period: 12,
        server_id: 'banto01',
        expected_total_price: 11_880,
        agree_to_terms: true,
      },
      output: {
        server: {
          server_id: 'banto01',
          servername: 'banto01.simulator.example',
          plan_id: 'standard',
          period: 12,
          status: 'setup_pending',
          expiry_date: null,
          auto_renew: true,
        },
      },
    },
  }),

  list: defineEndpoint({
    method: 'GET',
    path: '/v1/server',
    scope: 'read',
    service: 'server',
    category: null,
    idempotency: 'read',
    limit: 'server',
    responseSize: 'list',
    input: z.strictObject({}),
    output: z.looseObject({ servers: z.array(serverContractSchema) }),
    example: {
      input: {},
      output: {
        servers: [
          {
            servername: 'banto01.simulator.example',
            server_id: 'banto01',
            plan_id: 'standard',
            plan_name: 'Standard',
            status: 'active',
            expiry_date: '2027-10-31',
            auto_renew: true,
            memo: '',
          },
        ],
      },
    },
  }),

  signupStatus: defineEndpoint({
    method: 'GET',
    path: '/v1/server/{servername}/signup-status',
    scope: 'read',
    service: 'server',
    category: null,
    extraPermission: 'allow_signup',
    idempotency: 'read',
    limit: 'server',
    input: z.strictObject({ servername: servernameSchema }),
    output: z.looseObject({
      servername: z.string(),
      server_id: z.string().optional(),
      plan_id: z.string().optional(),
      status: z.string(),
      expiry_date: responseExpiryDateSchema,
    }),
    example: {
      input: { servername: 'banto01.simulator.example' },
      output: {
        servername: 'banto01.simulator.example',
        server_id: 'banto01',
        plan_id: 'standard',
        status: 'setup_pending',
        expiry_date: null,
      },
    },
  }),

  memo: defineEndpoint({
    method: 'GET',
    path: '/v1/server/{servername}/memo',
    scope: 'read',
    service: 'server',
    category: null,
    idempotency: 'read',
    limit: 'server',
    input: z.strictObject({ servername: servernameSchema }),
    output: z.looseObject({ servername: z.string(), memo: z.string() }),
    example: {
      input: { servername: 'banto01.simulator.example' },
      output: { servername: 'banto01.simulator.example', memo: '検証用' },
    },
  }),

  setMemo: defineEndpoint({
    method: 'PUT',
    path: '/v1/server/{servername}/memo',
    scope: 'write',
    service: 'server',
    category: null,
    idempotency: 'repeatable',
    limit: 'server',
    input: z.strictObject({ servername: servernameSchema, memo: memoSchema }),
    output: z.looseObject({ servername: z.string(), memo: z.string() }),
    example: {
      input: { servername: 'banto01.simulator.example', memo: '検証用' },
      output: { servername: 'banto01.simulator.example', memo: '検証用' },
    },
  }),
}
