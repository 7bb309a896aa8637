import { replaceSecretsInQueryWithVariables } from '#shared/console/replace-secrets-with-variables.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'

/** Formats the path and query as typed. Values that look like secrets are replaced. */
export function formatPathWithRedactedQuery({ path, query }: Pick<ConsoleRequestContent, 'path' | 'query'>): string {
  const pairs = replaceSecretsInQueryWithVariables(query.filter(({ name }) => name !== ''))
  return pairs.length === 0 ? path : `${path}?${pairs.map(({ name, value }) => `${name}=${value}`).join('&')}`
}
