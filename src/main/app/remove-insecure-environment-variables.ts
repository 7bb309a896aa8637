/**
 * Environment variables that weaken TLS. `NODE_TLS_REJECT_UNAUTHORIZED=0` turns off the verification of certificates.
 * `NODE_OPTIONS` can contain `--tls-min-v1.0` and `--tls-keylog`. `SSLKEYLOGFILE` makes Chromium write the keys of its
 * connections to a file. `NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`, `SSL_CERT_DIR` and `NODE_USE_SYSTEM_CA` are kept. They
 * name authorities that the user trusts, for example for a company's proxy, and every certificate is still verified.
 */
export const insecureEnvironmentVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'SSLKEYLOGFILE'] as const

/**
 * Call it before any connection or child process: Node reads the first variable at each connection, and child processes
 * inherit all of them.
 */
export function removeInsecureEnvironmentVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of insecureEnvironmentVariables) delete environment[name]
}
