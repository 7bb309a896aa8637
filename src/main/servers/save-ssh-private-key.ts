import { AppError } from '#shared/app-error.ts'
import type { ParsedCommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import { isPemPrivateKey } from './find-lists-ids-and-texts-in-undocumented-answer.ts'

export interface SaveSshPrivateKeyDeps {
  inventory: Pick<InventoryStore, 'server'>
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (
    suggestedName: string,
    text: Iterable<string>,
    options: { isOwnerOnly: boolean },
  ) => Promise<string | null>
}

/**
 * Saves a generated private key where the user chooses, readable only by its owner. Returns the path; null when the
 * user closed the dialog. The key is in no error and is kept nowhere else.
 */
export async function saveSshPrivateKey(
  { inventory, choosePathAndSaveFile }: SaveSshPrivateKeyDeps,
  { accountId, servername, privateKey }: ParsedCommandInput<'servers.savePrivateKey'>,
): Promise<string | null> {
  const { row } = inventory.server(accountId, servername)
  if (!isPemPrivateKey(privateKey))
    throw new AppError('invalid_input', 'Not saved: the text is no private key in PEM form')
  const name = row.name.split('.')[0]?.replaceAll(/[^a-z0-9_-]/gi, '_') ?? ''
  // OpenSSH refuses a key file without a line break at its end.
  const text = `${privateKey.replaceAll('\r\n', '\n').trimEnd()}\n`
  return choosePathAndSaveFile(`${name}.pem`, [text], { isOwnerOnly: true })
}
