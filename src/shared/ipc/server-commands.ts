import { z } from 'zod'
import { defineCommand } from './define-command.ts'
import { serverChangeCommands, serverTargetFields } from './single-server-change-commands.ts'
import { serverReadCommands } from './unstored-server-read-commands.ts'

export const serverCommands = {
  ...serverReadCommands,
  ...serverChangeCommands,
  /**
   * Saves a private key that the service generated, where the user chooses. Only the user can read the file; on
   * Windows, the rights of the folder apply. `path` null: the user closed the dialog. Errors: not_found, invalid_input
   * for a text that is no private key and for a path that cannot be written, disk_full.
   */
  savePrivateKey: defineCommand(
    z.object({ ...serverTargetFields, privateKey: z.string().min(1).max(64_000) }),
    z.object({ path: z.string().nullable() }),
  ),
}
export type ServerCommands = typeof serverCommands
