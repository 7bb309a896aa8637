import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import {
  domainSettingKinds,
  type DomainSettingKind,
} from '#renderer/features/domain-settings/domain-change-kinds-and-bulk-tools.ts'
import { domainSettings } from '#renderer/text/en/domain-settings.ts'
import { planFindings } from '#renderer/text/en/change-plan-findings.ts'
import { findDomainSettingObstacle } from '#renderer/features/domain-settings/find-domain-setting-obstacle.ts'

const account = { isPaused: false, isReadOnly: false, keys: [{ state: 'working', me: null }] } as unknown as Account
const read = (data: unknown) => ({ data, readAt: 1, error: null, errorAt: null })

function domain(details: { nameservers?: unknown; whois?: object; lock?: object } = {}): Domain {
  return {
    row: { accountId: 'a', name: 'example.com' },
    nameservers: read(details.nameservers === undefined ? { nameservers: ['ns1.example'] } : details.nameservers),
    whois: read({ whois_privacy: true, ...details.whois }),
    lock: read({ locked: false, ...details.lock }),
  } as unknown as Domain
}

const obstacle = (kind: DomainSettingKind, of: Domain, isOffline = false, by: Account | null = account) =>
  findDomainSettingObstacle(kind, of, by, isOffline)

test('A setting can be changed when it was read and nothing forbids it', () => {
  expect(domainSettingKinds.map((kind) => obstacle(kind, domain()))).toEqual([null, null, null])
  expect(obstacle('nameservers', domain({ nameservers: null }))).toBe('notRead')
})

test('Whois and lock cannot be changed during a switch of the registrar, unlike the name servers', () => {
  const migrating = domain({ whois: { locked_by_migration: true }, lock: { locked_by_migration: true } })
  expect(domainSettingKinds.map((kind) => obstacle(kind, migrating))).toEqual([null, 'migrating', 'migrating'])
})

test('A switch of the registrar that the newer reading of Whois or lock shows concerns both', () => {
  const read = (whoisAt: number, lockAt: number) => {
    const { whois, lock, ...more } = domain({ lock: { locked_by_migration: true } })
    return { ...more, whois: { ...whois, readAt: whoisAt }, lock: { ...lock, readAt: lockAt } }
  }
  expect(obstacle('whois', read(1, 2))).toBe('migrating')
  expect(obstacle('whois', read(2, 1))).toBeNull()
})

test('A switch of the registrar that the newer reading of Whois or lock shows as over prevents no change', () => {
  const { whois, lock, ...more } = domain({
    whois: { locked_by_migration: true },
    lock: { locked_by_migration: false },
  })
  const read = (whoisAt: number, lockAt: number) => ({
    ...more,
    whois: { ...whois, readAt: whoisAt },
    lock: { ...lock, readAt: lockAt },
  })
  expect(obstacle('whois', read(1, 2))).toBeNull()
  expect(obstacle('whois', read(2, 1))).toBe('migrating')
})

test('Whois cannot be changed while the mail address is not confirmed', () => {
  expect(obstacle('whois', domain({ whois: { mail_validation_required: true } }))).toBe('mailValidation')
})

test('A lock that cannot be cleared is refused only while it is on', () => {
  expect(obstacle('lock', domain({ lock: { locked: true, unlock_blocked: true } }))).toBe('unlockBlocked')
  expect(obstacle('lock', domain({ lock: { locked: false, unlock_blocked: true } }))).toBeNull()
})

test('Nothing can be changed offline, and not by an account that is read-only', () => {
  expect(obstacle('lock', domain(), true)).toBe('offline')
  expect(obstacle('lock', domain(), false, { ...account, isReadOnly: true })).toBe('read_only')
})

test('A setting that was not read names the obstacle that would stop the reading too', () => {
  const unread = domain({ nameservers: null })
  expect(obstacle('nameservers', unread, false, { ...account, isPaused: true })).toBe('paused')
  expect(obstacle('nameservers', unread, true)).toBe('offline')
})

test('A key for other domains is not said to lack the permission for every domain', () => {
  const services = { domain: { permission_type: 'full', target_mode: 'selected', targets: ['other.com'] } }
  const limited = { ...account, keys: [{ state: 'working', me: { services } }] } as unknown as Account
  expect(obstacle('lock', domain(), false, limited)).toBe('no_permission')
  expect(domainSettings.mayNot.no_permission).toContain('the permission for this domain')
  expect(planFindings.setting.accountLacksPermission).toContain('the permission for the domain')
})
