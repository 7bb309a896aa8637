import { isNonArrayObject } from '#shared/is-non-array-object.ts'
import type { ParsedServerReadData } from '#shared/ipc/unstored-server-read-commands.ts'

/** A domain or subdomain in a list of a server. */
export type HostedDomainOrSubdomain = ParsedServerReadData<'domains'>[number]
export type HostedDomainListName = 'domains' | 'subdomains'

/** Leaves out, for each shown value, the first field that holds it; null stands for no value. */
function omitFirstFieldOf(fields: Record<string, unknown>, shown: readonly (string | null)[]): Record<string, unknown> {
  const values = Object.values(fields)
  const omitted = new Set(shown.filter((value) => value !== null).map((value) => values.indexOf(value)))
  return Object.fromEntries(Object.entries(fields).filter((_, index) => !omitted.has(index)))
}

/** Returns the fields of an entry without the ones that are shown as its name and document root. */
export function omitNameAndDocumentRoot({
  name,
  documentRoot,
  fields,
}: HostedDomainOrSubdomain): Record<string, unknown> {
  return omitFirstFieldOf(fields, [name, documentRoot])
}

/** Returns the fields of the answer about one site without its URL and its shown document root. */
export function omitUrlAndDocumentRoot(answer: unknown, documentRoot: string | null): Record<string, unknown> {
  if (!isNonArrayObject(answer)) return {}
  const { url: _, ...others } = answer
  return omitFirstFieldOf(others, [documentRoot])
}

/** `ssl: true, plan: {"a":1}`: the fields in one line of a table. */
export function formatAnswerFieldsAsLine(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
