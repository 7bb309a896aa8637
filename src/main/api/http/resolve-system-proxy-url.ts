import { AppError } from '#shared/app-error.ts'
import { isLoopbackHostName } from '#main/api/parse-base-url.ts'

/** Origin of the proxy; null for a direct connection. */
export type ProxyUrlOrNull = string | null

/**
 * Returns the proxy for `url`. `resolveProxy` answers in the form of a proxy script: `DIRECT`, `PROXY host:port`,
 * `HTTPS host:port`, or several separated by semicolons; the first supported one is used. A loopback address is always
 * reached directly. Throws `no_network` if all named proxies are of unsupported kinds.
 */
export async function resolveSystemProxyUrl(
  url: string,
  resolveProxy: (url: string) => Promise<string>,
): Promise<ProxyUrlOrNull> {
  if (isLoopbackHostName(new URL(url).hostname)) return null
  const rules = (await resolveProxy(url).catch(() => 'DIRECT')).split(';').map((rule) => rule.trim())
  const named = rules.filter((rule) => rule !== '')
  for (const rule of named) {
    if (rule.toUpperCase() === 'DIRECT') return null
    const match = /^(PROXY|HTTP|HTTPS)\s+(\S+)$/i.exec(rule)
    const proxy = match && URL.parse(`${match[1]?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${match[2]}`)
    if (proxy) return proxy.origin
  }
  if (named.length === 0) return null
  throw new AppError('no_network', 'The system names a proxy of a kind that Banto cannot use', {
    details: { reason: 'proxy_kind' },
  })
}
