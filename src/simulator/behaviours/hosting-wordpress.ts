import type { AreaBehaviours } from '#simulator/endpoint-call.ts'
import { throwValidationError } from '#simulator/error-response.ts'
import {
  takeNextSshKeyOrWordpressSiteId,
  sizeOfNewWordpressSite,
  type SimulatedHostingServer,
} from '#simulator/simulated-settings-of-hosting-server.ts'
import { createNotFoundError, createHostingBehaviour } from './create-hosting-behaviour.ts'

function normalizeSiteUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return throwValidationError('url', 'not a web address')
  return url
}

/** The folder of a domain holds the files. Those of subdomains are not counted. */
function countFiles({ domains }: SimulatedHostingServer, url: string, direction: 1 | -1): void {
  const domain = domains.get(new URL(url).hostname)
  if (!domain) return
  domain.files += direction * sizeOfNewWordpressSite.files
  domain.megabytes += direction * sizeOfNewWordpressSite.megabytes
}

export const hostingWordpressBehaviours: Pick<
  AreaBehaviours<'hosting'>,
  'wordpress' | 'installWordpress' | 'deleteWordpress'
> = {
  wordpress: createHostingBehaviour('hosting.wordpress', ({ hosting, nameOf }, call) => {
    const domain = call.input.domain?.toLowerCase()
    if (domain !== undefined && hosting.subdomains.has(domain))
      throwValidationError('domain', 'a parent domain, not a subdomain')
    const all = [...hosting.wordpress].map(([id, { url, title }]) => ({ [nameOf('wordpressId')]: id, url, title }))
    return { wordpress: all.filter(({ url }) => domain === undefined || new URL(`${url}`).hostname === domain) }
  }),

  installWordpress: createHostingBehaviour('hosting.installWordpress', ({ state, hosting, nameOf }, call) => {
    const { url, title } = call.input
    const { hostname } = normalizeSiteUrl(url)
    if (!hosting.domains.has(hostname) && !hosting.subdomains.has(hostname))
      throwValidationError('url', 'is on no domain of the server')
    if ([...hosting.wordpress.values()].some((site) => site.url === url))
      throwValidationError('url', 'has WordPress already')
    const id = takeNextSshKeyOrWordpressSiteId(hosting)
    // An installation adds a database, a database user and a cron job. The API description does not mention them.
    const database = `${state.serverId}_wp${id}`
    hosting.databases.set(database, { characterSet: 'utf8mb4' })
    hosting.databaseUsers.set(database, { password: call.input.admin_password, grants: new Set([database]) })
    hosting.cronJobs.add(id)
    hosting.wordpress.set(id, { url, title, database, databaseUser: database, cronJob: id })
    countFiles(hosting, url, 1)
    return { [nameOf('wordpressId')]: id, url, message: 'WordPress was installed' }
  }),

  deleteWordpress: createHostingBehaviour('hosting.deleteWordpress', ({ hosting }, call) => {
    const id = Number(call.input.wp_id)
    const site = hosting.wordpress.get(id)
    if (!site) throw createNotFoundError('WordPress')
    hosting.wordpress.delete(id)
    countFiles(hosting, site.url, -1)
    const { delete_db, delete_db_user, delete_cron } = call.input
    if (delete_db) {
      hosting.databases.delete(site.database)
      for (const { grants } of hosting.databaseUsers.values()) grants.delete(site.database)
    }
    if (delete_db_user) hosting.databaseUsers.delete(site.databaseUser)
    if (delete_cron) hosting.cronJobs.delete(site.cronJob)
    return { message: 'WordPress was deleted' }
  }),
}
