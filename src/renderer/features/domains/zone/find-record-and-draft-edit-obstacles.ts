import { findAccountCallObstacle, type AccountCallObstacleReason } from '#shared/find-account-call-obstacle.ts'
import { getEndpoint } from '#shared/api/endpoints.ts'
import type { Account } from '#shared/ipc/accounts.ts'

/** The reasons why records cannot be changed: the text key under `dns.mayNot`. */
export type RecordEditObstacle = 'offline' | Exclude<AccountCallObstacleReason, 'no_keys'>

/**
 * Returns why a record of `domain` (Punycode) cannot be changed; null if it can. Checked before a call is spent; main
 * checks again.
 */
export function findRecordEditObstacle(
  account: Account | null,
  domain: string,
  isOffline: boolean,
): RecordEditObstacle | null {
  if (isOffline) return 'offline'
  if (!account) return 'no_permission'
  const obstacle = findAccountCallObstacle(account, getEndpoint('domain.changeRecord'), { domain_name: domain })
  return obstacle?.reason === 'no_keys' ? 'no_permission' : (obstacle?.reason ?? null)
}

/**
 * Returns why a draft of the zone cannot be begun; null if it can. A draft can be prepared while nothing can be sent,
 * unless no key may send it later.
 */
export function findZoneDraftObstacle(account: Account | null, domain: string): 'no_permission' | null {
  return findRecordEditObstacle(account, domain, false) === 'no_permission' ? 'no_permission' : null
}
