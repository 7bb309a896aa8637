import { keychainItemPrefixes } from './os-keychain-port.ts'

/**
 * First line of a keychain item with the password of a proxy. The item names the account, the proxy and the user, so
 * that a changed database file cannot make Banto send the password to another proxy (ADR 17, ADR 35). No field contains
 * a line feed.
 */
const formatHeader = 'banto-proxy 1'

export interface ProxyPasswordOwner {
  accountId: string
  proxyUrl: string
  user: string
}

export function getProxyPasswordItemName(id: string): string {
  return keychainItemPrefixes.proxy + id
}

export function encodeProxyPasswordItem({ accountId, proxyUrl, user }: ProxyPasswordOwner, password: string): string {
  return [formatHeader, accountId, proxyUrl, user, password].join('\n')
}

/** Returns the password in the item; null if the item belongs to another account, proxy or user. */
export function decodeProxyPasswordItem(
  item: string,
  { accountId, proxyUrl, user }: ProxyPasswordOwner,
): string | null {
  const [header, ...fields] = item.split('\n')
  const [storedAccount, storedUrl, storedUser, password] = fields
  const isSame = storedAccount === accountId && storedUrl === proxyUrl && storedUser === user
  return header === formatHeader && fields.length === 4 && isSame && password ? password : null
}
