import type { IncomingMessage } from 'node:http'
import type { Transport } from '#main/api/http/transport.ts'
import { handleRequest } from '#simulator/handle-request.ts'
import { tryParseJson } from '#simulator/parse-json-body.ts'
import { toReceivedRequest, splitRequestTarget } from '#simulator/read-http-request.ts'
import { createSimulatorLedger, type SimulatorLedger } from '#simulator/request-and-charge-ledger.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { createWorld, type World } from '#simulator/world-state.ts'
import { drawLatency, totalLatencyMs } from '#test/bench/rate-limiter/virtual-service-rate-limits.ts'
import type { Random } from '#test/bench/rate-limiter/random-distributions.ts'
import type { VirtualTime } from '#test/bench/rate-limiter/virtual-time.ts'
import { createResponseBodyWithoutLimits } from '#test/create-scanned-response-body-without-size-limits.ts'

export interface SimulatedService {
  transport: Transport
  world: World
  ledger: SimulatorLedger
  /** Duration of each call, in milliseconds. */
  callDurationsMs: number[]
}

/**
 * The simulator behind a transport in virtual time: its world, its limits and its behaviours, without sockets. A call
 * keeps its place under the concurrency limit while the service works on it.
 */
export function createSimulatedService(time: VirtualTime, random: Random, file: WorldFile): SimulatedService {
  const world = createWorld(file, { now: () => time.clock.now() })
  const ledger = createSimulatorLedger()
  const callDurationsMs: number[] = []

  return {
    world,
    ledger,
    callDurationsMs,
    transport: {
      async send({ method, path: ownPath, query: ownQuery, body, secret }) {
        const trip = drawLatency(random)
        await time.clock.sleep(trip.upMs)
        const headers = {
          authorization: `Bearer ${secret}`,
          ...(body !== null && { 'content-type': 'application/json' }),
        }
        const socket = { remoteAddress: '127.0.0.1', remotePort: 1 }
        const received = { method, url: ownPath + ownQuery, headers, socket } as unknown as IncomingMessage
        const note = toReceivedRequest(received, ledger.requests.length + 1, world.clock.now())
        const holder = world.findKeyHolder(secret) ?? null
        note.userName = holder?.user.name ?? null
        note.bodyText = body ?? ''
        note.bodyJson = tryParseJson(note.bodyText)
        ledger.requests.push(note)
        const { path, query } = splitRequestTarget(note.target)
        let release = (): void => undefined
        const answer = await handleRequest(
          { received: note, path, query, bytes: Buffer.from(note.bodyText), fault: null, holder },
          { world, ledger, onAdmitted: (admission) => (release = () => admission.release()) },
        )
        note.status = answer.status
        await time.clock.sleep(trip.servedMs)
        release()
        await time.clock.sleep(trip.downMs)
        callDurationsMs.push(totalLatencyMs(trip))
        return {
          status: answer.status,
          headers: { ...answer.headers, date: new Date(world.clock.now()).toUTCString() },
          body: createResponseBodyWithoutLimits(Buffer.from(JSON.stringify(answer.body))),
        }
      },
      close: () => Promise.resolve(),
    },
  }
}
