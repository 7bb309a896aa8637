import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici'
import type { HttpMethod } from '#shared/api/define-endpoint.ts'
import type { ResponseLimits } from '#shared/api/response-limits.ts'
import { AppError, isAppError, withErrorDetails } from '#shared/app-error.ts'
import { createResponseBodyReader, type ResponseBodyReader } from './response-body-reader.ts'
import type { RawResponse } from './parse-response.ts'
import { createTlsContextGetter } from './tls-context.ts'
import { limitUndiciBytesPerEventLoopTurn } from './limit-undici-bytes-per-event-loop-turn.ts'
import { resolveSystemProxyUrl, type ProxyUrlOrNull } from './resolve-system-proxy-url.ts'
import { createResponseLostError, createRequestNotSentError } from './create-transport-errors.ts'
import { translateTunnelErrors } from './translate-tunnel-errors.ts'
import { isLoopbackHostName } from '#main/api/parse-base-url.ts'
import { createProxyUnreachableError } from '#main/api/create-proxy-errors.ts'
import type { ProxyRoute } from '#main/api/accounts-port.ts'

export interface TransportRequest {
  /** Origin and path prefix. The key is sent to no other origin. */
  baseUrl: string
  method: HttpMethod
  /** Percent-encoded. */
  path: string
  query: string
  /** JSON. */
  body: string | null
  secret: string
  /**
   * The proxy of the account: the only way that the request may take. Null: the system's proxy, or a direct connection.
   */
  proxy: ProxyRoute | null
  headers?: Record<string, string>
  /** Asked when the connection is established. False: too late, so nothing is sent. */
  mayStillSend?: () => boolean
  /** Limit for the whole exchange, connecting included. */
  timeLimitMs: number
  /**
   * Limit for the time without activity of the service, from the start on. A large response on a slow line may take
   * long; a silent service may not.
   */
  silenceLimitMs: number
  /** Called when a part of the response arrives, at most once per turn of the event loop. */
  onActivity?: () => void
  /** The body may have any form. It is read up to `bytes` of its limits, and no other limit applies. */
  takesAnyBody?: boolean
  /** Limits for the body of a response with this status. */
  limitsFor: (status: number) => ResponseLimits
}

export interface Transport {
  /**
   * Sends one request and resolves with its response, whatever the status. The body is complete, or states why the rest
   * was not read: a limit was exceeded, or the body is not JSON. Throws `no_network`, `tls`, `proxy_unreachable` and
   * `proxy_refused` if nothing was sent, and `insecure_url` if the proxy would see the key.
   * Throws `timeout`, `cut_off` and `too_large` (headers) if bytes were sent or may have been sent. `timeout` and
   * `cut_off` contain the status if a response had started. Nothing is repeated, and no redirect is followed.
   */
  send(request: TransportRequest): Promise<RawResponse>
  close(): Promise<void>
}

interface TransportOptions {
  /** The operating system's proxy for a URL, in the form of a proxy script. */
  resolveProxy: (url: string) => Promise<string>
  connectTimeoutMs?: number
}

/** Bytes. */
const maxHeaderSize = 16 * 1024
/**
 * Maximum number of informational responses (1xx) before the response. The service sends none, a proxy may send a few.
 */
const maxInformationalResponses = 10

export function createTransport({ resolveProxy, connectTimeoutMs = 10_000 }: TransportOptions): Transport {
  const tlsContext = createTlsContextGetter()
  const dispatchers = new Map<string, Dispatcher>()

  /**
   * A write uses a new connection: a kept-alive one may be closed by the service at that moment, and the response would
   * be lost.
   */
  function dispatcherFor(route: ProxyUrlOrNull | ProxyRoute, isHttps: boolean, isChange: boolean): Dispatcher {
    const isOfAccount = typeof route === 'object' && route !== null
    const id = `${isOfAccount ? `${route.id} ${route.url} ${route.authorization}` : route} ${isHttps} ${isChange}`
    const known = dispatchers.get(id)
    if (known) return known
    // Set explicitly, because `NODE_TLS_REJECT_UNAUTHORIZED=0` in the environment changes the default.
    const tls = {
      allowH2: false,
      rejectUnauthorized: true,
      timeout: connectTimeoutMs,
      ...(isHttps || route ? { secureContext: tlsContext() } : {}),
    }
    const options = {
      allowH2: false,
      maxHeaderSize,
      pipelining: isChange ? 0 : 1,
      connect: tls,
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    const created = createDispatcher()
    dispatchers.set(id, created)
    return created

    function createDispatcher(): Dispatcher {
      if (route === null) return new Agent(options)
      if (!isOfAccount) return new ProxyAgent({ ...options, uri: route, requestTls: tls, proxyTls: tls })
      return new ProxyAgent({
        ...options,
        uri: route.url,
        ...(route.authorization !== null && { token: route.authorization }),
        requestTls: tls,
        proxyTls: tls,
        // Without a tunnel the proxy would read the key of a service on this computer, which has no TLS.
        proxyTunnel: true,
        clientFactory(_, poolOptions) {
          const pool = new Pool(route.url, {
            ...poolOptions,
            allowH2: false,
            maxHeaderSize,
            headersTimeout: connectTimeoutMs,
          })
          const connect = pool.connect.bind(pool) as (
            request: Dispatcher.ConnectOptions,
          ) => Promise<Dispatcher.ConnectData>
          pool.connect = translateTunnelErrors(route.url, connect) as typeof pool.connect
          return pool
        },
      })
    }
  }

  const stopThrottling = limitUndiciBytesPerEventLoopTurn()
  let isClosed = false

  return {
    async send(request) {
      if (isClosed) throw createRequestNotSentError('ECANCELED')
      const { baseUrl, method, proxy } = request
      const url = urlOf(request)
      if (proxy) assertProxyCannotReadKey(url, proxy)
      const deadline = createDeadline(request)
      try {
        const route = proxy ?? (await deadline.rejectWhenLate(resolveSystemProxyUrl(url.href, resolveProxy)))
        const dispatcher = dispatcherFor(route, url.protocol === 'https:', method !== 'GET')
        return await exchange(dispatcher, new URL(baseUrl).origin, url.pathname + url.search, request, deadline)
      } catch (error) {
        throw proxy && isAppError(error) ? withProxy(error, proxy) : error
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

/** Throws `bug` if the path leads to another origin or out of the base URL. */
function urlOf({ baseUrl, path, query }: TransportRequest): URL {
  const base = new URL(baseUrl)
  const url = URL.parse(baseUrl + path + query) ?? base
  if (!path.startsWith('/') || url.origin !== base.origin || !url.href.startsWith(baseUrl + path))
    throw new AppError('bug', 'The path leads elsewhere')
  return url
}

/**
 * Through the tunnel, only TLS hides the key from the proxy. A service on this computer has no TLS, so its proxy must
 * be on this computer, too.
 */
function assertProxyCannotReadKey(url: URL, proxy: ProxyRoute): void {
  if (url.protocol === 'https:' || isLoopbackHostName(new URL(proxy.url).hostname)) return
  throw new AppError('insecure_url', 'A key is not sent through a proxy without TLS to the service')
}

/** An error of a request that was to go through the proxy, with the proxy in its details. */
function withProxy(error: AppError, { url }: ProxyRoute): AppError {
  if (error.kind !== 'no_network') return withErrorDetails(error, { proxy: url })
  // The tunnel was not opened, or it ended before the service's certificate was checked.
  const hasTimedOut = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(error.details['reason']))
  return createProxyUnreachableError(url, hasTimedOut ? 'no_answer' : 'closed')
}

interface Deadline {
  signal: AbortSignal
  /** A part of the response arrived: restarts the silence limit. */
  extend(): void
  rejectWhenLate<T>(work: Promise<T>): Promise<T>
  clear(): void
}

/**
 * Expires after `timeLimitMs` in all, or after `silenceLimitMs` without activity. It never expires while the socket
 * holds unread bytes.
 */
function createDeadline({ timeLimitMs, silenceLimitMs, onActivity }: TransportRequest): Deadline {
  const controller = new AbortController()
  let activityCount = 0
  let isOver = false
  let isRefreshed = false
  // After a blocked event loop, timers run before sockets. One more turn lets a response that arrived in time be read.
  const abortUnlessActive = (otherwise: () => void) => {
    const before = activityCount
    setImmediate(() => {
      if (isOver) return
      if (activityCount === before) controller.abort()
      else otherwise()
    })
  }
  const end = () => abortUnlessActive(end)
  const timers = [setTimeout(end, timeLimitMs), setTimeout(() => abortUnlessActive(() => undefined), silenceLimitMs)]
  const late = new Promise<never>((_, reject) =>
    controller.signal.addEventListener('abort', () => reject(createRequestNotSentError('ETIMEDOUT'))),
  )
  late.catch(() => undefined)
  return {
    signal: controller.signal,
    extend() {
      activityCount += 1
      // Once per turn: a million chunks would otherwise reset the timer a million times.
      if (isRefreshed) return
      isRefreshed = true
      onActivity?.()
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

function exchange(
  dispatcher: Dispatcher,
  origin: string,
  path: string,
  request: TransportRequest,
  { signal, extend }: Deadline,
): Promise<RawResponse> {
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
      fail(
        controller
          ? createResponseLostError('timeout', 'The service did not answer in time', { status })
          : createRequestNotSentError('ETIMEDOUT'),
      )
    })

    const { body, method, secret } = request
    dispatcher.dispatch(
      { origin, path, method, body, headers: { ...headersOf(body, secret), ...request.headers } },
      {
        // Called when the connection is established, just before the first byte is written.
        onRequestStart(started) {
          controller = started
          if (signal.aborted || request.mayStillSend?.() === false) {
            controller = null
            started.abort(createRequestNotSentError('ETIMEDOUT'))
          }
        },
        onResponseStart(_, statusCode, answerHeaders) {
          // A 1xx is not the response. For an unexpected 100, undici itself closes the connection.
          if (statusCode < 200) {
            informationalResponses += 1
            if (informationalResponses > maxInformationalResponses) return fail(tooManyHeaders(status))
            return extend()
          }
          extend()
          status = statusCode
          const headers = Object.fromEntries(
            Object.entries(answerHeaders).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
          )
          bodyReader = createResponseBodyReader({
            status,
            coding: headers['content-encoding']?.trim().toLowerCase() ?? '',
            limits: request.limitsFor(status),
            takesAnyBody: request.takesAnyBody === true,
            onBody: (taken) => {
              resolve({ status, headers, body: taken })
              // Stops an unwanted body. After a complete response this has no effect.
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
          reject(
            error instanceof AppError
              ? error
              : controller
                ? createResponseLostError('cut_off', 'The connection ended before the whole answer', {
                    reason: code,
                    status,
                  })
                : createRequestNotSentError(code),
          )
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
