import { findHostNameProblem, normalizeHostName, toAsciiName } from '#shared/host-name.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Returns a typed name in Punycode and lower case, as main sends it; null for a text that is no complete host name. */
export function parseTypedHostName(typed: string): string | null {
  const name = normalizeHostName(toAsciiName(typed.trim(), idna))
  return name.includes('.') && findHostNameProblem(name, idna, { mayBeWildcard: false }) === null ? name : null
}
