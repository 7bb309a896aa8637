import { AppError } from '#shared/app-error.ts'
import { isLoopback } from '#main/api/parse-base-url.ts'

/** The proxy's address, or null for none. */
export type ProxyUrl = string | null

/**
 * Reads what the system says of the way to `url`, as a proxy script writes it: `DIRECT`, `PROXY host:port`, `HTTPS host:port`, several
 * separated by semicolons, the first that we can take. This machine itself is always reached directly.
 * Throws `no_network` when only proxies of other kinds are named.
 */
export async function resolveProxyUrl(url: string, resolveProxy: (url: string) => Promise<string>): Promise<ProxyUrl> {
  if (isLoopback(new URL(url).hostname)) return null
  const rules = (await resolveProxy(url).catch(() => 'DIRECT')).split(';').map((rule) => rule.trim())
  const named = rules.filter((rule) => rule !== '')
  for (const rule of named) {
    if (rule.toUpperCase() === 'DIRECT') return null
    const match = /^(PROXY|HTTP|HTTPS)\s+(\S+)$/i.exec(rule)
    const proxy = match && URL.parse(`${match[1]?.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${match[2]}`)
    if (proxy) return proxy.origin
  }
  if (named.length === 0) return null
  throw new AppError('no_network', 'The system names a proxy of a kind that Banto cannot use', { details: { reason: 'proxy_kind' } })
}
