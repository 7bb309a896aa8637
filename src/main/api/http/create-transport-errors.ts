import { AppError } from '#shared/app-error.ts'

/** Codes of OpenSSL and Node for a refused certificate or a failed handshake. */
const tlsCode =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH)/

export function isTlsErrorCode(code: string): boolean {
  return tlsCode.test(code)
}

/**
 * Creates the error for a connection that was not established, so nothing was sent. `reason`: the system's code, for
 * example `ECONNREFUSED`.
 */
export function createRequestNotSentError(reason: string | undefined): AppError {
  const details = { reason: reason ?? null }
  if (reason !== undefined && isTlsErrorCode(reason))
    return new AppError(
      'tls',
      'No secure connection: the certificate was not accepted, or the server does not offer TLS',
      { details },
    )
  return new AppError('no_network', 'The service could not be reached', { details })
}

/**
 * Creates the error for a response that was lost after bytes were sent, or may have been sent. `status`: the status of
 * a response that started but is incomplete; 0 without a response.
 */
export function createResponseLostError(
  kind: 'timeout' | 'cut_off',
  message: string,
  { reason, status = 0 }: { reason?: string | undefined; status?: number } = {},
): AppError {
  return new AppError(kind, message, { ...(status !== 0 && { status }), details: { reason: reason ?? null } })
}
