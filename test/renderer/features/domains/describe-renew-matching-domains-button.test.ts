import { expect, test } from 'vitest'
import { describeRenewMatchingDomainsButton } from '#renderer/features/domains/describe-renew-matching-domains-button.ts'

const counts = {
  total: 900,
  byStatus: [
    { status: 'active', count: 49 },
    { status: 'expired', count: 8 },
    { status: 'transfer_action_required', count: 1 },
  ],
  gone: 3,
}
const maxDomains = 500

test('The button above a filtered list counts only domains that can be renewed', () => {
  expect(describeRenewMatchingDomainsButton(counts, [], maxDomains, true)).toEqual({
    text: 'domains.renewActive',
    n: 49,
  })
  expect(describeRenewMatchingDomainsButton(counts, ['active'], maxDomains, true)).toEqual({
    text: 'domains.renewMatching',
    n: 49,
  })
})

test('No renewal is offered if no listed domain can be renewed', () => {
  expect(describeRenewMatchingDomainsButton(counts, ['expired'], maxDomains, true)).toBeNull()
  expect(describeRenewMatchingDomainsButton({ ...counts, byStatus: [] }, [], maxDomains, true)).toBeNull()
})

test('If more domains match than one purchase accepts, the first of them are offered, or only the active ones of these', () => {
  expect(describeRenewMatchingDomainsButton(counts, ['active'], 20, true)).toEqual({
    text: 'domains.renewFirst',
    n: 20,
  })
  expect(describeRenewMatchingDomainsButton(counts, [], 20, true)).toEqual({
    text: 'domains.renewActiveOfFirst',
    n: 20,
  })
})

test('The button names no number of domains if an account of the list may not renew', () => {
  expect(describeRenewMatchingDomainsButton(counts, [], maxDomains, false)).toEqual({ text: 'domains.renew', n: 49 })
  expect(describeRenewMatchingDomainsButton(counts, ['expired'], maxDomains, false)).toBeNull()
})
