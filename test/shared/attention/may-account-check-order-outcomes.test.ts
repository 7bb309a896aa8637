import { expect, test } from 'vitest'
import { mayAccountCheckOrderOutcomes } from '#shared/attention/may-account-check-order-outcomes.ts'
import type { Account } from '#shared/ipc/accounts.ts'

type Key = Account['keys'][number]

test('Outcomes of orders are not said to be checked by an account whose usable keys may not read the list of their kind', () => {
  const key = (service: 'domain' | 'server', state: Key['state']) =>
    ({ state, me: { services: { [service]: { permission_type: 'read', target_mode: 'all' } } } }) as unknown as Key
  const account = { isPaused: false, keys: [key('server', 'working'), key('domain', 'expired')] }
  expect(mayAccountCheckOrderOutcomes(account, ['order'])).toBe(true)
  expect(mayAccountCheckOrderOutcomes(account, ['renew'])).toBe(false)
  expect(mayAccountCheckOrderOutcomes(account, ['renew', 'order'])).toBe(true)
  expect(mayAccountCheckOrderOutcomes({ ...account, keys: [key('domain', 'working')] }, ['transfer'])).toBe(true)
  expect(mayAccountCheckOrderOutcomes({ ...account, isPaused: true }, ['order'])).toBe(false)
  expect(mayAccountCheckOrderOutcomes({ ...account, keys: [] }, ['order'])).toBe(false)
})
