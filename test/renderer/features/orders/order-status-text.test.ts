import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { IntentView } from '#shared/ipc/order-intents.ts'
import {
  serverIdInAnswer,
  serversNewSinceSending,
  outcomeSetByPerson,
  orderTextValues,
} from '#renderer/features/orders/order-status-text.ts'
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

test('only the expiry that this renewal makes speaks for it, not any later one', () => {
  expect(says(renewal('2027-03-31', 2))).toMatchObject({ date: '2027-03-31', expected: '2029-03-31' })
})

test('of a domain that expires on 29 February both days are named that may follow', () => {
  expect(says(renewal('2028-02-29', 1)).expected).toBe('2029-02-28 / 2029-03-01')
})

test('the account is called as it is called now, and as it was when it is gone', () => {
  expect(says(renewal('2027-03-31', 1)).account).toBe('Shop')
  useAccounts().accounts = [{ id: 'a', label: 'Old shop' } as Account, { id: 'b', label: 'Shop' } as Account]
  expect(says(renewal('2027-03-31', 1)).account).toBe('Old shop')
})

test('a server is named that appeared since the sending, or that the answer spoke of, and not the one that was ordered', () => {
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

test('a result that the person recorded is told as recorded, and as one that may still take effect where that is so', () => {
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
