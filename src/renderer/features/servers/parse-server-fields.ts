/** The fields of the server information that the API description names, in the order in which they are shown. */
export const documentedFields = ['ip_address', 'name_servers', 'php_versions', 'db_versions', 'domain_validation_token'] as const
export type DocumentedField = (typeof documentedFields)[number]

/** A field of the server information, as lines of text. */
export interface ServerField {
  /** As the service calls it. */
  name: string
  lines: string[]
}

/** Not shown by the API description: the fields of the contract that every server answer repeats. */
const repeated = ['servername', 'server_id']

/** One value as a line: a version may come as text, number, or as a product with its version. */
function lineOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const parts = Object.values(value)
  return parts.length > 0 && parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join(' ') : null
}

/** The lines of a field whose shape is not shown; null when it is something we cannot read, which is then shown as it came. */
export function parseFieldLines(value: unknown): string[] | null {
  if (value === null || value === undefined || value === '') return []
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const lines = values.map(lineOf)
  return lines.every((line) => line !== null) ? (lines as string[]) : null
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/**
 * The server information as lines: first what the description names, then every other text, number, flag or list of them under the name that the
 * service gives it, the host name among them. What has another shape is the rest, as it came.
 */
export function parseServerFields(info: Record<string, unknown>): { facts: ServerField[]; rest: Record<string, unknown> } {
  const facts: ServerField[] = []
  const rest = { ...info }
  for (const name of repeated) delete rest[name]
  const others = Object.keys(rest).filter((name) => !isDocumentedField(name) && [rest[name]].flat().every(isScalar))
  for (const name of [...documentedFields, ...others]) {
    const lines = parseFieldLines(rest[name])
    if (lines === null) continue
    delete rest[name]
    if (lines.length > 0) facts.push({ name, lines })
  }
  return { facts, rest }
}

export function isDocumentedField(name: string): name is DocumentedField {
  return (documentedFields as readonly string[]).includes(name)
}

/** A value as the service gave it, indented, for people. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
