import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { parseSingleHostName } from '#renderer/ui/format/parse-single-domain-or-host-name.ts'
import { fillMissingWhoisFields, type WhoisFormFields } from './whois-form-input.ts'

/** Number of names in one call of `inventory.namedDomains`. */
const namesAtOnce = 500

/**
 * Finds the stored Whois contact of a domain in any account; null if none is stored. `text`: its name as typed. A list
 * that has the domain now comes before one from which it is gone.
 */
export async function findWhoisFieldsReadOfDomain(text: string): Promise<WhoisFormFields | null> {
  const name = parseSingleHostName(text)
  if (name === null) return null
  const accounts = await mainCommands.accounts.list(null)
  const names = accounts.map(({ id }) => ({ accountId: id, name }))
  const rows: CommandOutput<'inventory.namedDomains'> = []
  for (let from = 0; from < names.length; from += namesAtOnce)
    rows.push(...(await mainCommands.inventory.namedDomains({ names: names.slice(from, from + namesAtOnce) })))
  const isGone = ({ row }: (typeof rows)[number]) => Number(row.goneSince !== null)
  for (const { row } of rows.sort((one, other) => isGone(one) - isGone(other))) {
    const { whois } = await mainCommands.inventory.domain({ accountId: row.accountId, name })
    const fields = fillMissingWhoisFields(whois.data?.fields)
    if (Object.values(fields).some((value) => value !== '')) return fields
  }
  return null
}
