import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './simulated-clock.ts'
import { handleRequest } from './handle-request.ts'
import { createFaultRules, type FaultRules } from './fault-rules.ts'
import { tryParseJson } from './parse-json-body.ts'
import { createSimulatorLedger, type SimulatorLedger, type ReceivedRequest } from './request-and-charge-ledger.ts'
import { readBearerToken, toReceivedRequest, readBodyBytes, splitRequestTarget } from './read-http-request.ts'
import { sendWithFaults } from './send-with-faults.ts'
import type { WorldFile } from './world-file-schema-and-parser.ts'
import { createWorld, type World } from './world-state.ts'

export interface Simulator {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string
  /** The current state; `reset` replaces the object. */
  readonly world: World
  ledger: SimulatorLedger
  faults: FaultRules
  /** Advances the simulator's clock. */
  advance(ms: number): void
  /** Closes all connections and accepts no new ones until `resume`, which uses the same port. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Resets state, clock, limits and block to the world file, and empties faults and ledger. */
  reset(): void
  close(): Promise<void>
}

export interface SimulatorOptions {
  /**
   * A world file, or a function that creates it at the start and at each reset. An invalid field throws `invalid_input`
   * with its path.
   */
  world?: WorldFile | (() => WorldFile)
  clock?: Clock
  port?: number
  host?: '127.0.0.1'
  /** Called with each completely received request. The request is processed when the returned promise resolves. */
  onArrival?: (request: ReceivedRequest) => Promise<void> | void
}

/** Serves a world on loopback as the API description says. */
export async function startSimulator({
  world: file = {},
  clock = { now: Date.now },
  port = 0,
  host = '127.0.0.1',
  onArrival = () => undefined,
}: SimulatorOptions = {}): Promise<Simulator> {
  const createFile = typeof file === 'function' ? file : () => file
  let world = createWorld(createFile(), clock)
  const ledger = createSimulatorLedger()
  const faults = createFaultRules()
  const inFlight = new Map<string, number>()
  let lastNumber = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const served = world
    const startedAt = performance.now()
    lastNumber += 1
    const received = toReceivedRequest(request, lastNumber, served.clock.now())
    const token = readBearerToken(request)
    const keyHolder = token === null ? null : served.findKeyHolder(token)
    if (keyHolder) {
      received.userName = keyHolder.user.name
      received.keyIndex = keyHolder.key.index
      received.keyLabel = keyHolder.key.label
    }
    ledger.requests.push(received)

    const userName = received.userName ?? ''
    received.inFlight = (inFlight.get(userName) ?? 0) + 1
    inFlight.set(userName, received.inFlight)
    response.once('close', () => inFlight.set(userName, (inFlight.get(userName) ?? 1) - 1))

    const { path, query } = splitRequestTarget(received.target)
    const fault = faults.consumeMatching({
      method: received.method,
      path: received.path,
      token,
      user: received.userName,
    })
    received.fault = fault?.kind ?? null
    if (fault?.kind === 'reset-before') {
      response.destroy()
      return
    }
    const bytes = await readBodyBytes(request)
    if (bytes === null) return
    received.bodyText = bytes.toString()
    received.bodyJson = tryParseJson(received.bodyText)
    if (fault?.kind === 'late') {
      response.destroy()
      await sleep(fault.ms)
    }
    await onArrival(received)

    // A blocked address is refused before authentication, so the request is in no key's log.
    const isLoggedForKey = served.ipBlock.secondsLeft(received.remote.address, received.at) === null
    const answer = await handleRequest(
      { received, path, query, bytes, fault, holder: keyHolder },
      {
        world: served,
        ledger,
        onAdmitted: (admission) =>
          response.closed ? admission.release() : void response.once('close', () => admission.release()),
      },
    )
    const now = served.clock.now()
    if (keyHolder && isLoggedForKey) {
      const { log } = keyHolder.key
      const responseMs = Math.round(performance.now() - startedAt)
      log.push({
        position: log.length + 1,
        method: received.method,
        path: received.path,
        status: answer.status,
        responseMs,
        address: received.remote.address,
        at: now,
      })
    }
    await sendWithFaults(response, answer, fault, now, (status) => {
      received.status = status
      received.code = answer.code
    })
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // A client that disconnects during a request is not a defect.
    handle(request, response).catch(() => response.destroy())
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  async function listen(on: number): Promise<number> {
    server.listen(on, host)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  const boundPort = await listen(port)
  return {
    url: `http://${host}:${boundPort}`,
    get world() {
      return world
    },
    ledger,
    faults,
    advance: (ms) => world.clock.advance(ms),
    pause: stop,
    async resume() {
      await listen(boundPort)
    },
    reset() {
      world = createWorld(createFile(), clock)
      ledger.clear()
      faults.clear()
    },
    close: stop,
  }
}
