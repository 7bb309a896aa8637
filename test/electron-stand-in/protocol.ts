import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { app } from './app.ts'
import { getCdpConnection } from '#test/electron-stand-in/chromium/open-and-close-chromium.ts'
import {
  registerAppScheme,
  parseAppScheme,
  toAppUrl,
  toBrowserContentSecurityPolicy,
  toBrowserUrl,
} from '#test/electron-stand-in/chromium/translate-app-urls.ts'

type Handler = (request: Request) => Response | Promise<Response>

export type PausedRequest = {
  requestId: string
  request: { url: string; method: string; headers: Record<string, string>; postDataEntries?: { bytes?: string }[] }
  resourceType: string
  frameId: string
  redirectedRequestId?: string
}

const handlers = new Map<string, Handler>()
const builtIn = new Set(['http', 'https', 'file', 'data', 'about', 'blob', 'javascript'])

export const protocol = {
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges?: object }[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of schemes) registerAppScheme(scheme)
  },
  handle(scheme: string, handler: Handler): void {
    if (handlers.has(scheme) || builtIn.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    registerAppScheme(scheme)
    handlers.set(scheme, handler)
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme) || builtIn.has(scheme),
}

/** Lets the app answer a request with its scheme. An error of the handler fails the request, not the process. */
export async function answerSchemeRequest({ requestId, request }: PausedRequest): Promise<void> {
  const handler = handlers.get(parseAppScheme(request.url) ?? '')
  try {
    if (!handler) throw new Error(`No handler for ${toAppUrl(request.url)}`)
    const response = await handler(toRequest(request))
    if (response.type === 'error') throw new Error('The handler answered with Response.error()')
    const body = Buffer.from(await response.arrayBuffer())
    await getCdpConnection().send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers]
        .filter(([name]) => !isOfTransport(name))
        .map(([name, value]) => ({ name, value: toBrowserHeader(name, value) })),
      body: body.toString('base64'),
    })
  } catch (error) {
    if (process.env['BANTO_HOST_VERBOSE']) console.error('stand-in:', error)
    await getCdpConnection().send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  }
}

function toRequest({ url, method, headers, postDataEntries }: PausedRequest['request']): Request {
  const body = Buffer.concat((postDataEntries ?? []).map((entry) => Buffer.from(entry.bytes ?? '', 'base64')))
  return new Request(toAppUrl(url), { method, headers, ...(body.length > 0 ? { body } : {}) })
}

function isOfTransport(name: string): boolean {
  return name === 'content-encoding' || name === 'content-length' || name === 'transfer-encoding'
}

function toBrowserHeader(name: string, value: string): string {
  if (name === 'location') return toBrowserUrl(value)
  return name.startsWith('content-security-policy') ? toBrowserContentSecurityPolicy(value) : value
}

export const net = {
  isOnline: (): boolean => net.online,
  /** The result of `isOnline`; tests change it. */
  online: true,
  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('file:')) return fetch(input, init)
    return new Response(await readFile(fileURLToPath(url)))
  },
}
