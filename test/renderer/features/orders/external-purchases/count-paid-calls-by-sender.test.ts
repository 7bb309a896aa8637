import { expect, test } from 'vitest'
import { countPaidCallsBySender } from '#renderer/features/orders/external-purchases/count-paid-calls-by-sender.ts'

test('A call that the service refused is not counted as a purchase, and one that ended with a server error is', () => {
  const rows = [200, 409, 422, 502].map((statusCode) => ({ statusCode }))
  expect(countPaidCallsBySender(rows, () => 'elsewhere')).toEqual({ elsewhere: 2, possiblyOwn: 0, refused: 2 })
  expect(countPaidCallsBySender(rows, () => 'possiblyOwn')).toEqual({ elsewhere: 0, possiblyOwn: 2, refused: 2 })
})
