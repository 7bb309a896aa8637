import type { Duplex } from 'node:stream'
import type { AppError } from '#shared/app-error.ts'
import { createProxyRefusedError, createProxyUnreachableError } from '#main/api/create-proxy-errors.ts'
import { isTlsErrorCode } from './create-transport-errors.ts'

const proxyAuthenticationRequired = 407
const tunnelOpened = 200

/** The answer of a proxy to CONNECT. */
interface ConnectAnswer {
  statusCode: number
  socket: Duplex
}

/**
 * Wraps the function that sends CONNECT to a proxy. The result throws any failure before the tunnel is open as
 * `proxy_unreachable` or `proxy_refused`, because the errors of undici name neither the proxy nor the status that it
 * answered.
 */
export function translateTunnelErrors<Request, Answer extends ConnectAnswer>(
  proxyUrl: string,
  connect: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return async (request) => {
    const answer = await connect(request).catch((error: unknown) => {
      throw errorOfConnecting(proxyUrl, codeOf(error))
    })
    if (answer.statusCode === tunnelOpened) return answer
    answer.socket.on('error', () => undefined).destroy()
    throw errorOfStatus(proxyUrl, answer.statusCode)
  }
}

function errorOfConnecting(proxyUrl: string, code: string | undefined): AppError {
  if (code !== undefined && isTlsErrorCode(code)) return createProxyRefusedError(proxyUrl, 'tls')
  switch (code) {
    case 'ECONNREFUSED':
      return createProxyUnreachableError(proxyUrl, 'refused')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return createProxyUnreachableError(proxyUrl, 'unknown_host')
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return createProxyUnreachableError(proxyUrl, 'no_answer')
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
      return createProxyUnreachableError(proxyUrl, 'unreachable')
    default:
      return createProxyUnreachableError(proxyUrl, 'closed')
  }
}

function errorOfStatus(proxyUrl: string, status: number): AppError {
  if (status === proxyAuthenticationRequired) return createProxyRefusedError(proxyUrl, 'credentials', status)
  if (status >= 400 && status < 500) return createProxyRefusedError(proxyUrl, 'not_allowed', status)
  return createProxyUnreachableError(proxyUrl, 'service_unreachable', status)
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
