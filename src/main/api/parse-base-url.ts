import { AppError } from '#shared/app-error.ts'

const loopbackAddress = /^127(\.\d{1,3}){3}$/

export function isLoopbackHostName(hostname: string): boolean {
  return loopbackAddress.test(hostname) || hostname === '[::1]' || hostname === '::1' || hostname === 'localhost'
}

/**
 * Normalizes a base URL as a user types it: origin and path, without a slash or `/v1` at the end. A name without a
 * scheme gets https. Throws `not_a_url`; `insecure_url` for http to any host but this machine.
 */
export function parseBaseUrl(text: string): string {
  const typed = text.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const url = toUrl(hasScheme ? typed : `https://${typed}`)
  const isHttp = url?.protocol === 'http:'
  const isName = hasScheme || (url !== null && (url.hostname.includes('.') || isLoopbackHostName(url.hostname)))
  if (
    !url ||
    !isName ||
    !(isHttp || url.protocol === 'https:') ||
    url.hostname === '' ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new AppError('not_a_url', 'This is not the address of a service')
  }
  if (isHttp && !isLoopbackHostName(url.hostname))
    throw new AppError('insecure_url', 'A key is not sent over http, which anybody on the way can read')
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function toUrl(text: string): URL | null {
  // `URL.parse` drops control characters and accepts blanks in a path. The URL that the user sees must be the URL that
  // is used.
  return /[\s\\]/.test(text) ? null : URL.parse(text)
}
