import { isIpv4, normalizeIpAddress } from './ip-address.ts'

/** What an address, a port, a prefix length, a URL or a term of SPF is made of; anything else ends it. */
const tokenPattern = /[0-9a-z.:/_%-]+/gi
/** No address is without; most texts are. */
const addressHint = /\d\.\d|:[\da-f]*:/i
const fullPrefixLength = { 4: '32', 6: '128' }

/**
 * The addresses that stand whole in a text, each once, as `normalizeIpAddress` writes them: the content of A and AAAA records, `ip4:` and
 * `ip6:` in SPF, `http://192.0.2.1:8080/`. A network such as `192.0.2.0/24` is no address; `/32` and `/128` are one.
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

/** The host as it stands, without the full stop or the colon of a sentence, and without the port of an IPv4 address. */
function candidates(host: string): string[] {
  const withoutStop = host.replace(/\.+$/, '')
  return [withoutStop, withoutStop.replace(/:$/, ''), withoutStop.replace(/:\d+$/, '')].filter(
    (text, index) => index < 2 || isIpv4(text),
  )
}
