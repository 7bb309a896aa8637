import { hasSameNameservers } from '#shared/dns/nameservers/has-same-nameservers.ts'
import { findServerAddresses } from '#shared/find-addresses-in-server-information.ts'
import type { DetectedChangeValues } from '#shared/ipc/detected-changes.ts'
import { formatUndocumentedFieldAsLines } from '#shared/format-undocumented-field-as-lines.ts'

type ServerInformationFields = Record<string, unknown>

/**
 * Lists what differs between two readings of the information of a server (API description, section "Server
 * information"). A field is compared only if both readings show it in a shape that the app can read. The order of the
 * values of a field does not matter. The token for the verification of domains is not compared, because it says nothing
 * about the server.
 */
export function diffServerInformation(
  before: ServerInformationFields,
  after: ServerInformationFields,
): DetectedChangeValues[] {
  const lines = (name: string) =>
    [formatUndocumentedFieldAsLines(before[name]), formatUndocumentedFieldAsLines(after[name])] as const
  return [
    ...diffLists('ip_address', findServerAddresses(before), findServerAddresses(after), hasSameTexts),
    ...diffLists('nameservers', ...lines('name_servers'), hasSameNameservers),
    ...diffLists('php_versions', ...lines('php_versions'), hasSameTexts),
    ...diffLists('db_versions', ...lines('db_versions'), hasSameTexts),
  ]
}

function diffLists(
  field: 'ip_address' | 'nameservers' | 'php_versions' | 'db_versions',
  before: string[] | null,
  after: string[] | null,
  isSame: (one: string[], other: string[]) => boolean,
): DetectedChangeValues[] {
  const isKnown = before !== null && before.length > 0 && after !== null && after.length > 0
  return isKnown && !isSame(before, after) ? [{ field, before, after }] : []
}

function hasSameTexts(one: string[], other: string[]): boolean {
  const sorted = (texts: string[]) => JSON.stringify([...new Set(texts)].sort())
  return sorted(one) === sorted(other)
}
