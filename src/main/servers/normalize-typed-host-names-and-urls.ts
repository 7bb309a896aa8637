import { AppError } from '#shared/app-error.ts'
import { findHostNameProblem, normalizeHostName, toAsciiName } from '#shared/host-name.ts'
import { createInputIssue } from '#shared/input-issues.ts'
import { idna } from '#main/node-idna.ts'

function wrongForm(field: string, message: string): AppError {
  return new AppError('invalid_input', `Not sent: ${field}: ${message}`, {
    details: { issues: [createInputIssue(field, 'wrongForm', message)], hasHappened: false },
  })
}

/** Converts a typed name to Punycode and lower case, as the service takes it. Throws `invalid_input`. */
export function normalizeTypedHostName(field: string, typed: string): string {
  const name = normalizeHostName(toAsciiName(typed.trim(), idna))
  if (!name.includes('.') || findHostNameProblem(name, idna, { mayBeWildcard: false }) !== null)
    throw wrongForm(field, 'not a host name')
  return name
}

/** Returns a typed web address with its host in Punycode. Throws `invalid_input`. */
export function normalizeTypedSiteUrl(field: string, typed: string): string {
  const url = URL.parse(typed.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw wrongForm(field, 'not a web address')
  return url.href
}

/**
 * Returns true if two addresses are equal, path included. The scheme, a slash at the end and the letter case of the
 * host are ignored.
 */
export function areUrlsEqualExceptScheme(one: string, other: string): boolean {
  const formOf = (text: string) => (URL.parse(text)?.href ?? text).replace(/^https?:/, '').replace(/\/$/, '')
  return formOf(one) === formOf(other)
}
