import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { hostingDatabaseAndSshBehaviours } from './hosting-databases-and-ssh.ts'
import { hostingDomainBehaviours } from './hosting-domains.ts'
import { hostingInfoErrorLogAndCacheBehaviours } from './hosting-info-error-log-and-cache.ts'
import { hostingWordpressBehaviours } from './hosting-wordpress.ts'

/**
 * Server management. The API description names these responses but shows little of their bodies. Fields here that the API description
 * does not name are plausible inventions, and their names differ between worlds: no client should rely on them. Section
 * "Server management".
 */
export const hostingBehaviours: AreaBehaviours<'hosting'> = {
  ...hostingInfoErrorLogAndCacheBehaviours,
  ...hostingDomainBehaviours,
  ...hostingWordpressBehaviours,
  ...hostingDatabaseAndSshBehaviours,
}
