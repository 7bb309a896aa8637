import { endpointNames, type EndpointName } from '#shared/api/endpoints.ts'
import { findLoggedEndpoint } from '#shared/console/find-logged-endpoint.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

type Translate = (key: string) => string

/** The catalog's description of an endpoint. */
export function describeEndpoint(name: EndpointName, t: Translate): string {
  return t(`console.endpoint.${name.replace('.', '_')}`)
}

/**
 * What an entry of the log did, in words, and the domain or server that its path names. `text` null: the catalog does not know the
 * path.
 */
export function describeLogCall(
  { method, path }: { method: string; path: string },
  t: Translate,
): { text: string | null; target: string | null } {
  const endpoint = findLoggedEndpoint(method, path)
  if (!endpoint) return { text: null, target: null }
  const { domain_name: domain, servername } = endpoint.params
  return {
    text: describeEndpoint(endpoint.name, t),
    target: domain === undefined ? (servername ?? null) : (decodePunycode(domain) ?? domain),
  }
}

/** The endpoints whose description contains the text, in any case of letters. */
export function findEndpointsByText(text: string, t: Translate): EndpointName[] {
  const wanted = text.toLowerCase()
  return endpointNames.filter((name) => describeEndpoint(name, t).toLowerCase().includes(wanted))
}
