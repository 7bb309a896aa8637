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

const now = Date.parse('2026-11-28T05:00:00Z')

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
      now,
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
      now,
    ),
  ).toBe('Completed for ¥1,430. Recorded by you. No response of the service confirms it.')
  expect(
    describeOrderStatusMeaning(
      { ...failed, acceptanceSource: 'response', steps: [step('answered'), read] },
      'meaning',
      t,
      now,
    ),
  ).not.toMatch(/No response/)
})

test.each(['transferring', 'active'])(
  'A failed transfer whose domain is %s later is not said to have led to it',
  (becomes) => {
    const t = setMessageLanguage('en')
    const status = becomes === 'active' ? ('done' as const) : ('accepted' as const)
    const steps = ['transferring', 'transfer_action_required', becomes].map((each, index) =>
      step(index === 0 ? 'answered' : 'status_read', { becomes: each }),
    )
    const text = describeOrderStatusMeaning(
      { ...transfer, status, acceptanceSource: 'response', steps },
      'meaning',
      t,
      now,
    )
    expect(text).toMatch(/and then not completed\. .* Another application may have led to it/)
  },
)

test.each([
  ['check', 'settled_by_reading', 'Inferred from a check.'],
  ['user', 'settled_by_person', 'Recorded by you.'],
] as const)(
  'A transfer that no response confirmed and that failed is not said to be accepted without saying so after a later reading (%s)',
  (acceptanceSource, event, source) => {
    const steps = [
      step(event, { becomes: 'transferring', happened: true }),
      step('status_read', { becomes: 'transfer_action_required' }),
      step('status_read', { becomes: 'active' }),
    ]
    const text = describeOrderStatusMeaning(
      { ...transfer, status: 'done', acceptanceSource, steps },
      'meaning',
      setMessageLanguage('en'),
      now,
    )
    expect(text).toMatch(/^The transfer was accepted .* Another application may have led to it/)
    expect(text).toContain(`${source} No response of the service confirms it.`)
  },
)

test('An expiry date that shows a renewal says when it was read', () => {
  const renewal = {
    ...transfer,
    item: { kind: 'renew', accountId: 'a', name: 'one.com', years: 1 },
    expiryDate: '2027-01-01',
    status: 'done',
    acceptanceSource: 'check',
    steps: [{ ...step('settled_by_reading', { expiry_date: '2028-01-01' }), at: Date.parse('2026-11-19T04:30:00Z') }],
  } as OrderIntentView
  const describe = (language: 'en' | 'ja') =>
    describeOrderStatusMeaning(renewal, 'meaning', setMessageLanguage(language), now)
  expect(describe('en')).toMatch(/^The expiry date is 2028-01-01 as of 2026-11-19 13:30( \(Japan time\))?, to which/)
  expect(describe('ja')).toMatch(/^有効期限は 2026-11-19 13:30(（日本時間）)? の時点で 2028-01-01 になっており/)
})

test.each([
  ['order', 'server in the account that fits this order', 'サーバーがアカウントにあり'],
  ['acquire', 'domain of this order in the account', 'ドメインがアカウントにあり'],
  ['transfer', 'domain of this order in the account', 'ドメインがアカウントにあり'],
] as const)('An order that a check confirmed says when the check was made (%s)', (kind, english, japanese) => {
  const order = {
    ...transfer,
    item: { ...transfer.item, kind },
    status: 'done',
    acceptanceSource: 'check',
    steps: [
      { ...step('settled_by_reading'), at: Date.parse('2026-11-19T04:30:00Z') },
      { ...step('status_read', { becomes: 'active' }), at: Date.parse('2026-11-20T04:30:00Z') },
    ],
  } as OrderIntentView
  const describe = (language: 'en' | 'ja') =>
    describeOrderStatusMeaning(order, 'meaning', setMessageLanguage(language), now)
  expect(describe('en')).toMatch(new RegExp(`^A check at 2026-11-19 13:30( \\(Japan time\\))? showed .*${english}`))
  expect(describe('ja')).toMatch(new RegExp(`^2026-11-19 13:30(（日本時間）)? の確認では${japanese}`))
})

test.each([
  ['en', 'Nothing was charged for it.'],
  ['ja', 'この注文では課金されていません。'],
] as const)(
  'A cancelled or declined repeat says of itself only that nothing was charged, because the order before it may be (%s)',
  (language, nothing) => {
    const t = setMessageLanguage(language)
    for (const status of ['abandoned', 'refused'] as const) {
      const repeat = { ...transfer, state: status, status, repeats: 'first', acceptanceSource: null, steps: [] }
      expect(describeOrderStatusMeaning(repeat, 'meaning', t, now)).toContain(nothing)
    }
  },
)
