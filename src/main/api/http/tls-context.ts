import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/**
 * The certificates that are trusted: those shipped with the runtime, those of `NODE_EXTRA_CA_CERTS`, and those of the system, where a
 * company puts its own. Read once, because reading takes a while. The TLS version is given, because `NODE_OPTIONS` can lower the default.
 */
export function createTlsContext(): () => SecureContext {
  let context: SecureContext | null = null
  return () => (context ??= createSecureContext({ minVersion: 'TLSv1.2', ca: [...new Set([...certificates('default'), ...certificates('system')])] }))
}

function certificates(kind: 'default' | 'system'): string[] {
  try {
    return getCACertificates(kind)
  } catch {
    // A system without a readable store still has the shipped ones.
    return []
  }
}
