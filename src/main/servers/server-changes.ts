import type { ServerChangeName } from '#shared/ipc/server-changes.ts'
import { domainAndWordpressChanges } from './domain-and-wordpress-changes.ts'
import { otherServerChanges } from './other-server-changes.ts'
import type { AnyServerChangeSpec } from './server-change.ts'

/** Every change of the contract, once. A missing one does not compile. */
export const serverChanges: { [Name in ServerChangeName]: AnyServerChangeSpec<Name> } = {
  ...domainAndWordpressChanges,
  ...otherServerChanges,
}
