import { normalizeHostName } from './host-name.ts'

/** Names under which a service may return the host name. The API description does not name the field. */
export const serverHostNameFields = ['host', 'host_name', 'hostname', 'server_host_name', 'server_hostname']

/**
 * Returns the host names of a server, from its information (API description, section "Server information"). None while
 * it was not read.
 */
export function findServerHostNames(info: Record<string, unknown> | null): string[] {
  const given = serverHostNameFields.map((field) => info?.[field])
  const names = given.filter((name) => typeof name === 'string').map((name) => normalizeHostName(name.trim()))
  // A name of one label, such as `sv1`, is no name of DNS.
  return [...new Set(names)].filter((name) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name))
}
