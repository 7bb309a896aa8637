import type { IncomingMessage } from 'node:http'
import type { ReceivedRequest } from './request-and-charge-ledger.ts'

const bodyMax = 1024 * 1024

/** Reads the bytes of a request body. Returns null if the body is too large; the connection is then closed. */
export async function readBodyBytes(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyMax) {
      request.destroy()
      return null
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function readBearerToken(request: IncomingMessage): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** Returns the path and the query of a request target; the path stays percent-encoded. */
export function splitRequestTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf('?')
  return mark === -1
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) }
}

export function getRemoteAddress(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}

/** Returns the ledger entry of a request before any check. */
export function toReceivedRequest(request: IncomingMessage, number: number, at: number): ReceivedRequest {
  const target = request.url ?? '/'
  const { path, query } = splitRequestTarget(target)
  const { authorization, ...headers } = request.headers
  return {
    number,
    at,
    method: request.method ?? 'GET',
    path: decodePath(path),
    target,
    query: Object.fromEntries(query),
    endpoint: null,
    userName: null,
    keyIndex: null,
    keyLabel: null,
    isAuthorizationSent: authorization !== undefined,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    bodyText: '',
    bodyJson: undefined,
    remote: { address: getRemoteAddress(request), port: request.socket.remotePort ?? 0 },
    inFlight: 1,
    fault: null,
    isExecuted: false,
    status: null,
    code: null,
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
