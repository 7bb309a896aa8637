import { describe, expect, test } from 'vitest'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { findAccountPurchaseObstacle } from '#renderer/features/orders/checkout/find-account-purchase-obstacle.ts'

type Services = NonNullable<NonNullable<Key['me']>['services']>
const all: Services = {
  server: { permission_type: 'full', target_mode: 'all', targets: [], allow_signup: true },
  domain: { permission_type: 'full', target_mode: 'all', targets: [], allow_acquisition: true },
}

function key(services: Services | null, state: Key['state'] = 'working'): Key {
  return {
    id: 'k',
    accountId: 'a',
    label: 'key',
    state,
    error: null,
    checkedAt: 0,
    me: services && { expires_at: null, services },
    expiresAt: null,
    addedAt: 0,
  }
}

function account(keys: Key[], changes: Partial<Account> = {}): Account {
  return {
    id: 'a',
    label: 'A',
    colour: 'blue',
    folder: '',
    notes: '',
    baseUrl: 'https://api.example',
    isPaused: false,
    isReadOnly: false,
    isRemovalUnfinished: false,
    addedAt: 0,
    proxy: null,
    syncInterval: null,
    syncQuietHours: null,
    keys,
    health: { level: 'good', reasons: [] },
    domainsReadAt: 0,
    serversReadAt: 0,
    syncedAt: 0,
    syncError: null,
    syncErrorAt: null,
    domains: 0,
    servers: 0,
    shrunkenLists: [],
    ...changes,
  }
}

describe('An account that may buy', () => {
  test.each(['order', 'acquire', 'transfer'] as const)('One key with the permission for %s is enough', (kind) => {
    expect(findAccountPurchaseObstacle(account([key({}), key(all)]), kind)).toBeNull()
  })

  test('A key that was never checked does not prevent a purchase, because the service decides', () => {
    expect(findAccountPurchaseObstacle(account([key(null, 'untested')]), 'order')).toBeNull()
  })
})

describe('An account that may not buy', () => {
  test.each([
    ['paused', account([key(all)], { isPaused: true }), 'order'],
    ['read_only', account([key(all)], { isReadOnly: true }), 'acquire'],
    ['no_keys', account([]), 'order'],
    ['keys_refused', account([key(all, 'quarantined'), key(all, 'expired')]), 'order'],
    ['service', account([key({ domain: all['domain']! })]), 'order'],
    ['domainPermission', account([key({ domain: { ...all['domain']!, permission_type: 'read' } })]), 'transfer'],
    ['serverPermission', account([key({ server: { ...all['server']!, permission_type: 'read' } })]), 'order'],
    ['signup', account([key({ server: { ...all['server']!, allow_signup: false } })]), 'order'],
    ['acquisition', account([key({ domain: { ...all['domain']!, allow_acquisition: false } })]), 'acquire'],
    [
      'selectedServers',
      account([key({ server: { ...all['server']!, target_mode: 'selected', targets: ['x'] } })]),
      'order',
    ],
    [
      'selectedServers',
      account([
        key({ server: { permission_type: 'read', target_mode: 'selected', targets: ['x'], allow_signup: false } }),
      ]),
      'order',
    ],
    [
      'selectedDomains',
      account([
        key({ domain: { ...all['domain']!, target_mode: 'selected', targets: ['x.com'], allow_acquisition: false } }),
      ]),
      'acquire',
    ],
    [
      'selectedDomains',
      account([key({ domain: { ...all['domain']!, target_mode: 'selected', targets: ['x.com'] } })]),
      'acquire',
    ],
  ] as const)('The refusal %s is found without a call', (reason, owner, kind) => {
    expect(findAccountPurchaseObstacle(owner, kind)).toBe(reason)
  })

  test('The refusal is that of the key that lacks least', () => {
    const keys = [
      key({}),
      key({ server: { ...all['server']!, permission_type: 'read' } }),
      key({ server: { ...all['server']!, allow_signup: false } }),
    ]
    expect(findAccountPurchaseObstacle(account(keys), 'order')).toBe('signup')
  })

  test.each(['en', 'ja'] as const)(
    'A key that may write some categories is not called read-only, and the text names acquisition, too (%s)',
    (locale) => {
      i18n.global.locale.value = locale
      const reason = findAccountPurchaseObstacle(
        account([
          key({
            domain: {
              ...all['domain']!,
              permission_type: 'custom',
              permissions: { domain: 'read', dns: 'full' },
              allow_acquisition: false,
            },
          }),
        ]),
        'acquire',
      )
      const { t } = i18n.global
      expect(t(`purchase.mayNot.${reason}.short`)).not.toMatch(/read-only|読み取り/)
      expect(t(`purchase.mayNot.${reason}.remedy`)).toMatch(
        locale === 'en' ? /write permission and acquisition/ : /書き込みとドメイン取得の権限/,
      )
    },
  )
})
