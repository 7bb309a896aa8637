import type { DomainRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

const atOnce = 500

/** Loads the stored rows of the named domains. Domains that are no longer stored are left out. */
export async function loadStoredDomainRows(
  domains: readonly Pick<DomainRow, 'accountId' | 'name'>[],
): Promise<DomainRow[]> {
  const rows: DomainRow[] = []
  for (let start = 0; start < domains.length; start += atOnce) {
    const names = domains.slice(start, start + atOnce).map(({ accountId, name }) => ({ accountId, name }))
    rows.push(...(await mainCommands.inventory.namedDomains({ names })).map(({ row }) => row))
  }
  return rows
}
