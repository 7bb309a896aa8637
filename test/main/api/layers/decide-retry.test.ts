import { describe, expect, test } from 'vitest'
import type { Idempotency } from '#shared/api/define-endpoint.ts'
import { AppError } from '#shared/app-error.ts'
import { decideRetry, type RetryDecision } from '#main/api/layers/decide-retry.ts'

describe('the retry decision', () => {
  const effects: Idempotency[] = ['read', 'repeatable', 'once', 'paid']
  const outcomes: [
    string,
    { error: AppError | null; status: number | null },
    Record<'read' | 'once', RetryDecision>,
  ][] = [
    ['a success', { error: null, status: 200 }, { read: 'final', once: 'final' }],
    ['no network', { error: new AppError('no_network', ''), status: null }, { read: 'repeat', once: 'final' }],
    ['a refused certificate', { error: new AppError('tls', ''), status: null }, { read: 'final', once: 'final' }],
    [
      'no response in time',
      { error: new AppError('timeout', ''), status: null },
      { read: 'repeat', once: 'unsettled' },
    ],
    [
      'a connection that was cut off',
      { error: new AppError('cut_off', ''), status: null },
      { read: 'repeat', once: 'unsettled' },
    ],
    [
      'a response that is too large',
      { error: new AppError('too_large', ''), status: null },
      { read: 'final', once: 'unsettled' },
    ],
    ['a redirect', { error: new AppError('redirected', ''), status: 302 }, { read: 'final', once: 'unsettled' }],
    [
      'a 200 that is not from the service',
      { error: new AppError('not_the_service', ''), status: 200 },
      { read: 'final', once: 'unsettled' },
    ],
    [
      'a 404 that is not from the service',
      { error: new AppError('not_the_service', ''), status: 404 },
      { read: 'final', once: 'unsettled' },
    ],
    [
      'a 502 that is not from the service',
      { error: new AppError('not_the_service', ''), status: 502 },
      { read: 'repeat', once: 'unsettled' },
    ],
    ['a refusal', { error: new AppError('service', ''), status: 422 }, { read: 'final', once: 'final' }],
    ['a 429', { error: new AppError('service', ''), status: 429 }, { read: 'repeat', once: 'final' }],
    [
      'a 500 from the service',
      { error: new AppError('service', ''), status: 500 },
      { read: 'repeat', once: 'unsettled' },
    ],
  ]

  test.each(outcomes)('The retry decision is correct after %s', (_, { error, status }, expected) => {
    const outcome = { error, response: status === null ? null : { status, headers: {} } }
    expect(effects.map((effect) => decideRetry(effect, outcome))).toEqual([
      expected.read,
      expected.read,
      expected.once,
      expected.once,
    ])
  })
})
