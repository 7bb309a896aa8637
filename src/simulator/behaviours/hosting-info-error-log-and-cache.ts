import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { hashTextToHex, hashTextToNumber } from '#simulator/hash-text.ts'
import { serviceNameservers, type SimulatedServer, type World } from '#simulator/world-state.ts'
import { createHostingBehaviour, requireHostedDomain } from './create-hosting-behaviour.ts'

const addressOf = ({ servername }: SimulatedServer) =>
  `192.0.2.${(Number.parseInt(hashTextToHex(servername).slice(0, 2), 16) % 254) + 1}`

/** Returns the token that proves the ownership of a domain for this server. */
export function deriveDomainValidationToken({ servername }: SimulatedServer): string {
  return hashTextToHex(`validation ${servername}`).slice(0, 32)
}

/**
 * The API description mentions a host name, but not the name of the field that contains it. Each world uses another
 * field name, so that no client relies on one.
 */
const hostNameFields = ['hostname', 'host_name', 'host', 'server_host_name'] as const

function hostNameField(world: World): string {
  const names = world.users.map((user) => user.name).join()
  return hostNameFields[hashTextToNumber(names, hostNameFields.length)] as string
}

/** Products and versions vary by server generation (API description, section "Server information"). */
const generations = [
  { php: ['8.4', '8.3', '8.2', '7.4'], database: { product: 'MariaDB', version: '10.11' } },
  { php: ['8.3', '8.2', '7.4', '5.6'], database: { product: 'MySQL', version: '5.7' } },
] as const

function generationOf({ serverId }: SimulatedServer) {
  return generations[hashTextToNumber(`generation ${serverId}`, generations.length)] as (typeof generations)[number]
}

const quotaMegabytes = 500_000
const defaultLogLines = 100

export const hostingInfoErrorLogAndCacheBehaviours: Pick<
  AreaBehaviours<'hosting'>,
  'info' | 'usage' | 'errorLog' | 'clearCache'
> = {
  info: createHostingBehaviour('hosting.info', ({ state }, call) => {
    const { php, database } = generationOf(state)
    return {
      [hostNameField(call.world)]: state.servername,
      ip_address: addressOf(state),
      name_servers: serviceNameservers,
      php_versions: php,
      db_versions: [database],
      domain_validation_token: deriveDomainValidationToken(state),
    }
  }),

  usage: createHostingBehaviour('hosting.usage', ({ state, hosting }) => {
    const domains = [...hosting.domains.values()]
    const sum = (field: 'files' | 'megabytes') => domains.reduce((total, domain) => total + domain[field], 0)
    return {
      disk: {
        used_mb: hashTextToNumber(`disk ${state.serverId}`, 90_000) + sum('megabytes'),
        quota_mb: quotaMegabytes,
      },
      files: { used: hashTextToNumber(`files ${state.serverId}`, 400_000) + sum('files') },
      counts: {
        domains: hosting.domains.size,
        subdomains: hosting.subdomains.size,
        databases: hosting.databases.size,
        database_users: hosting.databaseUsers.size,
        cron_jobs: hosting.cronJobs.size,
        wordpress: hosting.wordpress.size,
        ssh_keys: hosting.sshKeys.size,
      },
    }
  }),

  /** The newest lines, oldest first. */
  errorLog: createHostingBehaviour('hosting.errorLog', ({ hosting, nameOf }, call) => {
    const { domain, lines = defaultLogLines } = call.input
    requireHostedDomain(hosting, domain)
    return { domain, [nameOf('logLines')]: (hosting.errorLog.get(domain.toLowerCase()) ?? []).slice(-lines) }
  }),

  clearCache: createHostingBehaviour('hosting.clearCache', ({ hosting }, call) => {
    const { domain } = call.input
    requireHostedDomain(hosting, domain)
    hosting.clearedCaches.push({ at: call.now, domain: domain.toLowerCase() })
    return { message: 'The cache was cleared' }
  }),
}
