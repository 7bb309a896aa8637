import { Agent, ProxyAgent, type Dispatcher } from 'undici'
import type { HttpMethod } from '#shared/api/define-endpoint.ts'
import type { ResponseLimits } from '#shared/api/limits.ts'
import { AppError } from '#shared/app-error.ts'
import { createResponseBodyReader, type ResponseBodyReader } from './response-body-reader.ts'
import type { RawResponse } from './parse-response.ts'
import { createTlsContext } from './tls-context.ts'
import { throttleSocketReads } from './throttle-socket-reads.ts'
import { resolveProxyUrl, type ProxyUrl } from './proxy-route.ts'
import { responseLostError, requestNotSentError } from './transport-errors.ts'

export interface TransportRequest {
  /** Origin and path prefix; the key is sent to no other origin. */
  baseUrl: string
  method: HttpMethod
  /** Encoded. */
  path: string
  query: string
  /** JSON. */
  body: string | null
  secret: string
  headers?: Record<string, string>
  /** False: it came too late to be sent at all. */
  mayStillSend?: () => boolean
  /** For the whole exchange, connecting included. */
  timeLimitMs: number
  /** Between two signs of life, from the start on: a large answer on a slow line takes long, a silent service is not waited for. */
  silenceLimitMs: number
  /** Called for each sign of life from the service. */
  onActivity?: () => void
  /** How much of the body is taken, by the status. */
  limitsFor: (status: number) => ResponseLimits
}

export interface Transport {
  /**
   * One request and its answer, whatever its status. Its body is whole, or tells why no more of it was taken: it passed a limit, or is no
   * JSON. Throws AppError: `no_network` and `tls` when nothing was sent; `timeout`, `cut_off` (with the status, where an answer had begun) and
   * `too_large` (headers) when bytes had left. In doubt bytes had left. Nothing is repeated and no redirect is followed.
   */
  send(request: TransportRequest): Promise<RawResponse>
  close(): Promise<void>
}

interface TransportOptions {
  /** What the system says of the way to a URL, as a proxy script writes it. */
  resolveProxy: (url: string) => Promise<string>
  connectTimeoutMs?: number
}

const maxHeaderSize = 16 * 1024
/** Answers before the answer (1xx): the service gives none, a proxy a few. */
const maxInformationalResponses = 10

export function createTransport({ resolveProxy, connectTimeoutMs = 10_000 }: TransportOptions): Transport {
  const tlsContext = createTlsContext()
  const dispatchers = new Map<string, Dispatcher>()

  /** A change gets a connection of its own: one kept alive may be closed just when it is used, and the answer would be lost. */
  function dispatcherFor(route: ProxyUrl, isHttps: boolean, isChange: boolean): Dispatcher {
    const id = `${route} ${isHttps} ${isChange}`
    const known = dispatchers.get(id)
    if (known) return known
    // Said outright, because `NODE_TLS_REJECT_UNAUTHORIZED=0` in the environment changes the default.
    const tls = { allowH2: false, rejectUnauthorized: true, timeout: connectTimeoutMs, ...(isHttps || route ? { secureContext: tlsContext() } : {}) }
    const options = { allowH2: false, maxHeaderSize, pipelining: isChange ? 0 : 1, connect: tls, headersTimeout: 0, bodyTimeout: 0 }
    const made = route ? new ProxyAgent({ ...options, uri: route, requestTls: tls, proxyTls: tls }) : new Agent(options)
    dispatchers.set(id, made)
    return made
  }

  const stopThrottling = throttleSocketReads()
  let isClosed = false

  return {
    async send(request) {
      if (isClosed) throw requestNotSentError('ECANCELED')
      const { baseUrl, method } = request
      const url = urlOf(request)
      const deadline = createDeadline(request)
      try {
        const route = await deadline.rejectWhenLate(resolveProxyUrl(url.href, resolveProxy))
        const dispatcher = dispatcherFor(route, url.protocol === 'https:', method !== 'GET')
        return await exchange(dispatcher, new URL(baseUrl).origin, url.pathname + url.search, request, deadline)
      } finally {
        deadline.clear()
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()))
      dispatchers.clear()
      stopThrottling()
    },
  }
}

/** Throws a bug when anything in the path would lead to another origin or out of the base URL. */
function urlOf({ baseUrl, path, query }: TransportRequest): URL {
  const base = new URL(baseUrl)
  const url = URL.parse(baseUrl + path + query) ?? base
  if (!path.startsWith('/') || url.origin !== base.origin || !url.href.startsWith(baseUrl + path)) throw new AppError('bug', 'The path leads elsewhere')
  return url
}

interface Deadline {
  signal: AbortSignal
  /** The service gave a sign of life. */
  extend(): void
  rejectWhenLate<T>(work: Promise<T>): Promise<T>
  clear(): void
}

/** Ends after `timeLimitMs` in all, or `silenceLimitMs` without a sign of life; never while there is something in the socket that was not read yet. */
function createDeadline({ timeLimitMs, silenceLimitMs, onActivity: onSign }: TransportRequest): Deadline {
  const controller = new AbortController()
  let signs = 0
  let isOver = false
  let isRefreshed = false
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
  const late = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(requestNotSentError('ETIMEDOUT'))))
  late.catch(() => undefined)
  return {
    signal: controller.signal,
    extend() {
      signs += 1
      // Once in a turn: a million chunks would set the timer a million times.
      if (isRefreshed) return
      isRefreshed = true
      onSign?.()
      timers[1]?.refresh()
      setImmediate(() => (isRefreshed = false))
    },
    rejectWhenLate: (work) => Promise.race([work, late]),
    clear() {
      timers.forEach(clearTimeout)
      isOver = true
    },
  }
}

function exchange(dispatcher: Dispatcher, origin: string, path: string, request: TransportRequest, { signal, extend }: Deadline): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let status = 0
    let informationalResponses = 0
    let bodyReader: ResponseBodyReader | null = null

    const fail = (error: AppError) => {
      bodyReader?.stop()
      reject(error)
      controller?.abort(error)
    }
    signal.addEventListener('abort', () => {
      fail(controller ? responseLostError('timeout', 'The service did not answer in time', { status }) : requestNotSentError('ETIMEDOUT'))
    })

    const { body, method, secret } = request
    dispatcher.dispatch(
      { origin, path, method, body, headers: { ...headersOf(body, secret), ...request.headers } },
      {
        // Called when the connection stands and the first byte is about to be written.
        onRequestStart(started) {
          controller = started
          if (signal.aborted || request.mayStillSend?.() === false) {
            controller = null
            started.abort(requestNotSentError('ETIMEDOUT'))
          }
        },
        onResponseStart(_, statusCode, answerHeaders) {
          // 1xx are no answers; at a 100 nobody asked for, undici itself ends the connection.
          if (statusCode < 200) {
            informationalResponses += 1
            if (informationalResponses > maxInformationalResponses) return fail(tooManyHeaders(status))
            return extend()
          }
          extend()
          status = statusCode
          const headers = Object.fromEntries(Object.entries(answerHeaders).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]))
          bodyReader = createResponseBodyReader({
            status,
            coding: headers['content-encoding']?.trim().toLowerCase() ?? '',
            limits: request.limitsFor(status),
            onBody: (taken) => {
              resolve({ status, headers, body: taken })
              // What is not wanted is not waited for. After a whole answer this does nothing.
              if (!taken.isJson) controller?.abort(new Error('enough'))
            },
            onError: fail,
          })
        },
        onResponseData(receiving, chunk) {
          extend()
          if (!bodyReader || bodyReader.write(chunk)) return
          receiving.pause()
          void bodyReader.ready().then(() => receiving.resume())
        },
        onResponseEnd() {
          bodyReader?.end()
        },
        onResponseError(_, error) {
          bodyReader?.stop()
          const code = codeOf(error)
          if (code === 'UND_ERR_HEADERS_OVERFLOW') return reject(tooManyHeaders(status))
          reject(error instanceof AppError ? error : controller ? responseLostError('cut_off', 'The connection ended before the whole answer', { reason: code, status }) : requestNotSentError(code))
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

function tooManyHeaders(status: number): AppError {
  return new AppError('too_large', 'The answer has more headers than any that the service gives', {
    ...(status !== 0 && { status }),
    details: { measure: 'headers', limit: maxHeaderSize },
  })
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
