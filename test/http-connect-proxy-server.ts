import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** One CONNECT request as the proxy received it. */
export interface TunnelRequest {
  /** Host and port that the tunnel leads to. */
  target: string
  /** The header `Proxy-Authorization`. */
  authorization: string | null
  /** Status of the proxy's answer; null if it gave none. */
  status: number | null
}

/**
 * `open`: opens tunnels. `silent`: accepts the connection and never answers. `close`: closes the connection without an
 * answer. A number: answers with that status. `cutAfterRequest`: opens the tunnel, passes the request on and closes
 * both sides before the answer. `hang`: opens the tunnel and passes nothing on.
 */
export type ProxyBehaviour = 'open' | 'silent' | 'close' | 'cutAfterRequest' | 'hang' | number

export interface ConnectProxy {
  url: string
  /** All CONNECT requests, oldest first. */
  tunnels: TunnelRequest[]
  /** Requests without a tunnel, which a client must not send. */
  plainRequests: string[]
  /** Everything that clients sent through the tunnels, as Latin-1. */
  sentText(): string
  /** For tunnels that are opened from now on. */
  behave(behaviour: ProxyBehaviour): void
  /** Ends the tunnels that are open, and accepts new ones. */
  cutTunnels(): void
  close(): Promise<void>
}

interface Options {
  /**
   * The local address of the connections to the service, so that a service on this computer sees another source
   * address.
   */
  from?: string
  /** User and password that the proxy asks for, as `user:password`. */
  credentials?: string
  /** Where all tunnels lead, whatever the client asks for. */
  to?: { host: string; port: number }
  server?: Server
}

/** Starts a real HTTP proxy that only knows CONNECT. */
export async function startHttpConnectProxyServer({
  from,
  credentials,
  to,
  server = createServer(),
}: Options = {}): Promise<ConnectProxy> {
  const tunnels: TunnelRequest[] = []
  const plainRequests: string[] = []
  const sent: Buffer[] = []
  const sockets = new Set<Duplex>()
  let behaviour: ProxyBehaviour = 'open'

  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    return socket
  }
  server.on('connection', (socket: Socket) => keep(socket))
  server.on('request', (request, response) => {
    plainRequests.push(`${request.method} ${request.url}`)
    response.writeHead(405).end()
  })
  server.on('connect', (request, socket: Duplex, head: Buffer) => {
    const { url: target = '', headers } = request
    const entry: TunnelRequest = { target, authorization: headers['proxy-authorization'] ?? null, status: null }
    tunnels.push(entry)
    const answer = (status: number) => {
      entry.status = status
      socket.write(
        `HTTP/1.1 ${status} Answer\r\n${status === 407 ? 'Proxy-Authenticate: Basic realm="test"\r\n' : ''}\r\n`,
      )
    }
    const mode = behaviour
    if (mode === 'silent') return
    if (mode === 'close') return socket.destroy()
    const expected = credentials === undefined ? null : `Basic ${Buffer.from(credentials).toString('base64')}`
    const isAllowed = expected === null || entry.authorization === expected
    const refusal = typeof mode === 'number' ? mode : isAllowed ? null : 407
    if (refusal !== null) {
      answer(refusal)
      return socket.end()
    }
    if (mode === 'hang') return answer(200)
    const { hostname, port } = new URL(`http://${target}`)
    const onward = keep(
      connect({
        host: to?.host ?? hostname.replace(/^\[|\]$/g, ''),
        port: to?.port ?? Number(port || 80),
        ...(from !== undefined && { localAddress: from }),
      }),
    )
    onward.once('error', () => {
      if (entry.status === null) answer(502)
      socket.end()
    })
    onward.once('connect', () => {
      answer(200)
      const pass = (chunk: Buffer) => {
        sent.push(chunk)
        onward.write(chunk)
        if (mode !== 'cutAfterRequest') return
        // The service has received the request when it begins to answer.
        onward.once('data', () => {
          onward.destroy()
          socket.destroy()
        })
      }
      if (head.length > 0) pass(head)
      socket.on('data', pass)
      if (mode !== 'cutAfterRequest') onward.pipe(socket)
    })
    for (const [one, other] of [
      [onward, socket],
      [socket, onward],
    ] as const)
      one.once('close', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    plainRequests,
    sentText: () => Buffer.concat(sent).toString('latin1'),
    behave: (next) => void (behaviour = next),
    cutTunnels: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      server.close()
      sockets.forEach((socket) => socket.destroy())
      await once(server, 'close')
    },
  }
}
