import { expect, test } from 'vitest'
import { renewMatchingOffer } from '#renderer/features/domains/renew-matching-offer.ts'

const counts = {
  total: 900,
  byStatus: [
    { status: 'active', count: 49 },
    { status: 'expired', count: 8 },
    { status: 'transfer_action_required', count: 1 },
  ],
  gone: 3,
}
const most = 500

test('the button over a filtered list counts only what can be renewed', () => {
  expect(renewMatchingOffer(counts, [], most)).toEqual({ text: 'domains.renewActive', n: 49 })
  expect(renewMatchingOffer(counts, ['active'], most)).toEqual({ text: 'domains.renewMatching', n: 49 })
})

test('where nothing can be renewed, nothing is offered', () => {
  expect(renewMatchingOffer(counts, ['expired'], most)).toBeNull()
  expect(renewMatchingOffer({ ...counts, byStatus: [] }, [], most)).toBeNull()
})

test('of more rows than one decision takes, the first ones are offered', () => {
  expect(renewMatchingOffer(counts, [], 20)).toEqual({ text: 'domains.renewFirst', n: 20 })
})
