import { expect, test } from 'vitest'
import { mayOrderBeResentAutomatically } from '#renderer/features/orders/may-order-be-resent-automatically.ts'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

function orderAccount(state: Key['state'], rest: Partial<Account> = {}): Account {
  const keys = [
    { id: 'other', state: 'working', me: null },
    { id: 'key', state, me: null },
  ] as Key[]
  return { isPaused: false, isReadOnly: false, keys, ...rest } as Account
}

test('Only a domain order whose answer was lost may be sent again, within 47 hours of its first sending', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const hours = (count: number) => count * 3_600_000
  const order = (kind: string, sentAt: number, ...events: string[]) =>
    ({
      item: { kind },
      keyId: 'key',
      status: 'needs_you',
      stop: null,
      sentAt,
      steps: [{ event: 'planned', at: sentAt - 1 }, ...['sent', ...events].map((event) => ({ event, at: sentAt }))],
    }) as OrderIntentView
  const usable = orderAccount('working')
  expect(mayOrderBeResentAutomatically(order('renew', now - hours(46), 'lost', 'read'), usable, now)).toBe(true)
  expect(mayOrderBeResentAutomatically(order('renew', now - hours(47), 'lost'), usable, now)).toBe(false)
  // The clock was set back after the sending.
  expect(mayOrderBeResentAutomatically(order('renew', now + hours(1), 'lost'), usable, now)).toBe(false)
  expect(mayOrderBeResentAutomatically(order('order', now - hours(1), 'lost'), usable, now)).toBe(false)
  expect(mayOrderBeResentAutomatically(order('acquire', now - hours(1), 'server_error'), usable, now)).toBe(false)
  expect(mayOrderBeResentAutomatically(order('acquire', now - hours(1), 'unclear'), usable, now)).toBe(false)
  expect(
    mayOrderBeResentAutomatically({ ...order('renew', now - hours(1), 'lost'), stop: 'cancelled' }, usable, now),
  ).toBe(false)
  expect(
    mayOrderBeResentAutomatically({ ...order('renew', now - hours(1), 'lost'), status: 'done' }, usable, now),
  ).toBe(false)
})

test('A sending that did not reach the service is not the first sending from which the 47 hours are counted', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const sentAt = now - 3_600_000
  const steps = [
    { event: 'sent', at: now - 48 * 3_600_000 },
    { event: 'not_sent', at: now - 48 * 3_600_000 },
    { event: 'sent', at: sentAt },
    { event: 'lost', at: sentAt },
  ]
  const order = { item: { kind: 'renew' }, keyId: 'key', status: 'unsettled', stop: null, sentAt, steps }
  expect(mayOrderBeResentAutomatically(order as OrderIntentView, orderAccount('working'), now)).toBe(true)
})

test('An order of unknown outcome is not said to be sent again while account or key cannot send', () => {
  const sent = [{ event: 'sent', at: 1 }]
  const lost = {
    item: { kind: 'renew' },
    keyId: 'key',
    status: 'unsettled',
    stop: null,
    sentAt: 1,
    steps: sent,
  } as OrderIntentView
  expect(mayOrderBeResentAutomatically(lost, orderAccount('untested'), 2)).toBe(true)
  expect(mayOrderBeResentAutomatically(lost, orderAccount('working', { isReadOnly: true }), 2)).toBe(false)
  expect(mayOrderBeResentAutomatically(lost, orderAccount('working', { isPaused: true }), 2)).toBe(false)
  expect(mayOrderBeResentAutomatically(lost, orderAccount('quarantined'), 2)).toBe(false)
  expect(mayOrderBeResentAutomatically(lost, null, 2)).toBe(false)
})

test.each([
  ['full', { permission_type: 'full', allow_acquisition: true }, true],
  ['read', { permission_type: 'read', allow_acquisition: true }, false],
  ['without acquisition', { permission_type: 'full', allow_acquisition: false }, false],
])('An order of unknown outcome is said to be sent again only if its key may order: %s', (_name, grant, isSaid) => {
  const lost = {
    item: { kind: 'acquire', name: 'example.com' },
    keyId: 'key',
    status: 'unsettled',
    stop: null,
    sentAt: 1,
    steps: [{ event: 'sent', at: 1 }],
  } as OrderIntentView
  const me = { services: { domain: { ...grant, target_mode: 'all', targets: [] } } }
  const keys = [{ id: 'key', state: 'working', me }] as unknown as Key[]
  expect(mayOrderBeResentAutomatically(lost, orderAccount('working', { keys }), 2)).toBe(isSaid)
})
