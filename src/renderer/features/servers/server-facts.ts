/** A named field of the server information, as lines of text. */
export interface ServerFact {
  name: 'ip_address' | 'host_name' | 'name_servers' | 'php_versions' | 'db_versions' | 'domain_validation_token'
  lines: string[]
}

const names = ['ip_address', 'host_name', 'name_servers', 'php_versions', 'db_versions', 'domain_validation_token'] as const

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
export function linesOf(value: unknown): string[] | null {
  if (value === null || value === undefined || value === '') return []
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const lines = values.map(lineOf)
  return lines.every((line) => line !== null) ? (lines as string[]) : null
}

/** The server information split into what we can name and the rest, as it came. */
export function readInfo(info: Record<string, unknown>): { facts: ServerFact[]; rest: Record<string, unknown> } {
  const facts: ServerFact[] = []
  const rest = { ...info }
  for (const name of repeated) delete rest[name]
  for (const name of names) {
    const lines = linesOf(info[name])
    if (lines === null) continue
    delete rest[name]
    if (lines.length > 0) facts.push({ name, lines })
  }
  return { facts, rest }
}

/** A value as the service gave it, indented, for people. */
export function asItCame(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
