import { expect, test } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { IntentViewQueries } from '#main/orders/query-intent-views.ts'
import { findSentRenewalOfDetectedExpiryChange } from '#main/orders/reports/find-sent-renewal-of-detected-expiry-change.ts'

const base = { item: { kind: 'renew', years: 1 }, expiryDate: '2027-03-31', createdAt: 0, acceptanceSource: null }
const repeatNotExecuted = { ...base, id: 'repeat', state: 'done', status: 'already_ordered', sentAt: 2 }
const notAccepted = { ...base, id: 'first', state: 'abandoned', status: 'not_happened', sentAt: 1 }

function findAmong(rows: readonly object[], mayHaveBeenExecuted = true) {
  const page: IntentViewQueries['page'] = (_filter, { offset }) => ({
    rows: rows as OrderIntentView[],
    total: rows.length,
    offset,
  })
  const values = { field: 'expiry', before: '2027-03-31', after: '2028-03-31' } as const
  return findSentRenewalOfDetectedExpiryChange(
    { page, mayHaveBeenExecuted: () => mayHaveBeenExecuted },
    { kind: 'domain', name: 'one.com', values, detectedAt: 3 },
    [],
  ).sentOrder
}

test('An expiry is not explained by a repeat of a renewal of which no sending was executed', () => {
  expect(findAmong([repeatNotExecuted])).toBeNull()
  const first = { intentId: 'first', at: 1, certainty: 'unknown_outcome' }
  expect(findAmong([repeatNotExecuted, notAccepted])).toEqual(first)
})

test('An expiry is not explained by a cancelled renewal of which no sending was executed', () => {
  expect(findAmong([notAccepted], false)).toBeNull()
})
