import { expect, test } from 'vitest'
import type { OrderIntentEvent, OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import {
  findExpiryThatProvedRenewal,
  findTimeOfCheckThatShowedTarget,
  getSettlementTimeTextKey,
  findLastCheckBeforeExpiryChanged,
  findDifferingServerIdInResponse,
  findNamesOfServersNewSinceSending,
  findOutcomeRecordedByUser,
} from '#renderer/features/orders/find-facts-in-order-steps.ts'

function renewal(expiryDate: string, years: number): OrderIntentView {
  return {
    item: { kind: 'renew', accountId: 'a', name: 'one.com', years },
    target: 'one.com',
    yen: 990,
    expiryDate,
    accountLabel: 'Shop',
  } as OrderIntentView
}

test('The status names a server that appeared after the sending or that the answer named instead of the ordered one', () => {
  const step = (event: string, fact: object) => ({ event, fact }) as OrderIntentView['steps'][number]
  const read = (fact: object) => step('read', { listed: false, ...fact })
  expect(
    findNamesOfServersNewSinceSending({
      steps: [read({ appeared: 'old.example' }), read({ appeared: 'sv-web01.example' })],
    }),
  ).toBe('sv-web01.example')
  expect(findNamesOfServersNewSinceSending({ steps: [read({ appeared: 'gone.example' }), read({})] })).toBeNull()
  const answered = (serverId: string) =>
    findDifferingServerIdInResponse({
      target: 'web01',
      steps: [step('unclear', { status: 200, server_id: serverId }), read({})],
    })
  expect(answered('WEB01')).toBe('WEB01')
  expect(answered('web01')).toBeNull()
})

test('An outcome that the user recorded is distinguished by whether the order may still take effect', () => {
  const step = (event: string, fact: object) => ({ event, fact }) as OrderIntentView['steps'][number]
  const lost = step('lost', {})
  expect(
    findOutcomeRecordedByUser({ steps: [lost, step('settled_by_person', { happened: true, mayStillArrive: false })] }),
  ).toBe('accepted')
  expect(
    findOutcomeRecordedByUser({
      steps: [lost, step('settled_by_person', { happened: false, mayStillArrive: false }), step('repeated', {})],
    }),
  ).toBe('notAccepted')
  expect(
    findOutcomeRecordedByUser({ steps: [lost, step('settled_by_person', { happened: false, mayStillArrive: true })] }),
  ).toBe('mayFollow')
  expect(
    findOutcomeRecordedByUser({
      steps: [lost, step('settled_by_person', { happened: true }), step('status_read', { becomes: 'active' })],
    }),
  ).toBe(null)
  expect(findOutcomeRecordedByUser({ steps: [step('answered', {})] })).toBe(null)
})

test('The expiry that completes a renewal is shown only if a check completed it, not a response', () => {
  const step = (event: string, fact: object = {}) => ({ event, fact, at: 7 }) as OrderIntentView['steps'][number]
  const done = (...steps: OrderIntentView['steps']) =>
    findExpiryThatProvedRenewal({ ...renewal('2027-03-31', 1), status: 'done', steps })
  expect(done(step('lost'), step('settled_by_reading', { expiry_date: '2028-03-31' }))).toEqual({
    expiry: '2028-03-31',
    readAt: 7,
  })
  expect(done(step('answered', { expiry_date: '2028-03-31' }))).toBeNull()
  expect(done(step('lost'), step('settled_by_person', { happened: true }))).toBeNull()
  const acquired = { kind: 'acquire' } as OrderIntentView['item']
  const steps = [step('settled_by_reading', { expiry_date: '2028-03-31' })]
  expect(findExpiryThatProvedRenewal({ item: acquired, status: 'done', steps })).toBeNull()
})

test('The time of an outcome is called that of a response only if neither a check nor the user decided it', () => {
  const keyOf = (...events: OrderIntentEvent[]) =>
    getSettlementTimeTextKey({
      state: 'done',
      steps: events.map((event) => ({ event, fact: {} }) as OrderIntentView['steps'][number]),
    })
  expect(keyOf('sent', 'lost', 'settled_by_person', 'repeated')).toBe('orders.facts.recordedAt')
  expect(keyOf('sent', 'lost', 'settled_by_person', 'status_read')).toBe('orders.facts.recordedAt')
  expect(keyOf('sent', 'lost', 'settled_by_reading')).toBe('orders.facts.checkedAt')
  expect(keyOf('sent', 'answered')).toBe('orders.facts.settledAt')
})

test('The time of a cancelled order is called that of the cancelling unless the user recorded the outcome', () => {
  const keyOf = (...events: OrderIntentEvent[]) =>
    getSettlementTimeTextKey({
      state: 'abandoned',
      steps: events.map((event) => ({ event, fact: {} }) as OrderIntentView['steps'][number]),
    })
  expect(keyOf('planned', 'abandoned')).toBe('orders.facts.cancelledAt')
  expect(keyOf('planned', 'sent', 'stopped', 'not_sent')).toBe('orders.facts.cancelledAt')
  expect(keyOf('sent', 'lost', 'settled_by_person', 'status_read')).toBe('orders.facts.recordedAt')
})

test('An acquisition that only a check found done is not confirmed by an answer', () => {
  const steps = (...events: OrderIntentEvent[]) =>
    events.map((event) => ({ event, at: 7, fact: {} }) as OrderIntentView['steps'][number])
  const acquired = { kind: 'acquire' } as OrderIntentView['item']
  const checkedAt = (status: OrderIntentView['status'], ...events: OrderIntentEvent[]) =>
    findTimeOfCheckThatShowedTarget({ item: acquired, status, steps: steps(...events) })
  expect(checkedAt('done', 'sent', 'server_error', 'settled_by_reading')).toBe(7)
  expect(checkedAt('done', 'sent', 'lost', 'settled_by_reading', 'status_read')).toBe(7)
  expect(checkedAt('accepted', 'sent', 'lost', 'settled_by_reading')).toBe(7)
  expect(checkedAt('done', 'sent', 'answered', 'status_read')).toBeNull()
  expect(checkedAt('done', 'sent', 'lost', 'settled_by_person')).toBeNull()
  expect(checkedAt('already_ordered', 'settled_by_reading')).toBeNull()
  const item = { kind: 'renew' } as OrderIntentView['item']
  expect(findTimeOfCheckThatShowedTarget({ item, status: 'done', steps: steps('settled_by_reading') })).toBeNull()
})

test('A decision on a renewal names the check that still found the old expiry, once another expiry was read', () => {
  const step = (event: OrderIntentEvent, at: number, expiry?: string): OrderIntentView['steps'][number] => ({
    at,
    serverAt: null,
    state: 'unsettled',
    event,
    error: null,
    fact: { expiry_date: expiry ?? null },
  })
  const unchanged = (...steps: OrderIntentView['steps']) =>
    findLastCheckBeforeExpiryChanged({ ...renewal('2027-03-31', 1), steps })?.at
  expect(unchanged(step('server_error', 1), step('read', 2, '2027-03-31'), step('read', 3, '2028-03-31'))).toBe(2)
  expect(unchanged(step('server_error', 1), step('read', 2, '2027-03-31'))).toBeUndefined()
  expect(unchanged(step('server_error', 1), step('read', 3, '2028-03-31'))).toBeUndefined()
})
