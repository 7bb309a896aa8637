import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import { describeOrderStatusMeaning } from '#renderer/features/orders/detail/describe-order-status-meaning.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const transfer = {
  item: { kind: 'transfer', accountId: 'a', name: 'one.com' },
  target: 'one.com',
  yen: 1_430,
  expiryDate: null,
  accountLabel: 'Shop',
  state: 'done',
} as OrderIntentView
const step = (event: string, fact: object = {}) => ({ event, fact }) as OrderIntentView['steps'][number]

beforeEach(() => setActivePinia(createPinia()))

test('An order that no response confirmed is not said to be accepted or completed without saying so', () => {
  const t = setMessageLanguage('en')
  const failed = { ...transfer, status: 'needs_application' } as const
  const read = step('status_read', { becomes: 'transfer_action_required' })
  expect(
    describeOrderStatusMeaning(
      { ...failed, acceptanceSource: 'check', steps: [step('settled_by_reading'), read] },
      'meaning',
      t,
    ),
  ).toMatch(/^The transfer was accepted .* Inferred from a check\. No response of the service confirms it\.$/)
  expect(
    describeOrderStatusMeaning(
      {
        ...transfer,
        status: 'done',
        acceptanceSource: 'user',
        steps: [step('settled_by_person', { happened: true }), step('status_read', { becomes: 'active' })],
      },
      'meaning',
      t,
    ),
  ).toBe('Completed for ¥1,430. Recorded by you. No response of the service confirms it.')
  expect(
    describeOrderStatusMeaning(
      { ...failed, acceptanceSource: 'response', steps: [step('answered'), read] },
      'meaning',
      t,
    ),
  ).not.toMatch(/No response/)
})
