import type { EndpointName } from './endpoints.ts'

/**
 * What the app can do with a key, and one endpoint for each action. Every endpoint that needs the same permissions
 * belongs to the same action. Where the API description names targets, the endpoint has the target in its path, because
 * a list returns only the allowed targets.
 */
export const endpointByKeyAction = {
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

export type KeyAction = keyof typeof endpointByKeyAction
export const keyActions = Object.keys(endpointByKeyAction) as KeyAction[]
