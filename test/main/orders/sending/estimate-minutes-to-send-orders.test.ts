import { expect, test } from 'vitest'
import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { minuteMs } from '#shared/durations.ts'
import { estimateMinutesToSendOrders } from '#main/orders/sending/estimate-minutes-to-send-orders.ts'

const now = 100 * minuteMs
const usage = (fields: Partial<QuotaUsage>) =>
  ({
    accountId: 'a',
    limitClass: 'domain',
    perMinute: 60,
    usedMinute: 0,
    nextFreeAt: null,
    heldUntil: null,
    ...fields,
  }) as QuotaUsage
const renewals = (count: number, accountId = 'a') => [{ accountId, kind: 'renew' as const, count }]

test('Orders that fit into the calls left of the minute need no wait for the limit', () => {
  expect(estimateMinutesToSendOrders(renewals(40), [usage({ usedMinute: 20 })], now)).toBe(0)
})

test('Orders beyond the calls of the minute need the minutes of the limit, after the wait for the next call', () => {
  const used = usage({ usedMinute: 60, nextFreeAt: now + minuteMs / 2 })
  expect(estimateMinutesToSendOrders(renewals(180), [used], now)).toBe(3.5)
  expect(estimateMinutesToSendOrders(renewals(180), [usage({ usedMinute: 30 })], now)).toBe(2.5)
})

test('Orders wait as long as the service asked, also if calls of the minute are left', () => {
  const asked = usage({ usedMinute: 20, nextFreeAt: now + 90 * minuteMs })
  expect(estimateMinutesToSendOrders(renewals(40), [asked], now)).toBe(90)
  expect(estimateMinutesToSendOrders([], [asked], now)).toBe(0)
})

test('Of several accounts, the slowest one counts', () => {
  const usages = [usage({ usedMinute: 60 }), usage({ accountId: 'b', usedMinute: 60 })]
  expect(estimateMinutesToSendOrders([...renewals(60), ...renewals(240, 'b')], usages, now)).toBe(4)
})
