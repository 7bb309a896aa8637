import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { describeOrderingAgainAtCurrentPrice } from '#renderer/features/orders/detail/describe-ordering-again-at-current-price.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const cancelled = {
  item: { kind: 'renew', accountId: 'a', name: 'one.com', years: 1 },
  target: 'one.com',
  yen: 1_430,
  expiryDate: '2026-12-05',
  accountLabel: 'Shop',
} as OrderIntentView
const renewed = { reason: 'renewed', expiryDate: '2027-12-05' } as const

beforeEach(() => setActivePinia(createPinia()))

test('A cancelled order is offered again at the current price', () => {
  expect(describeOrderingAgainAtCurrentPrice(cancelled, null, setMessageLanguage('ja'))).toBe(
    '1,430円 で注文しましたが、課金されていません。現在の料金を確認のうえ、ご注文ください。',
  )
  expect(describeOrderingAgainAtCurrentPrice(cancelled, null, setMessageLanguage('en'))).toBe(
    'You confirmed ¥1,430. This order was not charged. Check the current price, then decide again.',
  )
})

test('A renewal of a domain that has been renewed meanwhile is offered only for one more renewal', () => {
  expect(describeOrderingAgainAtCurrentPrice(cancelled, renewed, setMessageLanguage('ja'))).toBe(
    'この注文では課金されていません。さらに更新する場合だけ、現在の料金を確認してください。',
  )
  expect(describeOrderingAgainAtCurrentPrice(cancelled, renewed, setMessageLanguage('en'))).toBe(
    'This order was not charged. Check the current price only to renew the domain once more.',
  )
})
