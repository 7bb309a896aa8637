import { AppError } from '#shared/app-error.ts'
import { createInputIssue, type InputIssueCode } from '#shared/input-issues.ts'
import { isLoopbackHostName } from '#main/api/parse-base-url.ts'

/**
 * Returns the origin of an HTTP or HTTPS proxy as a user types it; without a scheme it is HTTP. Throws `invalid_input`.
 */
export function parseProxyOrigin(text: string): string {
  const typed = text.trim()
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    throw createProxyInputError('proxyUrl', 'proxyScheme', 'Only HTTP and HTTPS proxies can be used')
  // `URL.parse` drops control characters. The URL that the user sees must be the URL that is used.
  const url = /[\s\\]/.test(typed) ? null : URL.parse(scheme === undefined ? `http://${typed}` : typed)
  if (url && (url.username !== '' || url.password !== ''))
    throw createProxyInputError('proxyUrl', 'proxyCredentialsInUrl', 'User and password do not belong in the URL')
  if (!url || url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw createProxyInputError('proxyUrl', 'proxyForm', 'A proxy is a host and a port')
  return url.origin
}

/**
 * Throws `invalid_input` for a service without TLS behind a proxy on another computer: the proxy would read the keys.
 */
export function assertProxyCannotReadKeys(proxyUrl: string, baseUrl: string): void {
  if (URL.parse(baseUrl)?.protocol === 'https:' || isLoopbackHostName(URL.parse(proxyUrl)?.hostname ?? '')) return
  throw createProxyInputError('proxyUrl', 'proxyNeedsTls', 'A proxy on another computer needs a service with https')
}

/** The message never contains what was typed, which may be a password. */
export function createProxyInputError(
  path: 'proxyUrl' | 'proxyUser' | 'proxyPassword',
  code: InputIssueCode,
  message: string,
): AppError {
  return new AppError('invalid_input', message, { details: { issues: [createInputIssue(path, code, message)] } })
}
