import { expect, test } from 'vitest'
import { i18n } from '#renderer/text/i18n.ts'
import {
  describeMoreOrdersOfTarget,
  ordersOfTargetShown,
} from '#renderer/features/orders/list/describe-more-orders-of-target.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('More orders of a target are offered only as far as the list can show them', () => {
  setMessageLanguage('en')
  const { atFirst, atMost } = ordersOfTargetShown
  const describe = (total: number, limit: number) => describeMoreOrdersOfTarget(total, limit, i18n.global.t, 'en')
  expect(describe(atFirst, atFirst)).toBeNull()
  expect(describe(atMost, atFirst)).toBe('Show all 500')
  expect(describe(1_200, atFirst)).toBe('Show the newest 500 of 1,200')
  expect(describe(1_200, atMost)).toBeNull()
})
