import type { ServerChangeName } from '#shared/ipc/server-changes.ts'
import { hostingDatabaseChangeSpecs } from './hosting-database-changes.ts'
import { hostedDomainAndWordpressChangeSpecs } from './hosted-domain-and-wordpress-changes.ts'
import { memoAndCacheChangeSpecs } from './memo-and-cache-changes.ts'
import type { AnyServerChangeSpec } from './define-server-change.ts'
import { sshChangeSpecs } from './ssh-changes.ts'

/** One entry for each change of the contract. A missing entry does not compile. */
export const serverChangeSpecs: { [Name in ServerChangeName]: AnyServerChangeSpec<Name> } = {
  ...hostedDomainAndWordpressChangeSpecs,
  ...memoAndCacheChangeSpecs,
  ...hostingDatabaseChangeSpecs,
  ...sshChangeSpecs,
}
