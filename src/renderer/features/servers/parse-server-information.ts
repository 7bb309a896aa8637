import { formatUndocumentedFieldAsLines } from '#shared/format-undocumented-field-as-lines.ts'
import { serverHostNameFields } from '#shared/find-host-names-in-server-information.ts'

/** The documented fields of the server information, in display order. */
export const documentedServerInformationFields = [
  'ip_address',
  'name_servers',
  'php_versions',
  'db_versions',
  'domain_validation_token',
] as const
export type DocumentedServerInformationField = (typeof documentedServerInformationFields)[number]

/** A field of the server information, as lines of text. */
export interface ServerInformationField {
  /** Name of the field in the service's answer. */
  name: string
  lines: string[]
}

/**
 * Fields that every response about a server repeats. The API description does not show them for the server information.
 */
const repeated = ['servername', 'server_id']

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/**
 * Returns the server information as lines. The documented fields come first. All other texts, numbers, flags and lists
 * of such values follow under the names that the service uses, also the host name. Values of any other shape are
 * returned unchanged as the rest.
 */
export function parseServerInformation(info: Record<string, unknown>): {
  facts: ServerInformationField[]
  rest: Record<string, unknown>
} {
  const facts: ServerInformationField[] = []
  const rest = { ...info }
  for (const name of repeated) delete rest[name]
  const others = Object.keys(rest).filter(
    (name) => !isDocumentedServerInformationField(name) && [rest[name]].flat().every(isScalar),
  )
  for (const name of [...documentedServerInformationFields, ...others]) {
    const lines = formatUndocumentedFieldAsLines(rest[name])
    if (lines === null) continue
    delete rest[name]
    if (lines.length > 0) facts.push({ name, lines })
  }
  return { facts, rest }
}

export function isDocumentedServerInformationField(name: string): name is DocumentedServerInformationField {
  return (documentedServerInformationFields as readonly string[]).includes(name)
}

export function isHostNameField(name: string): boolean {
  return serverHostNameFields.includes(name)
}
