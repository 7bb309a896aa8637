import type { EndpointName } from './endpoints.ts'

/**
 * What the app can do with a key, and one endpoint for each action. Every endpoint that needs the same permissions
 * belongs to the same action. If an action has targets, its endpoint names the target in the path. A list endpoint
 * cannot test one target: it only leaves out the targets that are not allowed.
 */
export const endpointByApiKeyAction = {
  readDomains: 'domain.detail',
  readRecords: 'domain.dns',
  changeRecords: 'domain.addRecord',
  readNameservers: 'domain.nameservers',
  changeNameservers: 'domain.setNameservers',
  readWhois: 'domain.whois',
  changeWhois: 'domain.setWhois',
  readLock: 'domain.lock',
  changeLock: 'domain.setLock',
  renewDomains: 'domain.renew',
  transferDomains: 'domain.transfer',
  acquireDomains: 'domain.acquire',
  readPrices: 'domain.pricing',
  readServers: 'hosting.info',
  changeServers: 'hosting.addDomain',
  orderServers: 'server.order',
} as const satisfies Record<string, EndpointName>

export type ApiKeyAction = keyof typeof endpointByApiKeyAction
export const apiKeyActions = Object.keys(endpointByApiKeyAction) as ApiKeyAction[]
