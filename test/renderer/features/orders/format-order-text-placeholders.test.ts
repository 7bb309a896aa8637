import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { formatOrderTextPlaceholders } from '#renderer/features/orders/format-order-text-placeholders.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

function renewal(expiryDate: string, years: number): OrderIntentView {
  return {
    item: { kind: 'renew', accountId: 'a', name: 'one.com', years },
    target: 'one.com',
    yen: 990,
    expiryDate,
    accountLabel: 'Shop',
  } as OrderIntentView
}
const says = (intent: OrderIntentView) => formatOrderTextPlaceholders(intent, String)

beforeEach(() => setActivePinia(createPinia()))

test('The expected expiry of a renewal is exactly the paid years later', () => {
  expect(says(renewal('2027-03-31', 2))).toMatchObject({ date: '2027-03-31', expected: '2029-03-31' })
})

test('The expected expiry after 29 February has both possible dates', () => {
  expect(says(renewal('2028-02-29', 1)).expected).toBe('2029-02-28 / 2029-03-01')
})

test('An account has its current label, or its stored label after its removal', () => {
  expect(says(renewal('2027-03-31', 1)).account).toBe('Shop')
  useAccounts().accounts = [{ id: 'a', label: 'Old shop' } as Account, { id: 'b', label: 'Shop' } as Account]
  expect(says(renewal('2027-03-31', 1)).account).toBe('Old shop')
})

test.each(['en', 'ja'] as const)(
  'No text takes the later expiry of a renewal for the acceptance of the order (%s)',
  (locale) => {
    i18n.global.locale.value = locale
    const { t } = i18n.global
    expect(t('orders.event.settled_by_reading')).not.toMatch(/accepted|受け付けられていました/)
    expect(t('orders.manualSettlement.whatToCheck.renew', { name: '', date: '', expected: '' })).not.toMatch(
      /was accepted|受け付けられて/,
    )
  },
)
