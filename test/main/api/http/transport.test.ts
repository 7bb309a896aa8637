import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { describe, expect, test, onTestFinished } from 'vitest'
import { createTransport, type TransportRequest } from '#main/api/http/transport.ts'
import type { ResponseLimits } from '#shared/api/response-limits.ts'
import { toWireError } from '#shared/app-error.ts'
import { temporaryFolder } from '#test/temporary-database.ts'
import { captureRejection } from '#test/capture-rejection.ts'

const secret = 'secret-of-the-test'
const limits: ResponseLimits = {
  bytes: 100_000,
  values: 1_000,
  names: 100,
  depth: 5,
  textBytes: 100_000,
  atOnce: { bytes: 100_000, values: 1_000 },
}
const limitsFor = () => limits

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function serve(answer: RequestListener): Promise<{ url: string; seen: IncomingMessage[]; bodies: string[] }> {
  const seen: IncomingMessage[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      void answer(request, response)
    })
  })
  const port = await listen(server)
  onTestFinished(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${port}`, seen, bodies }
}

function send(
  request: Partial<TransportRequest> & { baseUrl: string },
  resolveProxy: (url: string) => Promise<string> = async () => 'DIRECT',
) {
  const transport = createTransport({ resolveProxy, connectTimeoutMs: 2_000 })
  onTestFinished(() => transport.close())
  return transport.send({
    method: 'GET',
    path: '/v1/me',
    query: '',
    body: null,
    secret,
    proxy: null,
    timeLimitMs: 60_000,
    silenceLimitMs: 60_000,
    limitsFor,
    ...request,
  })
}

const closedPort = async () => {
  const server = createTcpServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

/** A proxy that connects every tunnel to the same port. */
function tunnelTo(port: number): Server {
  const proxy = createServer()
  proxy.on('connect', (_, socket: Duplex, head: Buffer) => {
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [onward, socket]) end.on('error', () => undefined)
  })
  return proxy
}

describe('the transport', () => {
  test('The transport sends method, path, query, key and JSON body, and returns the response unchanged', async () => {
    const { url, seen, bodies } = await serve((_, response) =>
      response.writeHead(418, { 'X-Some': 'thing' }).end('short and stout'),
    )
    const answer = await send({
      baseUrl: `${url}/prefix`,
      method: 'PUT',
      path: '/v1/a%40b',
      query: '?x=1%20y',
      body: '{"a":1}',
    })
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/prefix/v1/a%40b?x=1%20y' })
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    })
    expect(bodies).toEqual(['{"a":1}'])
    expect(answer).toMatchObject({ status: 418, headers: { 'x-some': 'thing' } })
    expect(new TextDecoder().decode(answer.body.bytes)).toBe('short and stout')
  })

  test('A DELETE is sent with its JSON body, or without one', async () => {
    const { url, seen, bodies } = await serve((_, response) => response.end('{}'))
    await send({ baseUrl: url, method: 'DELETE', body: '{"a":1}' })
    await send({ baseUrl: url, method: 'DELETE' })
    expect(bodies).toEqual(['{"a":1}', ''])
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual(['application/json', undefined])
  })

  test('The key is sent to no other origin, because redirects are not followed', async () => {
    const other = await serve((_, response) => response.end('{}'))
    const { url } = await serve((_, response) => response.writeHead(307, { location: `${other.url}/v1/me` }).end())
    expect(await send({ baseUrl: url })).toMatchObject({ status: 307 })
    expect(other.seen).toEqual([])
  })

  test.each(['/../admin', '/v1/%2e%2e/x', '@elsewhere.example/', '.elsewhere.example/', ':1/v1'])(
    'A path that leads out of the base URL is not sent: %s',
    async (path) => {
      const { url, seen } = await serve((_, response) => response.end('{}'))
      expect(await captureRejection(send({ baseUrl: `${url}/prefix`, path }))).toMatchObject({ kind: 'bug' })
      expect(await captureRejection(send({ baseUrl: url, path }))).toMatchObject({ kind: 'bug' })
      expect(seen).toEqual([])
    },
  )

  test('A refused connection and an unknown host are reported as no_network', async () => {
    expect(await captureRejection(send({ baseUrl: `http://127.0.0.1:${await closedPort()}` }))).toMatchObject({
      kind: 'no_network',
      details: { reason: 'ECONNREFUSED' },
    })
    expect(await captureRejection(send({ baseUrl: 'https://absent.invalid' }))).toMatchObject({ kind: 'no_network' })
  })

  test('A time limit that ends while the system resolves the proxy is reported as no_network', async () => {
    expect(
      await captureRejection(
        send({ baseUrl: 'https://service.example', timeLimitMs: 50 }, () => new Promise(() => undefined)),
      ),
    ).toMatchObject({ kind: 'no_network' })
  })

  test('A response that does not arrive in time is a timeout, even if bytes keep arriving', async () => {
    const silent = await serve(() => undefined)
    expect(await captureRejection(send({ baseUrl: silent.url, timeLimitMs: 100 }))).toMatchObject({ kind: 'timeout' })
    const dripping = await serve((_, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
    })
    expect(await captureRejection(send({ baseUrl: dripping.url, timeLimitMs: 200 }))).toMatchObject({ kind: 'timeout' })
  })

  test('A large response on a slow line may take longer than the silence limit', async () => {
    const { url } = await serve((_, response) => {
      let left = 8
      const timer = setInterval(() => {
        left -= 1
        if (left > 0) return response.write(' ')
        clearInterval(timer)
        return response.end('{}')
      }, 50)
    })
    expect(await send({ baseUrl: url, silenceLimitMs: 250 })).toMatchObject({ status: 200 })
    const stalled = await serve((_, response) => void response.write('{'))
    expect(await captureRejection(send({ baseUrl: stalled.url, silenceLimitMs: 100 }))).toMatchObject({
      kind: 'timeout',
    })
  })

  test.each(['timeLimitMs', 'silenceLimitMs'] as const)(
    'A response that arrived in time is read after the event loop was blocked: %s',
    async (limit) => {
      const holdUp = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      const { url } = await serve((_, response) => void response.end(`{"long":"${'x'.repeat(90_000)}"}`, holdUp))
      expect(await send({ baseUrl: url, [limit]: 200 })).toMatchObject({ status: 200 })
    },
  )

  test('A connection that ends before the complete response is reported as cut_off', async () => {
    const early = await serve((request) => void request.socket.destroy())
    expect(await captureRejection(send({ baseUrl: early.url, method: 'POST', body: '{}' }))).toMatchObject({
      kind: 'cut_off',
    })
    const half = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half', () => request.socket.destroy())
    })
    expect(await captureRejection(send({ baseUrl: half.url }))).toMatchObject({ kind: 'cut_off' })
  })

  test('A response that is not HTTP is reported as cut_off', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    expect(await captureRejection(send({ baseUrl: `http://127.0.0.1:${await listen(server)}` }))).toMatchObject({
      kind: 'cut_off',
    })
  })

  test('A body beyond the limit is refused at the limit, with its status and headers', async () => {
    const { url } = await serve((_, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end(`"${' '.repeat(100_001)}"`),
    )
    expect(await send({ baseUrl: url })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
      body: {
        isJson: false,
        refusal: { kind: 'too_large', status: 429, details: { measure: 'bytes', limit: 100_000, at: 100_000 } },
      },
    })
  })

  test('A response with an unknown encoding is reported as cut_off, without its header, which may repeat the key', async () => {
    const { url } = await serve((_, response) => response.writeHead(200, { 'content-encoding': secret }).end('{}'))
    const error = await captureRejection(send({ baseUrl: url }))
    expect(error).toMatchObject({ kind: 'cut_off', status: 200 })
    expect(JSON.stringify(toWireError(error))).not.toContain(secret)
  })

  test('A gzip bomb is refused as too_large, and an ordinary gzip response is decompressed', async () => {
    const bomb = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, ' '))),
    )
    expect(await send({ baseUrl: bomb.url })).toMatchObject({
      status: 200,
      body: { refusal: { kind: 'too_large', details: { measure: 'bytes' } } },
    })
    const honest = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
    )
    expect(new TextDecoder().decode((await send({ baseUrl: honest.url })).body.bytes)).toBe('{"a":1}')
  })

  test('A write never uses a kept-alive connection, because the service may be closing it', async () => {
    const ports: (number | undefined)[] = []
    const { url } = await serve((request, response) => {
      ports.push(request.socket.remotePort)
      response.end('{}')
    })
    const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
    onTestFinished(() => transport.close())
    for (const method of ['GET', 'GET', 'POST', 'POST'] as const) {
      await transport.send({
        baseUrl: url,
        method,
        path: '/',
        query: '',
        body: method === 'POST' ? '{}' : null,
        secret,
        proxy: null,
        timeLimitMs: 60_000,
        silenceLimitMs: 60_000,
        limitsFor,
      })
      // The connection can be reused in the next turn of the event loop.
      await new Promise(setImmediate)
    }
    expect(ports[0]).toBe(ports[1])
    expect(new Set(ports).size).toBe(3)
  })

  test('An untrusted certificate is refused before anything is sent', async () => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }])
    let requests = 0
    const server = createHttpsServer({ key: pems.private, cert: pems.cert }, (_, response) => {
      requests += 1
      response.end('{}')
    })
    expect(await captureRejection(send({ baseUrl: `https://localhost:${await listen(server)}` }))).toMatchObject({
      kind: 'tls',
    })
    expect(requests).toBe(0)
  })

  test('An untrusted certificate is refused even if the environment turns verification off, directly and through proxies', async () => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }])
    const pair = { key: pems.private, cert: pems.cert }
    const requests: string[] = []
    const service = createHttpsServer(pair, (request, response) => {
      requests.push(`service: ${request.headers.authorization}`)
      response.end('{}')
    })
    const servicePort = await listen(service)
    const proxyPort = await listen(tunnelTo(servicePort))
    const secureProxy = createHttpsServer(pair).on('connect', (request, socket) => {
      requests.push(`proxy: ${request.url}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const routes = ['DIRECT', `PROXY 127.0.0.1:${proxyPort}`, `HTTPS localhost:${await listen(secureProxy)}`]
    const script = `
      import { createTransport } from '#main/api/http/transport.ts'
      for (const route of ${JSON.stringify(routes)}) {
        const transport = createTransport({ resolveProxy: async () => route })
        const baseUrl = route === 'DIRECT' ? 'https://localhost:${servicePort}' : 'https://service.example'
        const request = { baseUrl, method: 'GET', path: '/v1/me', query: '', body: null, secret: 'typed', timeLimitMs: 60_000, silenceLimitMs: 60_000, maxBytes: 1000 }
        console.log(await transport.send(request).then(({ status }) => status, ({ kind }) => kind))
        await transport.close()
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    })
    expect((await text(child.stdout)).trim().split('\n')).toEqual(['tls', 'tls', 'tls'])
    expect(requests).toEqual([])
  })

  test('A server without TLS is reported as tls for an https URL', async () => {
    const { url } = await serve((_, response) => response.end('{}'))
    expect(await captureRejection(send({ baseUrl: url.replace('http:', 'https:') }))).toMatchObject({ kind: 'tls' })
  })

  test("Requests use the system's proxy, except to this machine", async () => {
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const port = await listen(proxy)
    expect(
      await captureRejection(
        send({ baseUrl: 'https://service.example' }, async () => `SOCKS5 127.0.0.1:1; PROXY 127.0.0.1:${port}; DIRECT`),
      ),
    ).toMatchObject({ kind: 'no_network' })
    expect(asked).toEqual(['service.example:443'])
    const { url, seen } = await serve((_, response) => response.end('{}'))
    await send({ baseUrl: url }, async () => `PROXY 127.0.0.1:${port}`)
    expect(seen).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  test('A proxy that supports only CONNECT is sufficient', async () => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }])
    const service = createHttpsServer({ key: pems.private, cert: pems.cert }, (_, response) => response.end('{}'))
    const servicePort = await listen(service)
    const proxy = tunnelTo(servicePort)
    let tunnels = 0
    proxy.on('connect', () => (tunnels += 1))
    const proxyPort = await listen(proxy)
    // The tunnel is established, but the service's certificate is not trusted, so the key is not sent.
    expect(
      await captureRejection(send({ baseUrl: 'https://service.example' }, async () => `PROXY 127.0.0.1:${proxyPort}`)),
    ).toMatchObject({ kind: 'tls' })
    expect(tunnels).toBe(1)
  })

  test('A company certificate is trusted, directly and through a proxy, and the response arrives', async () => {
    const pems = await generate([{ name: 'commonName', value: 'service.example' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: ['localhost', 'service.example'].map((value) => ({ type: 2, value })) },
      ],
    })
    const service = createHttpsServer({ key: pems.private, cert: pems.cert }, (request, response) =>
      response.end(`${request.headers.host} ${request.headers.authorization}`),
    )
    const servicePort = await listen(service)
    const proxyPort = await listen(tunnelTo(servicePort))
    const certificate = join(temporaryFolder(), 'company.pem')
    writeFileSync(certificate, pems.cert)
    const script = `
      import { createTransport } from '#main/api/http/transport.ts'
      const limits = { bytes: 1000, values: 100, names: 100, depth: 9, textBytes: 1000, atOnce: { bytes: 1000, values: 100 } }
      const transport = createTransport({ resolveProxy: async () => 'PROXY 127.0.0.1:${proxyPort}' })
      for (const baseUrl of ['https://localhost:${servicePort}', 'https://service.example']) {
        const request = { baseUrl, method: 'GET', path: '/v1/me', query: '', body: null, secret: 'typed', timeLimitMs: 60_000, silenceLimitMs: 60_000, limitsFor: () => limits }
        console.log(new TextDecoder().decode((await transport.send(request)).body.bytes))
      }
      await transport.close()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    })
    const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(complaints).toBe('')
    expect(output.trim().split('\n')).toEqual([`localhost:${servicePort} Bearer typed`, 'service.example Bearer typed'])
  })

  test('An unsupported kind of proxy is reported', async () => {
    expect(
      await captureRejection(send({ baseUrl: 'https://service.example' }, async () => 'SOCKS5 127.0.0.1:1080')),
    ).toMatchObject({ kind: 'no_network', details: { reason: 'proxy_kind' } })
  })
})
