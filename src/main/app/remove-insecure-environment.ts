/**
 * Environment variables that weaken TLS. `NODE_TLS_REJECT_UNAUTHORIZED=0` switches the verification of certificates off,
 * `NODE_OPTIONS` can hold `--tls-min-v1.0` and `--tls-keylog`, and `SSLKEYLOGFILE` makes Chromium write down the keys of its connections.
 * `NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`, `SSL_CERT_DIR` and `NODE_USE_SYSTEM_CA` stay: they name authorities that a person trusts, as a
 * company's proxy needs, and every certificate is still verified.
 */
export const insecureVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'SSLKEYLOGFILE'] as const

/** Call it before anything connects or starts a process: Node reads the first variable at each connection, and child processes inherit all. */
export function removeInsecureVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of insecureVariables) delete environment[name]
}
