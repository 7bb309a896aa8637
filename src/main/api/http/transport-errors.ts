import { AppError } from '#shared/app-error.ts'

/** OpenSSL's and Node's codes for a certificate or a handshake that was not accepted. */
const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH)/

/** No connection stood: nothing was sent. `reason` is the system's code, for example `ECONNREFUSED`. */
export function requestNotSentError(reason: string | undefined): AppError {
  const details = { reason: reason ?? null }
  if (reason !== undefined && tlsCode.test(reason)) return new AppError('tls', 'The connection is not safe: the certificate was not accepted', { details })
  return new AppError('no_network', 'The service could not be reached', { details })
}

/** Bytes had left, or may have. `status`: of an answer that began and did not come whole; 0 for none. */
export function responseLostError(kind: 'timeout' | 'cut_off', message: string, { reason, status = 0 }: { reason?: string | undefined; status?: number } = {}): AppError {
  return new AppError(kind, message, { ...(status !== 0 && { status }), details: { reason: reason ?? null } })
}
