import type { ServerChangeName } from '#shared/ipc/server-changes.ts'
import { databaseChanges } from './database-changes.ts'
import { domainAndWordpressChanges } from './domain-and-wordpress-changes.ts'
import { memoAndCacheChanges } from './memo-and-cache-changes.ts'
import type { AnyServerChangeSpec } from './server-change.ts'
import { sshChanges } from './ssh-changes.ts'

/** Every change of the contract, once. A missing one does not compile. */
export const serverChanges: { [Name in ServerChangeName]: AnyServerChangeSpec<Name> } = {
  ...domainAndWordpressChanges,
  ...memoAndCacheChanges,
  ...databaseChanges,
  ...sshChanges,
}
