import { expect, test } from 'vitest'
import { isListDeniedToAllKeys } from '#renderer/account-data/may-account-read-list.ts'
import { areAccountKeysLimitedToTargets } from '#renderer/account-data/are-account-keys-limited-to-targets.ts'
import {
  countListedRowsIfKnown,
  getRowCountsByStatusIfKnown,
  findListsNeverRead,
  findReasonForMissingListAge,
  findEmptyListReason,
} from '#renderer/account-data/explain-missing-lists-ages-and-counts.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'

const keyFor = (...services: string[]) =>
  ({
    state: 'working',
    me: { expires_at: null, services: Object.fromEntries(services.map((service) => [service, {}])) },
  }) as unknown as Key
const account = (fields: Partial<Account>) =>
  ({
    domainsReadAt: 1,
    serversReadAt: 1,
    domains: 0,
    servers: 0,
    keys: [keyFor('domain', 'server')],
    ...fields,
  }) as Account

test('A count that no key could read is not shown as 0', () => {
  expect(countListedRowsIfKnown(account({}), 'servers')).toBe(0)
  expect(countListedRowsIfKnown(account({ keys: [keyFor('domain')] }), 'servers')).toBeNull()
  expect(countListedRowsIfKnown(account({ keys: [keyFor('domain')] }), 'domains')).toBe(0)
  expect(countListedRowsIfKnown(account({ keys: [keyFor('domain')], servers: 3 }), 'servers')).toBe(3)
  expect(countListedRowsIfKnown(account({ domainsReadAt: null }), 'domains')).toBeNull()
  expect(countListedRowsIfKnown(account({ domainsReadAt: null }), 'servers')).toBe(0)
  expect(countListedRowsIfKnown(account({ serversReadAt: null, domains: 150 }), 'servers')).toBeNull()
  expect(countListedRowsIfKnown(account({ domainsReadAt: null, domains: 150 }), 'domains')).toBe(150)
  expect(countListedRowsIfKnown(account({ keys: [{ me: null } as Key] }), 'servers')).toBe(0)
})

test('A count limited by the keys is not shown as the count of all', () => {
  const forTargets = (...services: string[]) =>
    ({
      state: 'working',
      me: {
        expires_at: null,
        services: Object.fromEntries(services.map((service) => [service, { target_mode: 'selected', targets: [] }])),
      },
    }) as unknown as Key
  expect(areAccountKeysLimitedToTargets(account({ keys: [forTargets('domain')] }), 'domains')).toBe(true)
  expect(areAccountKeysLimitedToTargets(account({ keys: [forTargets('domain')] }), 'servers')).toBe(false)
  expect(areAccountKeysLimitedToTargets(account({ keys: [forTargets('domain'), keyFor('server')] }), 'domains')).toBe(
    true,
  )
  expect(areAccountKeysLimitedToTargets(account({ keys: [forTargets('domain'), keyFor('domain')] }), 'domains')).toBe(
    false,
  )
  expect(
    areAccountKeysLimitedToTargets(
      account({ keys: [forTargets('domain'), { state: 'untested', me: null } as Key] }),
      'domains',
    ),
  ).toBe(false)
  expect(areAccountKeysLimitedToTargets(account({ keys: [] }), 'domains')).toBe(false)
})

test('A list is denied only if the account has keys and none of them may read the list', () => {
  expect(isListDeniedToAllKeys(account({ keys: [keyFor('domain')] }), 'servers')).toBe(true)
  expect(isListDeniedToAllKeys(account({ keys: [keyFor('domain')] }), 'domains')).toBe(false)
  expect(isListDeniedToAllKeys(account({ keys: [keyFor('domain'), { me: null } as Key] }), 'servers')).toBe(false)
  expect(isListDeniedToAllKeys(account({ keys: [] }), 'servers')).toBe(false)
})

test('An empty list says whether it was not read, cannot be read, or has no rows', () => {
  expect(findEmptyListReason([], 'servers')).toBe('unread')
  expect(findEmptyListReason([account({})], 'servers')).toBe('none')
  expect(findEmptyListReason([account({}), account({ serversReadAt: null })], 'servers')).toBe('unread')
  expect(findEmptyListReason([account({}), account({ domainsReadAt: null })], 'servers')).toBe('none')
  expect(findEmptyListReason([account({ keys: [keyFor('domain')] })], 'servers')).toBe('noAccess')
  expect(
    findEmptyListReason([account({ keys: [keyFor('domain')], serversReadAt: null }), account({})], 'servers'),
  ).toBe('none')
})

test('A list that was never read completely is named', () => {
  expect(
    [
      account({}),
      account({ serversReadAt: null }),
      account({ domainsReadAt: null }),
      account({ domainsReadAt: null, serversReadAt: null }),
    ].map(findListsNeverRead),
  ).toEqual([null, 'servers', 'domains', 'both'])
})

test('A list that no key could read is not shown with 0 rows', () => {
  const none = { total: 0, byStatus: [], gone: 0 }
  expect(getRowCountsByStatusIfKnown(none, 'unread')).toBeNull()
  expect(getRowCountsByStatusIfKnown(none, 'noAccess')).toBeNull()
  expect(getRowCountsByStatusIfKnown(none, 'none')).toEqual(none)
  expect(getRowCountsByStatusIfKnown({ ...none, total: 3 }, 'unread')).toMatchObject({ total: 3 })
  expect(getRowCountsByStatusIfKnown({ ...none, gone: 1 }, 'unread')).toMatchObject({ gone: 1 })
})

test('Lists that no key may read have no age', () => {
  expect(findReasonForMissingListAge(account({ keys: [keyFor('vps')], domainsReadAt: 1, serversReadAt: 1 }))).toBe(
    'denied',
  )
  expect(
    findReasonForMissingListAge(account({ keys: [keyFor('domain')], domainsReadAt: 1, serversReadAt: 1 })),
  ).toBeNull()
  expect(
    findReasonForMissingListAge(account({ keys: [keyFor('domain')], domainsReadAt: null, serversReadAt: 1 })),
  ).toBe('domains')
})
