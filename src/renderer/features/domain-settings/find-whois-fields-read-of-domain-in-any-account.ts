import { mainCommands } from '#renderer/ipc-client.ts'
import { fillMissingWhoisFields, type WhoisFormFields } from './whois-form-input.ts'

/** Finds the stored Whois contact of a domain in any account; null if none is stored. `name`: in Punycode. */
export async function findWhoisFieldsReadOfDomain(name: string): Promise<WhoisFormFields | null> {
  for (const found of await mainCommands.inventory.findDomains({ names: [name] })) {
    const { whois } = await mainCommands.inventory.domain(found)
    const fields = fillMissingWhoisFields(whois.data?.fields)
    if (Object.values(fields).some((value) => value !== '')) return fields
  }
  return null
}
