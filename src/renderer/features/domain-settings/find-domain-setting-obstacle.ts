import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { findAccountCallObstacle, type AccountCallObstacleReason } from '#shared/find-account-call-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import { isRegistrarSwitchInProgress } from '#shared/is-registrar-switch-in-progress.ts'
import type { DomainSettingKind } from './domain-change-kinds-and-bulk-tools.ts'

/** The reasons why a setting cannot be changed: the text key under `domainSettings.mayNot`. */
export type DomainSettingObstacle =
  'offline' | AccountCallObstacleReason | 'notRead' | 'migrating' | 'mailValidation' | 'unlockBlocked'

const endpoints = {
  nameservers: 'domain.setNameservers',
  whois: 'domain.setWhois',
  lock: 'domain.setLock',
} as const satisfies Record<DomainSettingKind, EndpointName>

/**
 * Returns why a setting of an active domain cannot be changed, by what is stored; null if it can. Main checks again.
 */
export function findDomainSettingObstacle(
  kind: DomainSettingKind,
  domain: Domain,
  account: Account | null,
  isOffline: boolean,
): DomainSettingObstacle | null {
  const own = findOwnObstacle(kind, domain)
  if (own !== null && own !== 'notRead') return own
  if (isOffline) return 'offline'
  if (!account) return 'no_permission'
  // A paused account cannot read the setting either.
  const obstacle = findAccountCallObstacle(account, getEndpoint(endpoints[kind]), { domain_name: domain.row.name })
  return obstacle?.reason ?? own
}

/** API description, sections "Whois" and "Registrar lock". */
function findOwnObstacle(kind: DomainSettingKind, domain: Domain): DomainSettingObstacle | null {
  const { nameservers, whois, lock } = domain
  switch (kind) {
    case 'nameservers':
      return nameservers.data === null ? 'notRead' : null
    case 'whois':
      if (whois.data === null) return 'notRead'
      if (isRegistrarSwitchInProgress(kind, domain)) return 'migrating'
      return whois.data.mail_validation_required === true ? 'mailValidation' : null
    case 'lock':
      if (lock.data === null) return 'notRead'
      if (isRegistrarSwitchInProgress(kind, domain)) return 'migrating'
      return lock.data.locked && lock.data.unlock_blocked === true ? 'unlockBlocked' : null
  }
}
