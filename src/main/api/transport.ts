import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, ProxyAgent, type Dispatcher } from 'undici'
import type { Method } from '#shared/api/endpoint.ts'
import { AppError } from '#shared/errors.ts'
import type { RawAnswer } from './answer.ts'
import { createTrust } from './certificates.ts'
import { routeTo, type Route } from './proxy-route.ts'
import { lostError, unsentError } from './transport-errors.ts'

export interface WireRequest {
  /** Origin and path prefix; the key is sent to no other origin. */
  baseUrl: string
  method: Method
  /** Encoded. */
  path: string
  query: string
  /** JSON. */
  body: string | null
  secret: string
  headers?: Record<string, string>
  /** False: it came too late to be sent at all. */
  mayStart?: () => boolean
  /** For the whole exchange, connecting included. */
  timeLimitMs: number
  /** Between two signs of life, from the start on: a large answer on a slow line takes long, a silent service is not waited for. */
  silenceLimitMs: number
  /** Of the body, decoded. */
  maxBytes: number
}

export interface Transport {
  /**
   * One request and its whole answer, whatever its status. Throws AppError: `no_network` and `tls` when nothing was sent; `timeout`,
   * `cut_off` (with the status, where an answer had begun), `too_large` when bytes had left. In doubt bytes had left. Nothing is repeated and no redirect is followed.
   */
  send(request: WireRequest): Promise<RawAnswer>
  close(): Promise<void>
}

interface TransportOptions {
  /** What the system says of the way to a URL, as a proxy script writes it. */
  resolveProxy: (url: string) => Promise<string>
  connectTimeoutMs?: number
}

const decoders: Record<string, (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

export function createTransport({ resolveProxy, connectTimeoutMs = 10_000 }: TransportOptions): Transport {
  const trust = createTrust()
  const dispatchers = new Map<string, Dispatcher>()

  /** A change gets a connection of its own: one kept alive may be closed just when it is used, and the answer would be lost. */
  function dispatcherFor(route: Route, isHttps: boolean, isChange: boolean): Dispatcher {
    const id = `${route} ${isHttps} ${isChange}`
    const known = dispatchers.get(id)
    if (known) return known
    // Said outright, because `NODE_TLS_REJECT_UNAUTHORIZED=0` in the environment changes the default.
    const tls = { allowH2: false, rejectUnauthorized: true, timeout: connectTimeoutMs, ...(isHttps || route ? { secureContext: trust() } : {}) }
    const options = { allowH2: false, pipelining: isChange ? 0 : 1, connect: tls, headersTimeout: 0, bodyTimeout: 0 }
    const made = route ? new ProxyAgent({ ...options, uri: route, requestTls: tls, proxyTls: tls }) : new Agent(options)
    dispatchers.set(id, made)
    return made
  }

  let isClosed = false

  return {
    async send(request) {
      if (isClosed) throw unsentError('ECANCELED')
      const { baseUrl, method } = request
      const url = urlOf(request)
      const deadline = createDeadline(request)
      try {
        const route = await deadline.orLate(routeTo(url.href, resolveProxy))
        const dispatcher = dispatcherFor(route, url.protocol === 'https:', method !== 'GET')
        const answer = await exchange(dispatcher, new URL(baseUrl).origin, url.pathname + url.search, request, deadline)
        return { ...answer, body: await decode(answer, request.maxBytes) }
      } finally {
        deadline.clear()
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()))
      dispatchers.clear()
    },
  }
}

/** Throws a bug when anything in the path would lead to another origin or out of the base URL. */
function urlOf({ baseUrl, path, query }: WireRequest): URL {
  const base = new URL(baseUrl)
  const url = URL.parse(baseUrl + path + query) ?? base
  if (!path.startsWith('/') || url.origin !== base.origin || !url.href.startsWith(baseUrl + path)) throw new AppError('bug', 'The path leads elsewhere')
  return url
}

interface Deadline {
  signal: AbortSignal
  /** The service gave a sign of life. */
  extend(): void
  orLate<T>(work: Promise<T>): Promise<T>
  clear(): void
}

/** Ends after `timeLimitMs` in all, or `silenceLimitMs` without a sign of life; never while there is something in the socket that was not read yet. */
function createDeadline({ timeLimitMs, silenceLimitMs }: WireRequest): Deadline {
  const controller = new AbortController()
  let signs = 0
  let isOver = false
  // A program that was held up comes to its timers before its sockets: what came in time would be lost.
  const unlessHeard = (otherwise: () => void) => {
    const before = signs
    setImmediate(() => {
      if (isOver) return
      if (signs === before) controller.abort()
      else otherwise()
    })
  }
  const end = () => unlessHeard(end)
  const timers = [setTimeout(end, timeLimitMs), setTimeout(() => unlessHeard(() => undefined), silenceLimitMs)]
  const late = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(unsentError('ETIMEDOUT'))))
  late.catch(() => undefined)
  return {
    signal: controller.signal,
    extend() {
      signs += 1
      timers[1]?.refresh()
    },
    orLate: (work) => Promise.race([work, late]),
    clear() {
      timers.forEach(clearTimeout)
      isOver = true
    },
  }
}

function exchange(dispatcher: Dispatcher, origin: string, path: string, request: WireRequest, { signal, extend }: Deadline): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let status = 0
    let headers: Record<string, string> = {}
    const chunks: Buffer[] = []
    let bytes = 0

    const fail = (error: AppError) => {
      reject(error)
      controller?.abort(error)
    }
    signal.addEventListener('abort', () => {
      fail(controller ? lostError('timeout', 'The service did not answer in time', { status }) : unsentError('ETIMEDOUT'))
    })

    const { body, method, secret } = request
    dispatcher.dispatch(
      { origin, path, method, body, headers: { ...headersOf(body, secret), ...request.headers } },
      {
        // Called when the connection stands and the first byte is about to be written.
        onRequestStart(started) {
          controller = started
          if (signal.aborted || request.mayStart?.() === false) {
            controller = null
            started.abort(unsentError('ETIMEDOUT'))
          }
        },
        onResponseStart(_, statusCode, answerHeaders) {
          extend()
          // 1xx are no answers; at a 100 nobody asked for, undici itself ends the connection.
          if (statusCode < 200) return
          status = statusCode
          headers = Object.fromEntries(Object.entries(answerHeaders).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]))
        },
        onResponseData(_, chunk) {
          extend()
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > request.maxBytes) fail(tooLarge(request.maxBytes))
        },
        onResponseEnd() {
          resolve({ status, headers, body: Buffer.concat(chunks) })
        },
        onResponseError(_, error) {
          const code = codeOf(error)
          reject(error instanceof AppError ? error : controller ? lostError('cut_off', 'The connection ended before the whole answer', { reason: code, status }) : unsentError(code))
        },
      },
    )
  })
}

function headersOf(body: string | null, secret: string): Record<string, string> {
  return {
    authorization: `Bearer ${secret}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(body !== null && { 'content-type': 'application/json' }),
  }
}

/** We ask for plain bodies; one that comes packed all the same is unpacked no further than the limit. */
async function decode({ status, headers, body }: RawAnswer, maxBytes: number): Promise<Uint8Array> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '' || body.length === 0) return body
  const unpack = decoders[coding]
  if (!unpack) throw lostError('cut_off', 'The answer is packed in a way that Banto does not read', { reason: coding, status })
  try {
    return await unpack(body, { maxOutputLength: maxBytes })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : lostError('cut_off', 'The packed answer is damaged', { reason: codeOf(error), status })
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', 'The answer is larger than any the service gives', { details: { maxBytes } })
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
