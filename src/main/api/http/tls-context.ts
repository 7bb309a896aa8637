import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/**
 * The context trusts the certificates of the runtime, of `NODE_EXTRA_CA_CERTS`, and of the operating system, where a
 * company installs its own. They are read at the first call only, because reading takes long. The minimum TLS version
 * is set explicitly, because `NODE_OPTIONS` can lower the default.
 */
export function createTlsContextGetter(): () => SecureContext {
  let context: SecureContext | null = null
  return () =>
    (context ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ca: [...new Set([...certificates('default'), ...certificates('system')])],
    }))
}

function certificates(kind: 'default' | 'system'): string[] {
  try {
    return getCACertificates(kind)
  } catch {
    // Without a readable system store, the runtime's certificates remain.
    return []
  }
}
