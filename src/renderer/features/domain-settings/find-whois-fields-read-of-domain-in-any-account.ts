import { mainCommands } from '#renderer/ipc-client.ts'
import { parseSingleHostName } from '#renderer/ui/format/parse-single-domain-or-host-name.ts'
import { fillMissingWhoisFields, type WhoisFormFields } from './whois-form-input.ts'

/** Finds the stored Whois contact of a domain in any account; null if none is stored. `text`: its name as typed. */
export async function findWhoisFieldsReadOfDomain(text: string): Promise<WhoisFormFields | null> {
  const name = parseSingleHostName(text)
  if (name === null) return null
  for (const found of await mainCommands.inventory.findDomains({ names: [name] })) {
    const { whois } = await mainCommands.inventory.domain(found)
    const fields = fillMissingWhoisFields(whois.data?.fields)
    if (Object.values(fields).some((value) => value !== '')) return fields
  }
  return null
}
