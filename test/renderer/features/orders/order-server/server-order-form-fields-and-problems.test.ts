import { describe, expect, test } from 'vitest'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import {
  createEmptyServerOrderDraft,
  toServerOrderItem,
  findServerOrderProblems,
} from '#renderer/features/orders/order-server/server-order-form-fields-and-problems.ts'
import { listOfferedPeriodMonths } from '#renderer/features/orders/order-server/find-offered-hosting-plan-periods.ts'
import { formatPricePerMonth } from '#renderer/features/orders/order-server/format-price-per-month.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const t = setMessageLanguage('en')

describe('The server order form', () => {
  const whole = { ...createEmptyServerOrderDraft(), planId: 'standard', months: 12, serverId: 'banto01' }

  test('An order always states automatic renewal and a server ID', () => {
    expect(toServerOrderItem('a', whole)).toEqual({
      kind: 'order',
      accountId: 'a',
      planId: 'standard',
      months: 12,
      serverId: 'banto01',
      autoRenew: true,
      partnerCode: null,
    })
    expect(toServerOrderItem('a', { ...whole, serverId: '' })).toBeNull()
  })

  test.each(['ab', '1abc', 'Abc', 'abc-d', 'abcdefghijklm', 'あいう'])(
    'An order with the server ID %s is refused',
    (serverId) => {
      expect(findServerOrderProblems({ ...whole, serverId }).serverId).toBe(true)
      expect(toServerOrderItem('a', { ...whole, serverId })).toBeNull()
    },
  )

  test('A partner code of letters and digits only is accepted', () => {
    expect(findServerOrderProblems({ ...whole, partnerCode: ' ABC123 ' }).partnerCode).toBe(false)
    expect(toServerOrderItem('a', { ...whole, partnerCode: ' ABC123 ' })).toMatchObject({ partnerCode: 'ABC123' })
    expect(findServerOrderProblems({ ...whole, partnerCode: 'A-1' }).partnerCode).toBe(true)
    expect(
      findServerOrderProblems({ ...whole, partnerCode: 'x'.repeat(requestFieldRules.partnerCode.max + 1) }).partnerCode,
    ).toBe(true)
  })

  test('A price per month is exact, or marked as rounded if it is no whole yen', () => {
    expect(formatPricePerMonth({ months: 12, total_price: 13_200 }, t)).toBe('¥1,100 / month')
    expect(formatPricePerMonth({ months: 36, total_price: 32_670 }, t)).toBe('about ¥908 / month')
  })

  test('Every period of any plan is offered, shortest first', () => {
    const period = (months: number) => ({ months, total_price: 1, unpayable: null })
    expect(
      listOfferedPeriodMonths([
        { plan_id: 'a', plan_name: 'A', periods: [period(36), period(3)] },
        { plan_id: 'b', plan_name: 'B', periods: [period(12), period(3)] },
      ]),
    ).toEqual([3, 12, 36])
  })
})
