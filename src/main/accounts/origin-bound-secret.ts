import { AppError } from '#shared/app-error.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import { isSameService } from '#main/api/compare-base-urls.ts'
import { keychainItemPrefixes } from './secret-store.ts'

/**
 * A key as the keychain holds it: with the origin (scheme, host, port) that it may be sent to. A line feed parts the lines, because a key holds
 * none: a key alone is never taken for this form, and an older Banto that reads the form cannot send it in a header.
 */
const formatHeader = 'banto-key 1'
/** What Windows holds at most in one item. */
const maxItemBytes = 2_560

/** Throws invalid_input for a key that does not fit into one item, and not_a_url. */
export function encodeOriginBoundSecret(token: string, baseUrl: string): string {
  const item = [formatHeader, originOf(baseUrl), token].join('\n')
  if (Buffer.byteLength(item) <= maxItemBytes) return item
  throw new AppError('invalid_input', 'The API key is too long', { details: { issues: [createInputIssue('secret', 'keyTooLong', 'The API key is too long')] } })
}

/** A key out of the item of that name, to be sent to `baseUrl`. Throws secret_origin_mismatch, secret_missing for an item that is no key, and not_a_url. */
export function decodeOriginBoundSecret(name: string, item: string, baseUrl: string): string {
  const [first, stored, token, ...rest] = item.split('\n')
  if (first !== formatHeader) return decodeBareSecret(name, item)
  if (!stored || !token || rest.length > 0) throw notAKey()
  const asked = originOf(baseUrl)
  if (isSameOrigin(stored, asked)) return token
  throw new AppError('secret_origin_mismatch', `The API key was stored for ${stored}, not for ${asked}`, { details: { stored, asked } })
}

/** An item of a former version holds the key alone, under a name without a prefix. */
function decodeBareSecret(name: string, item: string): string {
  if (hasKeychainItemPrefix(name) || item.includes('\n')) throw notAKey()
  return item
}

export function keychainItemName(id: string): string {
  return keychainItemPrefixes.key + id
}

/** False for names that a former version gave. */
export function hasKeychainItemPrefix(name: string): boolean {
  return Object.values(keychainItemPrefixes).some((prefix) => name.startsWith(prefix))
}

/** Two spellings of one host are one origin: accounts at `localhost` and `127.0.0.1` may be merged. */
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
