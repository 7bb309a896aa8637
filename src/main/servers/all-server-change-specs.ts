import type { ServerChangeName } from '#shared/ipc/single-server-change-commands.ts'
import { hostingDatabaseChangeSpecs } from './hosting-database-change-specs.ts'
import { hostedDomainAndWordpressChangeSpecs } from './hosted-domain-and-wordpress-change-specs.ts'
import { setMemoAndClearCacheSpecs } from './set-memo-and-clear-cache-specs.ts'
import type { AnyServerChangeSpec } from './server-change-spec-interface.ts'
import { sshChangeSpecs } from './ssh-change-specs.ts'

/** One entry for each change of the contract. A missing entry does not compile. */
export const serverChangeSpecs: { [Name in ServerChangeName]: AnyServerChangeSpec<Name> } = {
  ...hostedDomainAndWordpressChangeSpecs,
  ...setMemoAndClearCacheSpecs,
  ...hostingDatabaseChangeSpecs,
  ...sshChangeSpecs,
}
