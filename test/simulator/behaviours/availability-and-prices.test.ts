import { describe, expect, test } from 'vitest'
import { type CoveredRulesOptions, covers } from '#test/simulator/api-rules-that-need-tests.ts'
import { formatStatusAndCode, startTestSimulator, token } from '#test/simulator/start-test-simulator.ts'

describe('Availability and prices', () => {
  const world = {
    tlds: [
      { tld: 'com', register: 990, renew: 1650, transfer: 1650 },
      { tld: 'jp', register: 2200, renew: 3124, transfer: null },
    ],
    registered: ['taken.com'],
    premium: ['gold.com'],
    external_conflict: ['elsewhere.com'],
    users: [{ name: 'aoi', keys: [{ token }], domains: [{ domain_name: 'mine.com' }] }],
  }

  test.each<[name: string, reason: string | null, isPriced: boolean, covers?: CoveredRulesOptions]>([
    ['free.com', null, true],
    ['taken.com', 'registered', true, covers('availability: registered')],
    ['mine.com', 'registered', true],
    ['gold.com', 'premium', true, covers('availability: premium name')],
    ['elsewhere.com', 'external_conflict', true, covers('availability: external_conflict')],
    ['free.museum', 'unsupported_tld', false, covers('availability: unsupported_tld')],
    ['例え.com', 'invalid_name', false, covers('availability: invalid_name')],
    ['-x.com', 'invalid_name', false],
  ])(
    'The name %s is checked with reason %s',
    covers(
      'endpoint: domain.check',
      'availability: available',
      'availability: reason',
      'availability: premium',
      'availability: reason_message',
      'availability: prices',
    ),
    async (name, reason, isPriced) => {
      const { get } = await startTestSimulator(world)
      const { body } = await get(`/v1/domain/check?domain_name=${encodeURIComponent(name)}`)
      expect(body).toMatchObject({ available: reason === null, reason, premium: false })
      expect(Object.hasOwn(body, 'reason_message')).toBe(reason !== null)
      expect(body.prices).toEqual(
        isPriced ? { register: 990, renew: 1650, transfer: 1650, currency: 'JPY', campaign_applied: false } : null,
      )
    },
  )

  test(
    'A TLD that the API can neither transfer nor renew has null for these prices',
    covers('availability: prices without transfer or renewal'),
    async () => {
      const { get } = await startTestSimulator({
        ...world,
        tlds: [{ tld: 'slow', register: 500, renew: null, transfer: null, campaign_applied: true }],
      })
      expect((await get('/v1/domain/pricing')).body.prices).toEqual([
        { tld: 'slow', register: 500, renew: null, transfer: null, currency: 'JPY', campaign_applied: true },
      ])
    },
  )

  test(
    'Prices are filtered by TLD, with or without a leading dot',
    covers('endpoint: domain.pricing', 'availability: price list by TLD'),
    async () => {
      const { get } = await startTestSimulator(world)
      const tlds = async (query: string) =>
        (await get(`/v1/domain/pricing${query}`)).body.prices.map((price: { tld: string }) => price.tld)
      expect(await tlds('')).toEqual(['com', 'jp'])
      expect(await tlds('?tld=.jp')).toEqual(['jp'])
      expect(await tlds('?tld=jp,.com,none')).toEqual(['com', 'jp'])
    },
  )

  test(
    'An availability check needs a name of at most 255 characters',
    covers('availability: length of the name'),
    async () => {
      const { get } = await startTestSimulator(world)
      expect(formatStatusAndCode(await get('/v1/domain/check'))).toBe('422 VALIDATION_ERROR')
      expect(formatStatusAndCode(await get(`/v1/domain/check?domain_name=${'a'.repeat(256)}`))).toBe(
        '422 VALIDATION_ERROR',
      )
    },
  )
})
