import { findEndpointByLoggedPath } from '#shared/console/find-endpoint-by-logged-path.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import { describeDryRun, describeEndpoint } from './describe-endpoint.ts'

type Translate = (key: string) => string

/**
 * Returns what an entry of the log did, in words, and the domain or server that its path names. `text` null: the
 * catalog does not know the path. `isDryRun`: known only of calls of this app.
 */
export function describeLogCall(
  { method, path, isDryRun }: { method: string; path: string; isDryRun: boolean },
  t: Translate,
): { text: string | null; target: string | null } {
  const endpoint = findEndpointByLoggedPath(method, path)
  if (!endpoint) return { text: null, target: null }
  const { domain_name: domain, servername } = endpoint.params
  return {
    text: isDryRun ? describeDryRun(endpoint.name, t) : describeEndpoint(endpoint.name, t),
    target: domain === undefined ? (servername ?? null) : (decodePunycode(domain) ?? domain),
  }
}
