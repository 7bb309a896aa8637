import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PaidCallOutcome } from '#main/api/api-client-interface.ts'
import { classifySendingOutcome } from '#main/orders/sending/classify-sending-outcome.ts'
import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import { AppError } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { acquisition, expiry, order, renewal, transfer } from '#test/main/orders/orders-rig.ts'

const items: readonly OrderItem[] = [renewal, acquisition, transfer, order]
const fresh = { count: 1, lost: 0, isBurnt: false, isUnclear: false, firstServerAt: 0, firstUpAt: 0 }
const histories = {
  first: fresh,
  'after a lost answer': { ...fresh, count: 2, lost: 1 },
  'after a 5xx': { ...fresh, count: 2, isBurnt: true },
  'after an unclear answer': { ...fresh, count: 2, isUnclear: true },
} as const
type History = keyof typeof histories
const historyNames = Object.keys(histories) as History[]

function intentOf(item: OrderItem, history: History = 'first') {
  const target = item.kind === 'order' ? item.serverId : item.name
  return {
    item,
    target,
    expiryDate: item.kind === 'renew' ? expiry : null,
    sendings: histories[history],
    repeats: null as string | null,
  }
}

const answered: PaidCallOutcome = { isSent: true, status: 200, data: {}, error: null, at: 0, serverAt: 0 }
const refusal = (status: number, code?: string): PaidCallOutcome => ({
  ...answered,
  status,
  data: null,
  error: new AppError('service', 'no', { status, ...(code !== undefined && { code }) }),
})
const failure = (kind: ErrorKind, status?: number): PaidCallOutcome => ({
  ...answered,
  status: null,
  data: null,
  error: new AppError(kind, 'failed', status === undefined ? {} : { status }),
})
const eventOf = (item: OrderItem, history: History, outcome: PaidCallOutcome) =>
  classifySendingOutcome(intentOf(item, history), outcome).event

/** The outcome of a first sending by error code. Each code comes with the status that the API description lists. */
const firstSending: Record<ServiceErrorCode, string> = {
  BAD_REQUEST: 'refused',
  UNAUTHORIZED: 'refused',
  PAYMENT_REQUIRED: 'refused',
  FORBIDDEN: 'refused',
  NOT_FOUND: 'refused',
  DOMAIN_NOT_FOUND: 'refused',
  RECORD_NOT_FOUND: 'unclear',
  USER_NOT_FOUND: 'refused',
  METHOD_NOT_ALLOWED: 'refused',
  DOMAIN_NOT_ACTIVE: 'refused',
  MIGRATION_LOCKED: 'refused',
  WHOIS_NOT_EDITABLE: 'unclear',
  MAIL_VALIDATION_REQUIRED: 'unclear',
  UNLOCK_BLOCKED: 'unclear',
  EXPIRY_MISMATCH: 'refused',
  DUPLICATE_REQUEST: 'unclear',
  DUPLICATE_OPERATION: 'unclear',
  DOMAIN_CONFLICT: 'unclear',
  REGISTRAR_REJECTED: 'unclear',
  SERVER_ID_TAKEN: 'refused',
  VALIDATION_ERROR: 'refused',
  PRICE_MISMATCH: 'refused',
  PLAN_NOT_AVAILABLE: 'refused',
  PREMIUM_NOT_SUPPORTED: 'refused',
  UNSUPPORTED_TLD_FOR_API: 'refused',
  CREDIT_CARD_REQUIRED: 'refused',
  FREE_CAMPAIGN_NOT_AVAILABLE: 'refused',
  RATE_LIMIT_EXCEEDED: 'rate_refused',
  INTERNAL_ERROR: 'server_error',
  REGISTRAR_ERROR: 'server_error',
  BACKEND_ERROR: 'server_error',
  REGISTRAR_UNAVAILABLE: 'server_error',
  OPERATION_ERROR: 'unclear',
}
const codes = Object.keys(firstSending) as ServiceErrorCode[]
const statuses = [
  200, 201, 204, 301, 302, 307, 400, 401, 402, 403, 404, 405, 409, 410, 422, 429, 451, 500, 502, 503, 504, 599,
]

function expected(code: ServiceErrorCode, status: number, { kind }: OrderItem, history: History): string {
  if (status >= 500) return 'server_error'
  if (status === 429) return code === 'RATE_LIMIT_EXCEEDED' ? 'rate_refused' : 'unclear'
  if (status < 400 || serviceErrors[code].status !== status) return 'unclear'
  if (history === 'first') return firstSending[code]
  return code === 'DUPLICATE_REQUEST' && history === 'after a lost answer' && kind !== 'order' ? 'running' : 'unclear'
}

describe('Outcome of a sending', () => {
  test.each(items)('The outcome is right for every code, status and history: $kind', (item) => {
    for (const code of codes) {
      for (const status of statuses) {
        for (const history of historyNames) {
          expect([code, status, history, eventOf(item, history, refusal(status, code))]).toEqual([
            code,
            status,
            history,
            expected(code, status, item, history),
          ])
        }
      }
    }
  })

  test('Only a listed code with its listed status is a refusal', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...items),
        fc.integer({ min: 200, max: 599 }),
        fc.oneof(fc.constantFrom(...codes), fc.string()),
        fc.constantFrom(...historyNames),
        (item, status, code, history) => {
          const event = eventOf(item, history, refusal(status, code))
          if (event !== 'refused') return
          expect(serviceErrors[code as ServiceErrorCode].status).toBe(status)
          expect(status).toBeGreaterThanOrEqual(400)
          expect(status).toBeLessThan(500)
          expect(history).toBe('first')
        },
      ),
    )
  })

  test.each(['no_network', 'tls', 'cancelled', 'offline', 'paused', 'no_key'] as const)(
    'The outcome is `not_sent` when no byte was sent: %s',
    (kind) => {
      expect(eventOf(renewal, 'first', { ...failure(kind), isSent: false })).toBe('not_sent')
    },
  )

  test.each(['timeout', 'cut_off'] as const)('The outcome is `lost` when no answer began: %s', (kind) => {
    for (const item of items) expect(eventOf(item, 'first', failure(kind))).toBe('lost')
  })

  test('An incomplete answer is unclear, or a server error if it began with a 5xx', () => {
    for (const kind of ['timeout', 'cut_off'] as const) {
      expect(eventOf(renewal, 'first', failure(kind, 200))).toBe('unclear')
      expect(eventOf(renewal, 'first', failure(kind, 422))).toBe('unclear')
      expect(eventOf(renewal, 'first', failure(kind, 502))).toBe('server_error')
    }
  })

  test('An answer that is too large is unclear, whatever its status and code say', () => {
    for (const [status, code] of [
      [200, undefined],
      [402, 'PAYMENT_REQUIRED'],
      [409, 'DUPLICATE_REQUEST'],
      [422, 'PRICE_MISMATCH'],
      [429, 'RATE_LIMIT_EXCEEDED'],
      [429, undefined],
    ] as const) {
      const error = new AppError('too_large', 'more than 64 KB', { status, ...(code && { code }) })
      for (const item of items)
        for (const history of historyNames)
          expect(eventOf(item, history, { ...refusal(status), error })).toBe('unclear')
    }
    expect(
      eventOf(renewal, 'first', {
        ...refusal(502),
        error: new AppError('too_large', 'more than 64 KB', { status: 502 }),
      }),
    ).toBe('server_error')
  })

  test.each(['too_large', 'bug'] as const)('The outcome is unclear after the error %s', (kind) => {
    expect(eventOf(renewal, 'first', failure(kind))).toBe('unclear')
  })

  test('A redirect or a foreign answer is unclear', () => {
    expect(
      eventOf(renewal, 'first', { ...refusal(302), error: new AppError('redirected', 'to', { status: 302 }) }),
    ).toBe('unclear')
    expect(
      eventOf(renewal, 'first', { ...refusal(200), error: new AppError('not_the_service', 'html', { status: 200 }) }),
    ).toBe('unclear')
    expect(
      eventOf(renewal, 'first', { ...refusal(402), error: new AppError('not_the_service', 'html', { status: 402 }) }),
    ).toBe('unclear')
  })

  test('Any answer with status 429 is a rate limit refusal, even a foreign one', () => {
    expect(eventOf(order, 'first', refusal(429))).toBe('rate_refused')
    expect(
      eventOf(order, 'first', { ...refusal(429), error: new AppError('not_the_service', 'html', { status: 429 }) }),
    ).toBe('rate_refused')
  })
})

describe('Repeats allowed by the user', () => {
  const ofRepeat = (code: ServiceErrorCode) =>
    classifySendingOutcome(
      { ...intentOf(renewal), repeats: 'the one before' },
      refusal(serviceErrors[code].status ?? 0, code),
    ).event

  test.each(['EXPIRY_MISMATCH', 'SERVER_ID_TAKEN', 'DOMAIN_NOT_ACTIVE', 'VALIDATION_ERROR'] as const)(
    'The code %s is no refusal of a repeat, because the repeated order may have arrived late',
    (code) => {
      expect(ofRepeat(code)).toBe('unclear')
    },
  )

  test.each(['PAYMENT_REQUIRED', 'PRICE_MISMATCH', 'FORBIDDEN'] as const)(
    'The code %s is a refusal of a repeat, because it concerns this sending only',
    (code) => {
      expect(ofRepeat(code)).toBe('refused')
    },
  )
})

describe('Answers with status 200', () => {
  const renewed = {
    domain_name: 'example.com',
    status: 'active',
    expiry_date: '2028-03-31',
    renewed: true,
    previous_expiry_date: expiry,
  }
  const ordered = { server_id: 'banto01', servername: 'banto01.example', status: 'setup_pending' }
  const of = (item: OrderItem, data: unknown) => classifySendingOutcome(intentOf(item), { ...answered, data }).event

  test('Only an answer as in the API description is a success', () => {
    expect(of(renewal, { domain: renewed })).toBe('answered')
    expect(of(renewal, { domain: { ...renewed, domain_name: 'EXAMPLE.com' } })).toBe('answered')
    expect(
      of(acquisition, { domain: { domain_name: 'fresh-name.com', status: 'pending_create', expiry_date: null } }),
    ).toBe('answered')
    expect(
      of(acquisition, { domain: { domain_name: 'fresh-name.com', status: 'active', expiry_date: '2027-11-20' } }),
    ).toBe('answered')
    expect(of(transfer, { domain: { domain_name: 'moved-name.com', status: 'transferring' } })).toBe('answered')
    expect(
      of(transfer, { domain: { domain_name: 'moved-name.com', status: 'active', expiry_date: '2027-11-20' } }),
    ).toBe('answered')
    expect(of(order, { server: ordered })).toBe('answered')
    expect(of(order, { server: { ...ordered, status: 'active' } })).toBe('answered')
  })

  test.each([
    'rejected',
    'failed',
    'expired',
    'suspended',
    'transfer_action_required',
    'something_new',
    '',
    null,
    7,
    undefined,
  ])('The status %j is no success', (status) => {
    expect(of(acquisition, { domain: { domain_name: 'fresh-name.com', status } })).toBe('unclear')
    expect(of(transfer, { domain: { domain_name: 'moved-name.com', status } })).toBe('unclear')
    expect(of(order, { server: { ...ordered, status } })).toBe('unclear')
    expect(of(renewal, { domain: { ...renewed, status } })).toBe('unclear')
  })

  test.each([
    ['not renewed', { ...renewed, renewed: false }],
    ['renewed unsaid', { ...renewed, renewed: undefined }],
    ['no expiry', { ...renewed, expiry_date: null }],
    ['no previous expiry', { ...renewed, previous_expiry_date: null }],
    ['the same expiry', { ...renewed, expiry_date: expiry }],
    ['an earlier expiry than before', { ...renewed, previous_expiry_date: '2029-01-01' }],
    [
      'later than before, not than confirmed',
      { ...renewed, expiry_date: '2027-01-01', previous_expiry_date: '2026-01-01' },
    ],
    ['an expiry that is no date', { ...renewed, expiry_date: 'soon' }],
    ['another domain', { ...renewed, domain_name: 'example.net' }],
  ])('An answer with %s proves no renewal', (_, domain) => {
    expect(of(renewal, { domain })).toBe('unclear')
  })

  test('An answer about another target, without a target, with a wrong status or of a dry run proves nothing', () => {
    expect(of(acquisition, { domain: { domain_name: 'fresh-name.com', status: 'expired' } })).toBe('unclear')
    expect(of(acquisition, { domain: { domain_name: 'fresh-name.com' } })).toBe('unclear')
    expect(of(order, { server: { ...ordered, server_id: 'banto02' } })).toBe('unclear')
    for (const item of items) {
      expect(of(item, {})).toBe('unclear')
      expect(of(item, { dry_run: true, total_price: 1 })).toBe('unclear')
      expect(of(item, null)).toBe('unclear')
    }
    expect(of(renewal, { domain: renewed, dry_run: true })).toBe('unclear')
    expect(
      classifySendingOutcome(intentOf(renewal), { ...answered, status: 201, data: { domain: renewed } }).event,
    ).toBe('unclear')
  })

  test('An arbitrary answer is never a success', () => {
    fc.assert(
      fc.property(fc.constantFrom(...items), fc.anything(), (item, data) => {
        expect(of(item, data)).toBe('unclear')
      }),
    )
  })
})
