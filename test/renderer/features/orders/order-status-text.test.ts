import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { IntentEvent, IntentView } from '#shared/ipc/order-intents.ts'
import {
  expiryThatCompletes,
  orderStatusTextKey,
  lastUnchangedRead,
  serverIdInAnswer,
  serversNewSinceSending,
  outcomeSetByPerson,
  orderTextValues,
} from '#renderer/features/orders/order-status-text.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'

function renewal(expiryDate: string, years: number): IntentView {
  return {
    item: { kind: 'renew', accountId: 'a', name: 'one.com', years },
    target: 'one.com',
    yen: 990,
    expiryDate,
    accountLabel: 'Shop',
  } as IntentView
}
const says = (intent: IntentView) => orderTextValues(intent, String)

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

test('The status names a server that appeared after the sending or that the answer named instead of the ordered one', () => {
  const step = (event: string, fact: object) => ({ event, fact }) as IntentView['steps'][number]
  const read = (fact: object) => step('read', { listed: false, ...fact })
  expect(
    serversNewSinceSending({ steps: [read({ appeared: 'old.example' }), read({ appeared: 'sv-web01.example' })] }),
  ).toBe('sv-web01.example')
  expect(serversNewSinceSending({ steps: [read({ appeared: 'gone.example' }), read({})] })).toBeNull()
  const answered = (serverId: string) =>
    serverIdInAnswer({ target: 'web01', steps: [step('unclear', { status: 200, server_id: serverId }), read({})] })
  expect(answered('WEB01')).toBe('WEB01')
  expect(answered('web01')).toBeNull()
})

test('An outcome that the user recorded is distinguished by whether the order may still take effect', () => {
  const step = (event: string, fact: object) => ({ event, fact }) as IntentView['steps'][number]
  const lost = step('lost', {})
  expect(
    outcomeSetByPerson({ steps: [lost, step('settled_by_person', { happened: true, mayStillArrive: false })] }),
  ).toBe('accepted')
  expect(
    outcomeSetByPerson({
      steps: [lost, step('settled_by_person', { happened: false, mayStillArrive: false }), step('repeated', {})],
    }),
  ).toBe('notAccepted')
  expect(
    outcomeSetByPerson({ steps: [lost, step('settled_by_person', { happened: false, mayStillArrive: true })] }),
  ).toBe('mayFollow')
  expect(
    outcomeSetByPerson({
      steps: [lost, step('settled_by_person', { happened: true }), step('status_read', { becomes: 'active' })],
    }),
  ).toBe(null)
  expect(outcomeSetByPerson({ steps: [step('answered', {})] })).toBe(null)
})

test('The expiry that completes a renewal is shown only if a check completed it, not a response', () => {
  const step = (event: string, fact: object = {}) => ({ event, fact }) as IntentView['steps'][number]
  const done = (...steps: IntentView['steps']) =>
    expiryThatCompletes({ ...renewal('2027-03-31', 1), status: 'done', steps })
  expect(done(step('lost'), step('settled_by_reading', { expiry_date: '2028-03-31' }))).toBe('2028-03-31')
  expect(done(step('answered', { expiry_date: '2028-03-31' }))).toBeNull()
  expect(done(step('lost'), step('settled_by_person', { happened: true }))).toBeNull()
  const acquired = { kind: 'acquire' } as IntentView['item']
  const steps = [step('settled_by_reading', { expiry_date: '2028-03-31' })]
  expect(expiryThatCompletes({ item: acquired, status: 'done', steps })).toBeNull()
})

test('An order that was settled before it was sent is not called completed', () => {
  expect(orderStatusTextKey({ status: 'done', sentAt: null })).toBe('unsentDone')
  expect(orderStatusTextKey({ status: 'accepted', sentAt: null })).toBe('unsentDone')
  expect(orderStatusTextKey({ status: 'done', sentAt: 1 })).toBe('done')
  expect(orderStatusTextKey({ status: 'planned', sentAt: null })).toBe('planned')
})

test('A decision on a renewal names the check that still found the old expiry, once another expiry was read', () => {
  const step = (event: IntentEvent, at: number, expiry?: string): IntentView['steps'][number] => ({
    at,
    serverAt: null,
    state: 'unsettled',
    event,
    error: null,
    fact: { expiry_date: expiry ?? null },
  })
  const unchanged = (...steps: IntentView['steps']) => lastUnchangedRead({ ...renewal('2027-03-31', 1), steps })?.at
  expect(unchanged(step('server_error', 1), step('read', 2, '2027-03-31'), step('read', 3, '2028-03-31'))).toBe(2)
  expect(unchanged(step('server_error', 1), step('read', 2, '2027-03-31'))).toBeUndefined()
  expect(unchanged(step('server_error', 1), step('read', 3, '2028-03-31'))).toBeUndefined()
})

test.each(['en', 'ja'] as const)(
  'No text takes the later expiry of a renewal for the acceptance of the order (%s)',
  (locale) => {
    i18n.global.locale.value = locale
    const { t } = i18n.global
    expect(t('orders.event.settled_by_reading')).not.toMatch(/accepted|受け付けられていました/)
    expect(t('orders.needs.look.renew')).not.toMatch(/was accepted|受け付けられて/)
  },
)
