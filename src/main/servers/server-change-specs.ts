import type { ServerChangeName } from '#shared/ipc/server-changes.ts'
import { databaseChangeSpecs } from './database-changes.ts'
import { domainAndWordpressChangeSpecs } from './domain-and-wordpress-changes.ts'
import { memoAndCacheChangeSpecs } from './memo-and-cache-changes.ts'
import type { AnyServerChangeSpec } from './define-server-change.ts'
import { sshChangeSpecs } from './ssh-changes.ts'

/** Every change of the contract, once. A missing one does not compile. */
export const serverChangeSpecs: { [Name in ServerChangeName]: AnyServerChangeSpec<Name> } = {
  ...domainAndWordpressChangeSpecs,
  ...memoAndCacheChangeSpecs,
  ...databaseChangeSpecs,
  ...sshChangeSpecs,
}
