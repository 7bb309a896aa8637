import { createServer as createHttpsServer } from 'node:https'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toWireError } from '#shared/app-error.ts'
import type { ResponseLimits } from '#shared/api/response-limits.ts'
import { translateTunnelErrors } from '#main/api/http/translate-tunnel-errors.ts'
import { createTransport, type TransportRequest } from '#main/api/http/transport.ts'
import type { ProxyRoute } from '#main/api/accounts-port.ts'
import { startHttpConnectProxyServer, type ConnectProxy, type ProxyBehaviour } from '#test/http-connect-proxy-server.ts'
import { captureRejection } from '#test/capture-rejection.ts'

const secret = 'secret-of-the-test'
const limits: ResponseLimits = {
  bytes: 1_000,
  values: 100,
  names: 100,
  depth: 5,
  textBytes: 1_000,
  atOnce: { bytes: 1_000, values: 100 },
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function serve(answer: RequestListener): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} from ${request.socket.remoteAddress}`)
    request.resume()
    answer(request, response)
  })
  const port = await listen(server)
  onTestFinished(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${port}`, received }
}

async function startProxy(options?: Parameters<typeof startHttpConnectProxyServer>[0]): Promise<ConnectProxy> {
  const proxy = await startHttpConnectProxyServer(options)
  onTestFinished(() => proxy.close())
  return proxy
}

const routeOf = (url: string, credentials?: string): ProxyRoute => ({
  id: url,
  url,
  authorization: credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
})

function send(request: Pick<TransportRequest, 'baseUrl' | 'proxy'> & Partial<TransportRequest>) {
  const transport = createTransport({ resolveProxy: async () => 'DIRECT', connectTimeoutMs: 2_000 })
  onTestFinished(() => transport.close())
  return transport.send({
    method: 'GET',
    path: '/v1/me',
    query: '',
    body: null,
    secret,
    timeLimitMs: 60_000,
    silenceLimitMs: 60_000,
    limitsFor: () => limits,
    ...request,
  })
}

async function closedPort(): Promise<number> {
  const server = createTcpServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

describe('the transport with a proxy of the account', () => {
  test('A request goes through a tunnel, also to a service on this computer, and the proxy gets only its own credentials', async () => {
    const { url, received } = await serve((_, response) => response.end('{}'))
    const proxy = await startProxy({ from: '127.0.0.2', credentials: 'user:pass:wörd' })
    expect(await send({ baseUrl: url, proxy: routeOf(proxy.url, 'user:pass:wörd') })).toMatchObject({ status: 200 })
    expect(received).toEqual(['GET /v1/me from 127.0.0.2'])
    expect(proxy.plainRequests).toEqual([])
    expect(proxy.tunnels).toEqual([{ target: new URL(url).host, authorization: expect.any(String), status: 200 }])
    expect(proxy.sentText()).not.toMatch(/proxy-authorization/i)
  })

  test.each<[string, ProxyBehaviour, object]>([
    ['an answer 407', 407, { kind: 'proxy_refused', details: { reason: 'credentials', proxyStatus: 407 } }],
    ['an answer 403', 403, { kind: 'proxy_refused', details: { reason: 'not_allowed', proxyStatus: 403 } }],
    ['an answer 502', 502, { kind: 'proxy_unreachable', details: { reason: 'service_unreachable', proxyStatus: 502 } }],
    ['an answer 302', 302, { kind: 'proxy_unreachable', details: { reason: 'service_unreachable', proxyStatus: 302 } }],
    ['an end of the connection', 'close', { kind: 'proxy_unreachable', details: { reason: 'closed' } }],
    ['no answer', 'silent', { kind: 'proxy_unreachable', details: { reason: 'no_answer' } }],
  ])(
    'After %s to CONNECT nothing is sent, not even directly, and the error names the proxy',
    async (_, behaviour, error) => {
      const { url, received } = await serve((__, response) => response.end('{}'))
      const proxy = await startProxy()
      proxy.behave(behaviour)
      for (const method of ['GET', 'POST'] as const) {
        const thrown = await captureRejection(
          send({ baseUrl: url, proxy: routeOf(proxy.url, 'user:word'), method, body: '{}' }),
        )
        expect(thrown).toMatchObject(error)
        expect(thrown).toMatchObject({ details: { proxy: proxy.url } })
        expect(JSON.stringify(toWireError(thrown))).not.toMatch(/word|dXNlc/)
      }
      expect(received).toEqual([])
      expect(proxy.sentText()).toBe('')
    },
  )

  test('A proxy where nothing listens, an unknown proxy and one without TLS have different errors, and nothing is sent', async () => {
    const { url, received } = await serve((_, response) => response.end('{}'))
    const plain = await startProxy()
    const nobody = `http://127.0.0.1:${await closedPort()}`
    expect(await captureRejection(send({ baseUrl: url, proxy: routeOf(nobody) }))).toMatchObject({
      kind: 'proxy_unreachable',
      details: { reason: 'refused', proxy: nobody },
    })
    const withTls = plain.url.replace('http:', 'https:')
    expect(await captureRejection(send({ baseUrl: url, proxy: routeOf(withTls) }))).toMatchObject({
      kind: 'proxy_refused',
      details: { reason: 'tls', proxy: withTls },
    })
    const absent = routeOf('http://absent.invalid:3128')
    expect(await captureRejection(send({ baseUrl: 'https://service.example', proxy: absent }))).toMatchObject({
      kind: 'proxy_unreachable',
      details: { reason: 'unknown_host' },
    })
    expect(received).toEqual([])
  })

  test.each(['EHOSTUNREACH', 'ENETUNREACH'])(
    'A proxy without a way to it (%s) has closed no connection',
    async (code) => {
      const connect = translateTunnelErrors('http://proxy.example:3128', () =>
        Promise.reject(Object.assign(new Error('no way'), { code })),
      )
      expect(await captureRejection(connect({}))).toMatchObject({ details: { reason: 'unreachable' } })
    },
  )

  test('A time limit that ends before the tunnel is open is an unreachable proxy, not a lost answer', async () => {
    const proxy = await startProxy()
    proxy.behave('silent')
    const { url } = await serve((_, response) => response.end('{}'))
    expect(await captureRejection(send({ baseUrl: url, proxy: routeOf(proxy.url), timeLimitMs: 100 }))).toMatchObject({
      kind: 'proxy_unreachable',
      details: { reason: 'no_answer' },
    })
  })

  test('After the request may have left, a cut and a missing answer are lost answers', async () => {
    const { url, received } = await serve((_, response) => response.end('{}'))
    const proxy = await startProxy()
    proxy.behave('cutAfterRequest')
    expect(
      await captureRejection(send({ baseUrl: url, proxy: routeOf(proxy.url), method: 'POST', body: '{}' })),
    ).toMatchObject({ kind: 'cut_off', details: { proxy: proxy.url } })
    expect(received).toHaveLength(1)
    proxy.behave('hang')
    expect(
      await captureRejection(
        send({ baseUrl: url, proxy: routeOf(proxy.url), method: 'POST', body: '{}', timeLimitMs: 2_000 }),
      ),
    ).toMatchObject({ kind: 'timeout', details: { proxy: proxy.url } })
  })

  test('The limits of body, headers, silence and redirects hold through the proxy', async () => {
    const proxy = await startProxy()
    const through = routeOf(proxy.url)
    const large = await serve((_, response) => response.end(`"${'x'.repeat(2_000)}"`))
    expect(await send({ baseUrl: large.url, proxy: through })).toMatchObject({
      body: { isJson: false, refusal: { kind: 'too_large', details: { measure: 'bytes' } } },
    })
    const headers = await serve((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(17_000) }).end('{}'))
    expect(await captureRejection(send({ baseUrl: headers.url, proxy: through }))).toMatchObject({ kind: 'too_large' })
    const stalled = await serve((_, response) => void response.write('{'))
    expect(await captureRejection(send({ baseUrl: stalled.url, proxy: through, silenceLimitMs: 1_000 }))).toMatchObject(
      { kind: 'timeout' },
    )
    const redirecting = await serve((_, response) => response.writeHead(307, { location: large.url }).end())
    expect(await send({ baseUrl: redirecting.url, proxy: through })).toMatchObject({ status: 307 })
    expect(large.received).toHaveLength(1)
  })

  test('The certificate of the service is checked through the tunnel, before the key leaves', async () => {
    const pems = await generate([{ name: 'commonName', value: 'service.example' }])
    let requests = 0
    const service = createHttpsServer({ key: pems.private, cert: pems.cert }, (_, response) => {
      requests += 1
      response.end('{}')
    })
    const proxy = await startProxy({ to: { host: '127.0.0.1', port: await listen(service) } })
    expect(
      await captureRejection(send({ baseUrl: 'https://service.example', proxy: routeOf(proxy.url) })),
    ).toMatchObject({ kind: 'tls', details: { proxy: proxy.url } })
    expect(proxy.tunnels).toMatchObject([{ target: 'service.example:443', status: 200 }])
    expect(requests).toBe(0)
    expect(proxy.sentText()).not.toContain(secret)
  })

  test('A proxy on another computer never gets a request to a service without TLS', async () => {
    const { url, received } = await serve((_, response) => response.end('{}'))
    expect(await captureRejection(send({ baseUrl: url, proxy: routeOf('http://proxy.example:3128') }))).toMatchObject({
      kind: 'insecure_url',
    })
    expect(received).toEqual([])
  })

  test('A request whose sending is forbidden when the tunnel is open is not sent', async () => {
    const { url, received } = await serve((_, response) => response.end('{}'))
    const proxy = await startProxy()
    expect(
      await captureRejection(send({ baseUrl: url, proxy: routeOf(proxy.url), mayStillSend: () => false })),
    ).toMatchObject({ kind: 'proxy_unreachable' })
    expect(received).toEqual([])
  })
})
