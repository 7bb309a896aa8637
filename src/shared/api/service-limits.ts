import { minuteMs } from '#shared/durations.ts'

/** The service's numbers (API description, section "Limits"). No other file may contain a number of the service. */

/** The limits of one class, shared by all keys of one account. */
export interface RateLimits {
  /** Requests per minute, over all keys of the user. */
  perMinute: number
  /** Requests per day. */
  perDay: number
  /** Requests in flight at once. */
  concurrent: number
  /**
   * False where the API description states no numbers. The numbers are then cautious start values, corrected by
   * response headers.
   */
  isDocumented: boolean
}

export const rateLimits = {
  /** Stated for the domain API. */
  domain: { perMinute: 60, perDay: 10_000, concurrent: 5, isDocumented: true },
  /** Server endpoints: the limits differ by plan and contract state; the API description shows no numbers. */
  server: { perMinute: 30, perDay: 5_000, concurrent: 2, isDocumented: false },
  /** `/v1/me` and `/v1/logs`: no class is stated for them. */
  account: { perMinute: 30, perDay: 5_000, concurrent: 2, isDocumented: false },
} as const satisfies Record<string, RateLimits>

export const rateLimitNames = ['perMinute', 'perDay', 'concurrent'] as const
export type RateLimitName = (typeof rateLimitNames)[number]
export type RateLimitClass = keyof typeof rateLimits
export const rateLimitClasses = Object.keys(rateLimits) as RateLimitClass[]

/** Rate-limit response headers, lower case (API description, section "Limits"). */
export const rateLimitHeaders = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  /** Epoch seconds. */
  reset: 'x-ratelimit-reset',
  concurrentLimit: 'x-ratelimit-concurrent-limit',
  concurrentRemaining: 'x-ratelimit-concurrent-remaining',
  /** Integer seconds, on 429. */
  retryAfter: 'retry-after',
} as const

export const logRetentionDays = 90
export const maxLogPageSize = 500
export const defaultLogPageSize = 50
/** The currency of every amount (API description, section "Conventions"). */
export const priceCurrency = 'JPY'
export const idempotencyWindowMs = 48 * 60 * minuteMs

/** Field rules (API description, sections "Resources and their fields" and "Limits"). */
export const requestFieldRules = {
  idempotencyKey: { min: 8, max: 64, pattern: /^[A-Za-z0-9_-]+$/ },
  planId: { max: 64 },
  period: { min: 1, max: 60 },
  serverId: { pattern: /^[a-z][a-z0-9]{2,11}$/ },
  partnerCode: { max: 50, pattern: /^[A-Za-z0-9]+$/ },
  memo: { max: 500 },
  nameservers: { min: 1, max: 13, maxLength: 253 },
  nameserversAtAcquisition: { max: 6, maxLength: 255 },
  years: { min: 1, max: 5 },
  dnsHost: { max: 64 },
  dnsContent: { max: 1024 },
  dnsTtl: { min: 60, max: 86_400, default: 3600 },
  dnsPriority: { min: 0, max: 999, default: 0 },
  authCode: { max: 255 },
  domainName: { max: 255 },
} as const

/** The port of SSH on every server (API description, section "Server management"). */
export const sshPort = 10_022

/** Prepaid balance needed before signup can be enabled on a key, in yen. */
export const minBalanceToEnableServerOrdersYen = 20_000
