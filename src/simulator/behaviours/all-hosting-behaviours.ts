import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { hostingDatabaseAndSshBehaviours } from './hosting-databases-and-ssh.ts'
import { hostingDomainBehaviours } from './hosting-domains.ts'
import { hostingInfoErrorLogAndCacheBehaviours } from './hosting-info-error-log-and-cache.ts'
import { hostingWordpressBehaviours } from './hosting-wordpress.ts'

/**
 * The endpoints of server management (API description, section "Server management"). The description names few fields
 * of their responses. The other fields here are invented, and their names differ between worlds, so that no client
 * relies on them.
 */
export const hostingBehaviours: AreaBehaviours<'hosting'> = {
  ...hostingInfoErrorLogAndCacheBehaviours,
  ...hostingDomainBehaviours,
  ...hostingWordpressBehaviours,
  ...hostingDatabaseAndSshBehaviours,
}
