import { expect, test } from 'vitest'
import { knownCount, whyEmpty } from '#renderer/shell/known-counts.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

const keyFor = (...services: string[]) => ({ me: { expires_at: null, services: Object.fromEntries(services.map((service) => [service, {}])) } }) as unknown as Key
const account = (fields: Partial<Account>) => ({ syncedAt: 1, domains: 0, servers: 0, keys: [keyFor('domain', 'server')], ...fields }) as Account

test('a count that nobody could read is not told as 0', () => {
  expect(knownCount(account({}), 'servers')).toBe(0)
  expect(knownCount(account({ keys: [keyFor('domain')] }), 'servers')).toBeNull()
  expect(knownCount(account({ keys: [keyFor('domain')] }), 'domains')).toBe(0)
  expect(knownCount(account({ keys: [keyFor('domain')], servers: 3 }), 'servers')).toBe(3)
  expect(knownCount(account({ syncedAt: null }), 'domains')).toBeNull()
  expect(knownCount(account({ syncedAt: null, domains: 150 }), 'servers')).toBeNull()
  expect(knownCount(account({ syncedAt: null, domains: 150 }), 'domains')).toBe(150)
  expect(knownCount(account({ keys: [{ me: null } as Key] }), 'servers')).toBe(0)
})

test('an empty list says whether it was not read, cannot be read, or holds nothing', () => {
  expect(whyEmpty([], 'servers')).toBe('unread')
  expect(whyEmpty([account({})], 'servers')).toBe('none')
  expect(whyEmpty([account({}), account({ syncedAt: null })], 'servers')).toBe('unread')
  expect(whyEmpty([account({ keys: [keyFor('domain')] })], 'servers')).toBe('noAccess')
  expect(whyEmpty([account({ keys: [keyFor('domain')], syncedAt: null }), account({})], 'servers')).toBe('none')
})
