import { getEndpoint, type EndpointName } from '#shared/api/endpoints.ts'
import { serverStatusWithoutDetails } from '#shared/domain-and-server-detail-kinds.ts'
import { findAccountCallObstacle, type AccountCallObstacleReason } from '#shared/find-account-call-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { ServerRow } from '#shared/ipc/inventory.ts'

/** The reasons why a server cannot be changed: the text key under `serverPage.mayNotChange`. */
export type ServerChangeObstacle = 'offline' | 'gone' | 'pending' | 'no_account' | AccountCallObstacleReason

/**
 * Returns why a call of `endpoint` cannot change a server, judged by stored data; null if it can. Main checks again.
 * `account`: undefined while the accounts are not loaded; null if it was removed or merged while the server is shown.
 */
export function findServerChangeObstacle(
  endpoint: EndpointName,
  { name, goneSince, status }: Pick<ServerRow, 'name' | 'goneSince' | 'status'>,
  account: Account | null | undefined,
  isOffline: boolean,
): ServerChangeObstacle | null {
  if (goneSince !== null) return 'gone'
  if (isOffline) return 'offline'
  if (account === null) return 'no_account'
  const obstacle = account && findAccountCallObstacle(account, getEndpoint(endpoint), { servername: name })
  if (obstacle) return obstacle.reason
  return status === serverStatusWithoutDetails ? 'pending' : null
}
