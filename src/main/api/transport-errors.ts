import { AppError } from '#shared/errors.ts'

/** OpenSSL's and Node's codes for a certificate or a handshake that was not accepted. */
const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH)/

/** No connection stood: nothing was sent. `reason` is the system's code, for example `ECONNREFUSED`. */
export function unsentError(reason: string | undefined): AppError {
  const details = { reason: reason ?? null }
  if (reason !== undefined && tlsCode.test(reason)) return new AppError('tls', 'The connection is not safe: the certificate was not accepted', { details })
  return new AppError('no_network', 'The service could not be reached', { details })
}

/** Bytes had left, or may have. */
export function lostError(kind: 'timeout' | 'cut_off', message: string, reason?: string): AppError {
  return new AppError(kind, message, { details: { reason: reason ?? null } })
}
