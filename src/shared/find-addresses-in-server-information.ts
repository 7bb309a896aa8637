import { findIpAddresses } from './find-ip-addresses-in-text.ts'

/**
 * Returns the addresses of a server, from its information (API description, section "Server information"). None while
 * it was not read.
 */
export function findServerAddresses(info: Record<string, unknown> | null): string[] {
  const given = info?.['ip_address']
  return given === undefined || given === null ? [] : findIpAddresses(JSON.stringify(given))
}
