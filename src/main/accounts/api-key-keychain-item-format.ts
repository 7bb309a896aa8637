import { AppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import { isSameService } from '#main/api/compare-services-by-base-url.ts'
import { keychainItemPrefixes } from './os-keychain-port.ts'

/**
 * First line of a keychain item that holds an API key and the origin (scheme, host, port) that the key may be sent to.
 * Lines are separated by a line feed, which no key contains. A bare key therefore cannot be mistaken for this format.
 * An earlier version that reads such an item cannot send it, because a header must not contain line feeds.
 */
const formatHeader = 'banto-key 1'
/** The maximum size of one keychain item on Windows, in bytes. */
const maxItemBytes = 2_560

/** Throws `invalid_input` for a key that is too long for one item, and `not_a_url`. */
export function encodeApiKeyItem(token: string, baseUrl: string): string {
  const item = [formatHeader, originOf(baseUrl), token].join('\n')
  if (Buffer.byteLength(item) <= maxItemBytes) return item
  throw new AppError('invalid_input', 'The API key is too long', {
    details: { issues: [createInputIssue('secret', 'keyTooLong', 'The API key is too long')] },
  })
}

/**
 * Returns the key in the item `name`, to be sent to `baseUrl`. Throws `secret_origin_mismatch`, `secret_missing` for an
 * item that is not a key, and `not_a_url`.
 */
export function decodeApiKeyItem(name: string, item: string, baseUrl: string): string {
  const [first, stored, token, ...rest] = item.split('\n')
  if (first !== formatHeader) return decodeBareSecret(name, item)
  if (!stored || !token || rest.length > 0) throw notAKey()
  const asked = originOf(baseUrl)
  if (isSameOrigin(stored, asked)) return token
  throw new AppError('secret_origin_mismatch', `The API key was stored for ${stored}, not for ${asked}`, {
    details: { stored, asked },
  })
}

/** An item of an earlier version holds a bare key, under a name without a prefix. */
function decodeBareSecret(name: string, item: string): string {
  if (hasKeychainItemPrefix(name) || item.includes('\n')) throw notAKey()
  return item
}

export function getApiKeyItemName(id: string): string {
  return keychainItemPrefixes.key + id
}

/** Returns false for item names of an earlier version. */
export function hasKeychainItemPrefix(name: string): boolean {
  return Object.values(keychainItemPrefixes).some((prefix) => name.startsWith(prefix))
}

/** Two spellings of one host are one origin, because accounts at `localhost` and `127.0.0.1` may be merged. */
function isSameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.protocol === URL.parse(other)?.protocol && isSameService(one, other)
}

function originOf(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  if (url) return url.origin
  throw new AppError('not_a_url', 'This is not the address of a service')
}

function notAKey(): AppError {
  return new AppError('secret_missing', 'The keychain does not hold this key')
}
