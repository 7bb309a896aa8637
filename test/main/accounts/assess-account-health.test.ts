import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WireError } from '#shared/app-error.ts'
import { accountAttentionReasons } from '#shared/ipc/accounts.ts'
import { keyStates } from '#shared/key-states.ts'
import {
  assessAccountHealth,
  keyExpiryWarningMs,
  listsStaleAfterMs,
  type AccountHealthInput,
} from '#main/accounts/assess-account-health.ts'

const now = 1_790_000_000_000
const good: AccountHealthInput = {
  keys: [{ state: 'working', expiresAt: null }],
  isPaused: false,
  responsiveness: 'answering',
  syncedAt: now,
  syncError: null,
  detailsFailed: 0,
  isShared: false,
  hasShrunkenList: false,
  deniedLists: [],
}
const error = (kind: WireError['kind']): WireError => ({ kind, message: '', details: {} })
const health = (facts: Partial<AccountHealthInput>) => assessAccountHealth({ ...good, ...facts }, now)

describe('the health of an account', () => {
  test.each<[string, Partial<AccountHealthInput>, ReturnType<typeof assessAccountHealth>]>([
    ['an account without problems', {}, { level: 'good', reasons: [] }],
    ['no keys', { keys: [] }, { level: 'failing', reasons: ['no_keys'] }],
    [
      'one refused key of two',
      { keys: [...good.keys, { state: 'quarantined', expiresAt: null }] },
      { level: 'attention', reasons: ['key_quarantined'] },
    ],
    [
      'only refused keys',
      {
        keys: [
          { state: 'forbidden', expiresAt: null },
          { state: 'missing', expiresAt: null },
        ],
      },
      { level: 'failing', reasons: ['no_usable_key', 'key_forbidden', 'key_missing'] },
    ],
    [
      'a key that expires soon',
      { keys: [{ state: 'working', expiresAt: now + keyExpiryWarningMs }] },
      { level: 'attention', reasons: ['key_expires_soon'] },
    ],
    [
      'a key that expires later',
      { keys: [{ state: 'working', expiresAt: now + keyExpiryWarningMs + 1 }] },
      { level: 'good', reasons: [] },
    ],
    [
      'a key past its expiry',
      { keys: [{ state: 'expired', expiresAt: now }, ...good.keys] },
      { level: 'attention', reasons: ['key_expired'] },
    ],
    [
      'a refused key that expires soon',
      { keys: [{ state: 'quarantined', expiresAt: now + 1 }, ...good.keys] },
      { level: 'attention', reasons: ['key_quarantined'] },
    ],
    [
      'a service that refused the lists',
      { syncError: error('service') },
      { level: 'failing', reasons: ['sync_failed'] },
    ],
    [
      'a service that could not be reached',
      { syncError: error('no_network') },
      { level: 'attention', reasons: ['unreachable'] },
    ],
    [
      'a proxy that opened no connection',
      { syncError: error('proxy_unreachable') },
      { level: 'attention', reasons: ['proxy_unreachable'] },
    ],
    [
      'a proxy that refused the account',
      { syncError: error('proxy_refused') },
      { level: 'failing', reasons: ['proxy_refused'] },
    ],
    [
      'a running sync whose calls get no response',
      { responsiveness: 'silent' },
      { level: 'attention', reasons: ['no_answer'] },
    ],
    [
      'no connection through the proxy of the account',
      { responsiveness: 'no_proxy' },
      { level: 'attention', reasons: ['proxy_unreachable'] },
    ],
    [
      'details that the last sync could not read',
      { detailsFailed: 2 },
      { level: 'attention', reasons: ['details_failed'] },
    ],
    ['lists read a day ago', { syncedAt: now - listsStaleAfterMs }, { level: 'good', reasons: [] }],
    ['older lists', { syncedAt: now - listsStaleAfterMs - 1 }, { level: 'attention', reasons: ['stale'] }],
    ['no lists yet', { syncedAt: null }, { level: 'attention', reasons: ['never_synced'] }],
    ['domains that another account lists too', { isShared: true }, { level: 'attention', reasons: ['shares_domains'] }],
    [
      'keys for domains only',
      { deniedLists: [{ list: 'server', hasEntries: false }] },
      { level: 'good', reasons: ['no_key_for_servers'] },
    ],
    [
      'stored servers that no key may read any more',
      { deniedLists: [{ list: 'server', hasEntries: true }] },
      { level: 'attention', reasons: ['no_key_for_servers'] },
    ],
    [
      'keys that may read no list',
      {
        deniedLists: [
          { list: 'domain', hasEntries: false },
          { list: 'server', hasEntries: false },
        ],
      },
      { level: 'attention', reasons: ['no_key_for_domains', 'no_key_for_servers'] },
    ],
    ['a paused account', { isPaused: true, keys: [] }, { level: 'paused', reasons: ['no_keys'] }],
  ])('The health is correct for %s', (_, facts, expected) => expect(health(facts)).toEqual(expected))

  test('The health lists each reason once with the worst first, and is good only without reasons', () => {
    const key = fc.record({
      state: fc.constantFrom(...keyStates),
      expiresAt: fc.option(fc.integer({ min: now - keyExpiryWarningMs, max: now + 2 * keyExpiryWarningMs }), {
        nil: null,
      }),
    })
    const facts = fc.record({
      keys: fc.array(key, { maxLength: 4 }),
      isPaused: fc.boolean(),
      syncedAt: fc.option(fc.integer({ min: now - 2 * listsStaleAfterMs, max: now }), { nil: null }),
      syncError: fc.constantFrom(null, error('service'), error('timeout'), error('keychain_locked')),
      responsiveness: fc.constantFrom('answering', 'late', 'silent', 'no_proxy'),
      detailsFailed: fc.nat({ max: 2 }),
      isShared: fc.boolean(),
      hasShrunkenList: fc.boolean(),
      deniedLists: fc
        .subarray(['domain', 'server'] as const)
        .map((lists) => lists.map((list) => ({ list, hasEntries: true }))),
    })
    fc.assert(
      fc.property(facts, (given) => {
        const { level, reasons } = assessAccountHealth(given, now)
        expect(reasons).toEqual(accountAttentionReasons.filter((reason) => reasons.includes(reason)))
        expect(level === 'good').toBe(reasons.length === 0 && !given.isPaused)
        if (given.isPaused) expect(level).toBe('paused')
      }),
    )
  })
})
