import { isIpv4, normalizeIpAddress } from './ip-address.ts'

/** The characters of an address, a port, a prefix length, a URL or an SPF term. Any other character ends the token. */
const tokenPattern = /[0-9a-z.:/_%-]+/gi
/** Every address matches this pattern and most other texts do not, so most texts are skipped early. */
const addressHint = /\d\.\d|:[\da-f]*:/i
const fullPrefixLength = { 4: '32', 6: '128' }

/**
 * Returns the complete IP addresses in a text, each once, in the form of `normalizeIpAddress`. Examples: the content of
 * A and AAAA records, `ip4:` and `ip6:` terms of SPF, `http://192.0.2.1:8080/`. A network such as `192.0.2.0/24` does
 * not count; an address with the prefix length `/32` or `/128` does.
 */
export function findIpAddresses(text: string): string[] {
  if (!addressHint.test(text)) return []
  const found = (text.match(tokenPattern) ?? []).map(parseToken)
  return [...new Set(found.filter((address) => address !== null))]
}

function parseToken(token: string): string | null {
  if (!addressHint.test(token)) return null
  const isUrl = token.includes('://')
  const [host = '', ...path] = token.replace(/^(.*:\/\/|ip[46]:)/i, '').split('/')
  const address =
    candidates(host)
      .map(normalizeIpAddress)
      .find((found) => found !== null) ?? null
  if (address === null || isUrl) return address
  const [prefix = ''] = path
  return /^\d+$/.test(prefix) && prefix !== fullPrefixLength[isIpv4(address) ? 4 : 6] ? null : address
}

/** Returns the host without trailing full stops; the same without a trailing colon; for IPv4, also without a port. */
function candidates(host: string): string[] {
  const withoutStop = host.replace(/\.+$/, '')
  return [withoutStop, withoutStop.replace(/:$/, ''), withoutStop.replace(/:\d+$/, '')].filter(
    (text, index) => index < 2 || isIpv4(text),
  )
}
