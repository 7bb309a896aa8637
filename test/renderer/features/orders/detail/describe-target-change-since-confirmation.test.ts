import { expect, test } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { describeTargetChangeSinceConfirmation } from '#renderer/features/orders/detail/describe-target-change-since-confirmation.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const at = Date.parse('2026-11-26T12:00:00Z')
const held = (fact: Record<string, unknown>) =>
  ({
    item: { kind: 'renew', accountId: 'a', name: 'one.com', years: 1 },
    expiryDate: '2026-12-05',
    hold: { reason: 'target_moved', error: null },
    steps: [
      { event: 'planned', at: 1, fact: {} },
      { event: 'held', at, fact: { reason: 'target_moved', ...fact } },
    ],
  }) as unknown as OrderIntentView
const moved = held({ listed: true, becomes: 'active', expiry_date: '2027-12-05' })

test('A held renewal says what the check before sending showed, and which expiry date was confirmed', () => {
  expect(describeTargetChangeSinceConfirmation(moved, setMessageLanguage('en'))).toBe(
    'Check before sending, 2026-11-26 21:00:00 (Japan time): Found in this account, Status: Active, Expiry: 2027-12-05. Expiry when ordered: 2026-12-05.',
  )
  expect(describeTargetChangeSinceConfirmation(moved, setMessageLanguage('ja'))).toBe(
    '送信前の確認（2026-11-26 21:00:00 日本時間）: このアカウントで見つかりました、状態: 有効、有効期限: 2027-12-05。注文時の有効期限: 2026-12-05。',
  )
})

test('A held order of another reason, or without a recorded check, has no such sentence', () => {
  const t = setMessageLanguage('en')
  expect(describeTargetChangeSinceConfirmation({ ...moved, hold: { reason: 'no_money', error: null } }, t)).toBeNull()
  expect(describeTargetChangeSinceConfirmation(held({}), t)).toBeNull()
})

test('A held server order names the server that the check before sending showed', () => {
  const order = {
    ...held({ listed: true, servername: 'shop', becomes: 'active', expiry_date: null }),
    expiryDate: null,
  }
  order.item = { kind: 'order' } as OrderIntentView['item']
  expect(describeTargetChangeSinceConfirmation(order, setMessageLanguage('en'))).toBe(
    'Check before sending, 2026-11-26 21:00:00 (Japan time): Found in this account, Server name: shop, Status: Active.',
  )
})

test('A held server order that was never sent does not say that a new server appeared since its sending', () => {
  const order = { ...held({ listed: false, appeared: 'shop' }), expiryDate: null }
  order.item = { kind: 'order' } as OrderIntentView['item']
  expect(describeTargetChangeSinceConfirmation(order, setMessageLanguage('en'))).toBe(
    'Check before sending, 2026-11-26 21:00:00 (Japan time): Not found in this account, New servers in the account: shop.',
  )
  expect(describeTargetChangeSinceConfirmation(order, setMessageLanguage('ja'))).toBe(
    '送信前の確認（2026-11-26 21:00:00 日本時間）: このアカウントでは見つかりませんでした、アカウントの新しいサーバー: shop。',
  )
})
