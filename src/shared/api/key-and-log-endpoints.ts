import { z } from 'zod'
import { defineEndpoint } from './define-endpoint.ts'
import { defaultLogPageSize, maxLogPageSize } from './service-limits.ts'

/** The permissions of a key for one service. API description, section "API key information". */
export const serviceGrantSchema = z.looseObject({
  /** `full`, `read` or `custom`. */
  permission_type: z.string().optional(),
  /** `all` or `selected`. */
  target_mode: z.string().optional(),
  /** Empty when `target_mode` is `all`. */
  targets: z.array(z.string()).optional(),
  /** Only for `custom`: category to `full`, `read` or `none`. PHP-made APIs write an empty map as `[]`. */
  permissions: z.union([z.record(z.string(), z.string()), z.array(z.never())]).optional(),
  allow_signup: z.boolean().optional(),
  allow_acquisition: z.boolean().optional(),
  site_target_mode: z.string().optional(),
  sites: z.array(z.string()).optional(),
})
export type ServiceGrant = z.infer<typeof serviceGrantSchema>

export const keyInformationSchema = z.looseObject({
  /** `YYYY-MM-DD HH:MM:SS`, Japan time; null when unlimited. */
  expires_at: z.string().nullable(),
  /**
   * The API description states services for keys of type `custom`. Without services, the permissions of a key are not
   * known. PHP-made APIs write an empty map as `[]`.
   */
  services: z
    .union([
      z.record(z.string(), serviceGrantSchema),
      z.array(z.never()).transform((): Record<string, ServiceGrant> => ({})),
    ])
    .nullish(),
  /** Deprecated; legacy single-server keys only. */
  service_type: z.string().optional(),
  servername: z.string().optional(),
  permission_type: z.string().optional(),
})
export type KeyInformation = z.output<typeof keyInformationSchema>

export const executionLogEntrySchema = z.looseObject({
  method: z.string(),
  path: z.string(),
  status_code: z.number().int(),
  response_time_ms: z.number().int().nullable().optional(),
  ip_address: z.string().optional(),
  /** Japan time. */
  created_at: z.string(),
})
export type ExecutionLogEntry = z.infer<typeof executionLogEntrySchema>

const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'YYYY-MM-DD HH:MM:SS')

/** The endpoints common to all services. API description, section "Common endpoints". */
export const keyAndLogEndpoints = {
  me: defineEndpoint({
    method: 'GET',
    path: '/v1/me',
    scope: 'read',
    service: null,
    category: null,
    idempotency: 'read',
    limit: 'account',
    responseSize: 'key',
    input: z.strictObject({}),
    output: keyInformationSchema,
    example: {
      input: {},
      output: {
        expires_at: null,
        services: { domain: { permission_type: 'full', target_mode: 'all', targets: [], allow_acquisition: true } },
      },
    },
  }),

  logs: defineEndpoint({
    method: 'GET',
    path: '/v1/logs',
    scope: 'read',
    service: null,
    category: null,
    idempotency: 'read',
    limit: 'account',
    responseSize: 'list',
    input: z.strictObject({
      from: dateTime.optional(),
      to: dateTime.optional(),
      status_class: z.enum(['success', 'error']).optional(),
      status_code: z.number().int().optional(),
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
      limit: z.number().int().min(1).max(maxLogPageSize).default(defaultLogPageSize),
      /** `next_cursor` of the previous response, unchanged. */
      cursor: z.string().optional(),
    }),
    output: z.looseObject({
      logs: z.array(executionLogEntrySchema),
      count: z.number().int(),
      limit: z.number().int(),
      has_more: z.boolean(),
      next_cursor: z.string().nullable(),
    }),
    example: {
      input: { status_class: 'error', limit: 2 },
      output: {
        logs: [
          {
            method: 'GET',
            path: '/v1/domain/example.com',
            status_code: 404,
            response_time_ms: 31,
            ip_address: '192.0.2.10',
            created_at: '2026-11-20 10:15:00',
          },
        ],
        count: 1,
        limit: 2,
        has_more: false,
        next_cursor: null,
      },
    },
  }),
}
