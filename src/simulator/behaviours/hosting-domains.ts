import { domainToASCII, domainToUnicode } from 'node:url'
import { findHostNameProblem, isSameHostName, normalizeHostName } from '#shared/host-name.ts'
import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { throwValidationError } from '#simulator/error-response.ts'
import { addHostedDomain, createHostedDomain } from '#simulator/simulated-settings-of-hosting-server.ts'
import { wrapListAsVariant } from '#simulator/undocumented-field-name-variants.ts'
import { serviceNameservers, type SimulatedServer, type SimulatedUser, type World } from '#simulator/world-state.ts'
import { deriveDomainValidationToken } from './hosting-info-error-log-and-cache.ts'
import { getDocumentRoot, createHostingBehaviour, requireHostedDomain } from './create-hosting-behaviour.ts'

const idna = { toAscii: domainToASCII, toUnicode: domainToUnicode }

/**
 * Returns the host name in lower case. Japanese names are sent in Punycode (API description, section "What the service
 * does").
 */
function requireHostName(field: string, text: string): string {
  if (!text.includes('.') || findHostNameProblem(text, idna, { mayBeWildcard: false }) !== null)
    throwValidationError(field, 'not a host name in Punycode')
  return text.toLowerCase()
}

/**
 * A domain of another user needs a TXT record with the server's token. The API description does not say when this is
 * required, nor the host of the record.
 */
function requireOwnership(world: World, user: SimulatedUser, state: SimulatedServer, name: string): void {
  const owner = world.owners.get(name)
  if (!owner || owner === user) return
  const records = [...(owner.domains.get(name)?.records.values() ?? [])]
  const isVerified = records.some(
    ({ type, host, content }) =>
      type === 'TXT' &&
      isSameHostName(host, world.file.verification_host) &&
      content.replaceAll('"', '') === deriveDomainValidationToken(state),
  )
  if (!isVerified) throwValidationError('domain', 'the TXT record that verifies the ownership is missing')
}

export const hostingDomainBehaviours: Pick<
  AreaBehaviours<'hosting'>,
  'domains' | 'domain' | 'addDomain' | 'resetDomain' | 'subdomains' | 'addSubdomain'
> = {
  domains: createHostingBehaviour('hosting.domains', ({ state, hosting, nameOf }, { world }) =>
    wrapListAsVariant(
      world.file.undocumented_names,
      'domains',
      [...hosting.domains].map(([domain, { ssl }]) => ({
        [nameOf('domain')]: domain,
        ssl,
        [nameOf('documentRoot')]: getDocumentRoot(state, domain),
      })),
    ),
  ),

  domain: createHostingBehaviour('hosting.domain', ({ state, hosting, nameOf }, call) => {
    const domain = call.input.domain.toLowerCase()
    const { ssl } = requireHostedDomain(hosting, domain)
    return {
      [nameOf('domain')]: domain,
      url: `${ssl ? 'https' : 'http'}://${domain}/`,
      [nameOf('documentRoot')]: getDocumentRoot(state, domain),
    }
  }),

  addDomain: createHostingBehaviour('hosting.addDomain', ({ state, hosting }, call) => {
    const { ssl = false, redirect_https = false } = call.input
    const domain = requireHostName('domain', call.input.domain)
    if (hosting.domains.has(domain)) throwValidationError('domain', 'is on the server already')
    requireOwnership(call.world, call.user, state, domain)
    const own = call.user.domains.get(domain)
    const pointsHere = own?.nameservers.some((host) => serviceNameservers.includes(normalizeHostName(host))) ?? false
    addHostedDomain(hosting, domain, createHostedDomain(ssl && pointsHere, redirect_https))
    return { domain, ssl_status: !ssl ? 'none' : pointsHere ? 'enabled' : 'failed_nameserver' }
  }),

  resetDomain: createHostingBehaviour('hosting.resetDomain', ({ hosting }, call) => {
    const domain = call.input.domain.toLowerCase()
    requireHostedDomain(hosting, domain)
    hosting.domains.set(domain, createHostedDomain(false, false))
    for (const [id, { url }] of hosting.wordpress) if (new URL(url).hostname === domain) hosting.wordpress.delete(id)
    return { message: 'The domain was initialized' }
  }),

  subdomains: createHostingBehaviour('hosting.subdomains', ({ state, hosting, nameOf }, { world }) =>
    wrapListAsVariant(
      world.file.undocumented_names,
      'subdomains',
      [...hosting.subdomains.keys()].map((fqdn) => ({
        [nameOf('subdomain')]: fqdn,
        [nameOf('documentRoot')]: getDocumentRoot(state, fqdn),
      })),
    ),
  ),

  addSubdomain: createHostingBehaviour('hosting.addSubdomain', ({ hosting }, call) => {
    const { ssl = false } = call.input
    const subdomain = requireHostName('subdomain', call.input.subdomain)
    if (![...hosting.domains.keys()].some((domain) => subdomain.endsWith(`.${domain}`)))
      throwValidationError('subdomain', 'is under no domain of the server')
    if (hosting.subdomains.has(subdomain) || hosting.domains.has(subdomain))
      throwValidationError('subdomain', 'is there already')
    hosting.subdomains.set(subdomain, { ssl })
    return { message: 'The subdomain was added' }
  }),
}
