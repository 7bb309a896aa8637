import { createHash, generateKeyPairSync } from 'node:crypto'
import { normalizeHostName } from '#shared/host-name.ts'
import { type AreaBehaviours, requireCallServer, type EndpointCall } from '#simulator/endpoint-call.ts'
import { ErrorResponse, throwValidationError } from '#simulator/error-response.ts'
import { serviceNameservers, type ServerState, type World } from '#simulator/world-state.ts'

/**
 * Server management. The document names these responses but shows little of their bodies. Fields here that the document
 * does not name are plausible inventions; no client should rely on them. Section "Server management".
 */
interface HostingSettings {
  lastId: number
  domains: Map<string, { ssl: boolean; redirectHttps: boolean }>
  subdomains: Map<string, { ssl: boolean }>
  wordpress: Map<number, { url: string; title: string; database: string; databaseUser: string; cronJob: number }>
  databases: Set<string>
  databaseUsers: Map<string, Set<string>>
  cronJobs: Set<number>
  isSshEnabled: boolean
  sshKeys: Map<number, { label: string; publicKey: string }>
}

function settingsOf(state: ServerState): HostingSettings {
  const made = state.settings.get('hosting') as HostingSettings | undefined
  if (made) return made
  const fresh: HostingSettings = {
    lastId: 0,
    domains: new Map([state.servername, ...state.domains].map((name) => [name, { ssl: true, redirectHttps: false }])),
    subdomains: new Map(),
    wordpress: new Map(),
    databases: new Set(),
    databaseUsers: new Map(),
    cronJobs: new Set(),
    isSshEnabled: false,
    sshKeys: new Map(),
  }
  state.settings.set('hosting', fresh)
  return fresh
}

type Hosting = Extract<keyof AreaBehaviours<'hosting'>, string>

/** Refuses server management until the setup is done. */
function requireReadyServer(call: EndpointCall<`hosting.${Hosting}`>): {
  state: ServerState
  settings: HostingSettings
} {
  const state = requireCallServer(call)
  if (state.status === 'setup_pending') throw new ErrorResponse('NOT_FOUND', 'The server is still being set up')
  return { state, settings: settingsOf(state) }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const addressOf = (state: ServerState) =>
  `192.0.2.${(Number.parseInt(digest(state.servername).slice(0, 2), 16) % 254) + 1}`
const rootOf = (state: ServerState, name: string) => `/home/${state.serverId}/${name}/public_html`
const createNotFound = (what: string) => new ErrorResponse('NOT_FOUND', `No such ${what}`)

function requireDomain(settings: HostingSettings, name: string): { ssl: boolean; redirectHttps: boolean } {
  const found = settings.domains.get(name)
  if (!found) throw createNotFound('domain on the server')
  return found
}

function nextId(settings: HostingSettings): number {
  settings.lastId += 1
  return settings.lastId
}

/** The document mentions a host name but not the name of its field. Each world uses its own field name, so that no client relies on one. */
const hostNameFields = ['hostname', 'host_name', 'host', 'server_host_name'] as const

function hostNameField(world: World): string {
  const names = world.users.map((user) => user.name).join()
  return hostNameFields[Number.parseInt(digest(names).slice(0, 8), 16) % hostNameFields.length] as string
}

export const hostingBehaviours: AreaBehaviours<'hosting'> = {
  info(call) {
    const { state } = requireReadyServer(call)
    return {
      [hostNameField(call.world)]: state.servername,
      ip_address: addressOf(state),
      name_servers: serviceNameservers,
      php_versions: ['8.4', '8.3', '8.2', '7.4'],
      db_versions: [{ product: 'MariaDB', version: '10.11' }],
      domain_validation_token: digest(`validation ${state.servername}`).slice(0, 32),
    }
  },

  usage(call) {
    const { state, settings } = requireReadyServer(call)
    const seed = Number.parseInt(digest(state.serverId).slice(0, 6), 16)
    return {
      disk: { used_mb: seed % 90_000, quota_mb: 500_000 },
      files: { used: seed % 400_000 },
      counts: {
        domains: settings.domains.size,
        subdomains: settings.subdomains.size,
        databases: settings.databases.size,
        database_users: settings.databaseUsers.size,
        cron_jobs: settings.cronJobs.size,
        wordpress: settings.wordpress.size,
        ssh_keys: settings.sshKeys.size,
      },
    }
  },

  domains(call) {
    const { state, settings } = requireReadyServer(call)
    return {
      domains: [...settings.domains].map(([domain, { ssl }]) => ({
        domain,
        ssl,
        document_root: rootOf(state, domain),
      })),
    }
  },

  domain(call) {
    const { state, settings } = requireReadyServer(call)
    const { domain } = call.input
    const { ssl } = requireDomain(settings, domain)
    return { domain, url: `${ssl ? 'https' : 'http'}://${domain}/`, document_root: rootOf(state, domain) }
  },

  addDomain(call) {
    const { settings } = requireReadyServer(call)
    const { domain, ssl = false, redirect_https = false } = call.input
    if (settings.domains.has(domain)) throwValidationError('domain', 'is on the server already')
    const own = call.user.domains.get(domain)
    const pointsHere = own?.nameservers.some((host) => serviceNameservers.includes(normalizeHostName(host))) ?? false
    settings.domains.set(domain, { ssl: ssl && pointsHere, redirectHttps: redirect_https })
    return { domain, ssl_status: !ssl ? 'none' : pointsHere ? 'enabled' : 'failed_nameserver' }
  },

  resetDomain(call) {
    const { settings } = requireReadyServer(call)
    const found = requireDomain(settings, call.input.domain)
    Object.assign(found, { ssl: false, redirectHttps: false })
    for (const [id, { url }] of settings.wordpress)
      if (new URL(url).hostname === call.input.domain) settings.wordpress.delete(id)
    return { message: 'The domain was initialized' }
  },

  subdomains(call) {
    const { state, settings } = requireReadyServer(call)
    return { subdomains: [...settings.subdomains.keys()].map((fqdn) => ({ fqdn, document_root: rootOf(state, fqdn) })) }
  },

  addSubdomain(call) {
    const { settings } = requireReadyServer(call)
    const { subdomain, ssl = false } = call.input
    if (![...settings.domains.keys()].some((domain) => subdomain.endsWith(`.${domain}`)))
      throwValidationError('subdomain', 'is under no domain of the server')
    if (settings.subdomains.has(subdomain)) throwValidationError('subdomain', 'is there already')
    settings.subdomains.set(subdomain, { ssl })
    return { message: 'The subdomain was added' }
  },

  wordpress(call) {
    const { settings } = requireReadyServer(call)
    const { domain } = call.input
    const all = [...settings.wordpress].map(([id, { url, title }]) => ({ id, url, title }))
    return { wordpress: all.filter(({ url }) => domain === undefined || new URL(url).hostname === domain) }
  },

  installWordpress(call) {
    const { state, settings } = requireReadyServer(call)
    const { url, title } = call.input
    const host = URL.canParse(url) ? new URL(url).hostname : throwValidationError('url', 'not a URL')
    if (!settings.domains.has(host) && !settings.subdomains.has(host))
      throwValidationError('url', 'is on no domain of the server')
    if ([...settings.wordpress.values()].some((site) => site.url === url))
      throwValidationError('url', 'has WordPress already')
    const id = nextId(settings)
    // An installation adds a database, a database user and a cron job. The API description does not mention them.
    const database = `${state.serverId}_wp${id}`
    settings.databases.add(database)
    settings.databaseUsers.set(database, new Set([database]))
    settings.cronJobs.add(id)
    settings.wordpress.set(id, { url, title, database, databaseUser: database, cronJob: id })
    return { id, url, message: 'WordPress was installed' }
  },

  deleteWordpress(call) {
    const { settings } = requireReadyServer(call)
    const id = Number(call.input.wp_id)
    const site = settings.wordpress.get(id)
    if (!site) throw createNotFound('WordPress')
    settings.wordpress.delete(id)
    const { delete_db, delete_db_user, delete_cron } = call.input
    if (delete_db) {
      settings.databases.delete(site.database)
      for (const grants of settings.databaseUsers.values()) grants.delete(site.database)
    }
    if (delete_db_user) settings.databaseUsers.delete(site.databaseUser)
    if (delete_cron) settings.cronJobs.delete(site.cronJob)
    return { message: 'WordPress was deleted' }
  },

  addDatabase(call) {
    const { state, settings } = requireReadyServer(call)
    const dbName = `${state.serverId}_${call.input.name_suffix}`
    if (settings.databases.has(dbName)) throwValidationError('name_suffix', 'is taken')
    settings.databases.add(dbName)
    return { db_name: dbName, message: 'The database was created' }
  },

  addDatabaseUser(call) {
    const { state, settings } = requireReadyServer(call)
    const dbUser = `${state.serverId}_${call.input.name_suffix}`
    if (settings.databaseUsers.has(dbUser)) throwValidationError('name_suffix', 'is taken')
    settings.databaseUsers.set(dbUser, new Set())
    return { db_user: dbUser, message: 'The user was created' }
  },

  grantDatabase(call) {
    const { settings } = requireReadyServer(call)
    const grants = settings.databaseUsers.get(call.input.db_user)
    if (!grants) throw createNotFound('database user')
    if (!settings.databases.has(call.input.db_name)) throw createNotFound('database')
    grants.add(call.input.db_name)
    return { message: 'The right was granted' }
  },

  ssh(call) {
    const { state, settings } = requireReadyServer(call)
    return {
      ssh_enabled: settings.isSshEnabled,
      host: state.servername,
      port: 10022,
      user: state.servername.split('.')[0],
    }
  },

  setSsh(call) {
    const { settings } = requireReadyServer(call)
    settings.isSshEnabled = call.input.ssh_enabled
    return { ssh_enabled: settings.isSshEnabled }
  },

  sshKeys(call) {
    const { settings } = requireReadyServer(call)
    return { keys: [...settings.sshKeys].map(([id, { label, publicKey }]) => ({ id, label, public_key: publicKey })) }
  },

  addSshKey(call) {
    const { settings } = requireReadyServer(call)
    const { public_key, label = 'generated', generate } = call.input
    const pair = generate
      ? generateKeyPairSync('ed25519', {
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        })
      : null
    const publicKey = pair?.publicKey ?? public_key ?? ''
    const id = nextId(settings)
    settings.sshKeys.set(id, { label, publicKey })
    // The private key is not stored: only this response contains it.
    return { id, label, public_key: publicKey, ...(pair && { private_key: pair.privateKey }) }
  },

  deleteSshKey(call) {
    const { settings } = requireReadyServer(call)
    if (!settings.sshKeys.delete(Number(call.input.key_id))) throw createNotFound('key')
    return { message: 'The key was deleted' }
  },

  errorLog(call) {
    const { settings } = requireReadyServer(call)
    requireDomain(settings, call.input.domain)
    const lines = Array.from(
      { length: Math.min(call.input.lines ?? 100, 20) },
      (_, index) => `[error] [client 192.0.2.${index + 1}] File does not exist: /favicon-${index}.ico`,
    )
    return { domain: call.input.domain, lines }
  },

  clearCache(call) {
    const { settings } = requireReadyServer(call)
    requireDomain(settings, call.input.domain)
    return { message: 'The cache was cleared' }
  },
}
