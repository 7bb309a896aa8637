import { expect, test } from 'vitest'
import { describeOrderHold } from '#renderer/features/orders/describe-order-hold.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import { buildOrdersWorld, expiry, startOrders } from '#test/main/orders/orders-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('An order held for insufficient balance mentions another order, but not the answer to that order', () => {
  setMessageLanguage('en')
  const error = {
    kind: 'service',
    message: 'refused',
    status: 402,
    code: 'PAYMENT_REQUIRED',
    serviceMessage: 'Prepaid balance insufficient',
    details: {},
  } as const
  expect(describeOrderHold({ reason: 'no_money', error })).toEqual({
    title: 'On hold: insufficient balance for another order of this account.',
    remedy: expect.stringContaining('Add funds'),
    detail: null,
  })
  expect(describeOrderHold({ reason: 'cannot_send', error }).detail).toContain('PAYMENT_REQUIRED')
})

test.each([
  ['en', 'insufficient balance for another order', 'declined'],
  ['ja', '別の注文で残高が不足', '不成立'],
] as const)(
  'An order held for insufficient balance does not call the other order declined, because its outcome may be unknown (%s)',
  async (language, balance, declined) => {
    const rig = await startOrders(
      buildOrdersWorld({
        domains: ['lost.com', 'queued.com'].map((domain_name) => ({ domain_name, expiry_date: expiry })),
      }),
    )
    // Without a usable key, the other order stays queued.
    rig.accounts.addKey('a', { id: 'unusable', state: 'quarantined', me: null }, 'another-key')
    const { faults } = rig.simulator
    faults.add({ match: { method: 'POST' }, fault: { kind: 'reset-before' }, times: 1 })
    faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED' } })
    const renewalOf = (name: string): OrderItem => ({ kind: 'renew', accountId: 'a', name, years: 1 })
    const [lost = '', queued = ''] = await rig.place(
      { item: renewalOf('lost.com') },
      { item: renewalOf('queued.com'), keyId: 'unusable' },
    )
    const { hold } = await rig.untilIt(queued, (intent) => intent.hold?.reason === 'no_money')
    expect(rig.intent(lost)).toMatchObject({ state: 'unsettled', error: { code: 'PAYMENT_REQUIRED' } })
    setMessageLanguage(language)
    const { title } = describeOrderHold(hold ?? { reason: 'waiting', error: null })
    expect(title).toContain(balance)
    expect(title).not.toContain(declined)
  },
)

test('A paused order that could not be sent before names that error and does not say that resuming sends it', () => {
  setMessageLanguage('en')
  const refused = { kind: 'service', message: 'refused', status: 401, code: 'UNAUTHORIZED', details: {} } as const
  const description = describeOrderHold({ reason: 'run_paused', error: refused })
  expect(description.title).toBe('Waiting for you to resume.')
  expect(description.remedy).toMatch(
    /was not accepted before it was paused either.*at that time: .*If it still applies: .*replace the key/i,
  )
  expect(description.remedy).not.toContain('Resume the run to send')
  expect(description.detail).toContain('UNAUTHORIZED')
  expect(describeOrderHold({ reason: 'run_paused', error: null }).remedy).toContain('Resume the run to send')
})

test('Only an order that waits for the service, not one that waits for the user, says that Banto tries again', () => {
  setMessageLanguage('en')
  const failed = {
    kind: 'service',
    message: 'failed',
    status: 503,
    code: 'REGISTRAR_UNAVAILABLE',
    details: {},
  } as const
  expect(describeOrderHold({ reason: 'cannot_send', error: failed }).remedy).toBe(
    'Banto tries again automatically, or when you resume.',
  )
  const missing = { kind: 'secret_missing', message: 'missing', details: {} } as const
  expect(describeOrderHold({ reason: 'cannot_send', error: missing }).remedy).toContain('Enter the key again')
})

test('An order that waits for a key says that it is sent and charged once the key can be used', () => {
  setMessageLanguage('en')
  const refused = { kind: 'service', message: 'refused', status: 401, code: 'UNAUTHORIZED', details: {} } as const
  const charged = 'Banto sends the order by itself if it is still as you confirmed it, and it is charged'
  expect(describeOrderHold({ reason: 'cannot_send', error: refused }).remedy).toContain(charged)
  expect(describeOrderHold({ reason: 'run_paused', error: refused }).remedy).not.toContain(charged)
})

test.each([
  ['en', 'Cancel the order. If you still need it, check the current price and order again after that.'],
  ['ja', '取り下げてください。まだ必要な場合は、その後に現在の料金を確認して注文し直してください。'],
] as const)(
  'An order whose target changed after the confirmation says to cancel it first, because it cannot be priced before (%s)',
  (language, remedy) => {
    setMessageLanguage(language)
    expect(describeOrderHold({ reason: 'target_moved', error: null }).remedy).toContain(remedy)
  },
)

test('The reason why an account cannot send ends as a sentence, because the remedy follows it', () => {
  for (const language of ['en', 'ja'] as const) {
    setMessageLanguage(language)
    for (const kind of ['no_network', 'offline', 'paused'] as const) {
      const { title } = describeOrderHold({ reason: 'cannot_send', error: { kind, message: '', details: {} } })
      expect(title).toMatch(/[.。]$/)
    }
  }
})

test('An order whose account is not in Banto promises no sending, and is to be cancelled', () => {
  setMessageLanguage('en')
  const error = { kind: 'not_found', message: 'There is no such account', details: { what: 'account' } } as const
  const { title, remedy } = describeOrderHold({ reason: 'cannot_send', error })
  expect(title).toBe('The account or the key of this order is not in Banto.')
  expect(remedy).toContain('cannot be sent any more. Cancel it')
  expect(remedy).not.toMatch(/by itself|automatically/)
})
