import { expect, test } from 'vitest'
import { countPaidCalls } from '#renderer/features/orders/external-purchases/count-paid-calls.ts'

test('A call that the service refused is not counted as a purchase, and one that ended with a server error is', () => {
  const rows = [200, 409, 422, 502].map((statusCode) => ({ statusCode }))
  expect(countPaidCalls(rows, () => 'elsewhere')).toEqual({ certain: 2, undecided: 0, refused: 2 })
  expect(countPaidCalls(rows, () => 'possiblyOwn')).toEqual({ certain: 0, undecided: 2, refused: 2 })
})
