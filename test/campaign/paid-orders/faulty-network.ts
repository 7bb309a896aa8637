import { idempotencyWindowMs } from '#shared/api/service-limits.ts'
import type { ArrivedRequest, PaidRequestDelaysAndFailure, Reply, InMemoryService } from './in-memory-service.ts'
import type { ReplayableChoices } from './replayable-choices.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What the network returns. */
export type DeliveryOutcome =
  | { kind: 'no_connection' }
  | { kind: 'timeout' | 'cut_off' }
  | { kind: 'answer'; status: number; headers: Record<string, string>; bytes: Uint8Array }

/** Probabilities of a fault in a sending and in a reading, 0 to 1. */
export interface FaultProbabilities {
  sending: number
  reading: number
}

export interface FaultyNetwork {
  send(arrival: ArrivedRequest, log: (text: string) => void): Promise<DeliveryOutcome>
  read(arrival: ArrivedRequest): Promise<DeliveryOutcome>
  /** Number of sendings that may still be executed, by idempotency key. */
  underway: Map<string, number>
  /** Time at which the last delayed request arrives at the service; in the past if there is none. */
  lastArrivalAt(): number
}

interface Options {
  service: InMemoryService
  time: VirtualTime
  choices: ReplayableChoices
  faultProbabilities: FaultProbabilities
  /** Chooses the fault of the next sending. Default: by `choices` and `faultProbabilities`. */
  drawSendFault?: () => SendFault
  /** How long a reading may show the previous state, in milliseconds. */
  lagMs: () => number
  /** How long a cache may repeat an answer with its original `Date`, in milliseconds. Default: never. */
  cacheMs?: () => number
  /**
   * Called when the bytes of a paid request are sent, `ageMs` after the first sending that the service may remember.
   */
  onSending: (arrival: ArrivedRequest, ageMs: number) => void
  /** Called when the bytes of a paid request arrive at the service. */
  onArrival: (arrival: ArrivedRequest) => void
  /** Called when the service has handled the request. `reply`: null when the request never arrived. */
  onHandled: (arrival: ArrivedRequest, reply: Reply | null) => void
  /** Called when a reading is answered. `reply` may be an old one. */
  onReading?: (arrival: ArrivedRequest, reply: Reply) => void
}

const timeLimitMs = 180_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * The longest delay of a request since the first sending. Sending again is safe only if the service remembers the
 * idempotency key until the last copy arrives.
 */
const latestMs = idempotencyWindowMs - 2 * hourMs
const failures = [
  [500, 'INTERNAL_ERROR'],
  [500, 'REGISTRAR_ERROR'],
  [502, 'BACKEND_ERROR'],
  [503, 'REGISTRAR_UNAVAILABLE'],
] as const
/** Ends a request without a charge, and without a record of its idempotency key. */
const brokenOff = { status: 499, code: 'BROKEN_OFF', when: 'before' } as const

export const weightedSendFaults = [
  [3, 'no connection'],
  [4, 'lost before it came'],
  [5, 'comes late'],
  [6, 'executed, answer lost'],
  [3, 'executed after the time limit'],
  [2, 'hangs, broken off'],
  [2, 'hangs, fails'],
  [4, 'fails before'],
  [4, 'fails after'],
  [1, 'fails at the gateway'],
  [2, 'fails at the gateway, comes late'],
  [2, 'too many requests'],
  [2, 'foreign answer before'],
  [2, 'foreign answer after'],
  [1, 'redirected'],
  [1, 'cut answer'],
  [1, 'odd success'],
] as const

export type SendFault = 'smooth' | (typeof weightedSendFaults)[number][1]

const text = new TextEncoder()
const jsonType = 'application/json; charset=utf-8'

/** The network between a process and the service, with its faults. */
export function createFaultyNetwork({
  service,
  time,
  choices,
  faultProbabilities,
  lagMs,
  cacheMs = () => 0,
  drawSendFault = () => (choices.chance(faultProbabilities.sending) ? choices.weighted(weightedSendFaults) : 'smooth'),
  onSending,
  onArrival,
  onHandled,
  onReading = () => undefined,
}: Options): FaultyNetwork {
  const firstSentAt = new Map<string, number>()
  const underway = new Map<string, number>()
  let lastArrivalAt = 0
  const count = (key: string, by: number) => underway.set(key, (underway.get(key) ?? 0) + by)

  const dated = (skewMs = 0) => ({ 'content-type': jsonType, date: new Date(time.now() + skewMs).toUTCString() })
  const answer = ({ status, body }: Reply, ageMs = 0): DeliveryOutcome => ({
    kind: 'answer',
    status,
    headers: dated(-ageMs),
    bytes: text.encode(JSON.stringify(body)),
  })
  const foreign = (status: number): DeliveryOutcome => ({
    kind: 'answer',
    status,
    // The clock of a portal may show any time.
    headers: {
      'content-type': 'text/html',
      date: new Date(time.now() + (choices.next() - 0.5) * 200 * hourMs).toUTCString(),
    },
    bytes: text.encode('<html><body>Sign in</body></html>'),
  })
  const pause = (ms: number) => (ms > 0 ? time.wait(ms) : undefined)
  const failureOf = (when: 'before' | 'after') => {
    const [status, code] = choices.oneOf(failures)
    return { status, code, when }
  }

  async function handle(arrival: ArrivedRequest, handling: PaidRequestDelaysAndFailure): Promise<Reply> {
    const key = arrival.idempotencyKey ?? ''
    count(key, 1)
    onArrival(arrival)
    const reply = await service.pay(arrival, handling)
    count(key, -1)
    onHandled(arrival, reply)
    return reply
  }

  const shown = new Map<string, { at: number; reply: Reply }>()
  function recall(arrival: ArrivedRequest): DeliveryOutcome {
    const { reply, ageMs } = chooseReply(arrival)
    onReading(arrival, reply)
    return answer(reply, ageMs)
  }

  function chooseReply(arrival: ArrivedRequest): { reply: Reply; ageMs: number } {
    const id = JSON.stringify([arrival.userName, arrival.endpoint, arrival.params])
    const last = shown.get(id)
    const ageMs = last ? time.now() - last.at : Infinity
    if (last && ageMs < lagMs()) return { reply: last.reply, ageMs: 0 }
    if (last && ageMs < cacheMs() && !choices.chance(0.1)) return { reply: last.reply, ageMs }
    const reply = service.read(arrival)
    shown.set(id, { at: time.now(), reply })
    return { reply, ageMs: 0 }
  }

  const fastTreatment = (): PaidRequestDelaysAndFailure => ({
    beforeMs: choices.span(3_000),
    afterMs: choices.span(500),
    failure: null,
  })

  /** Delivers the request after the client has stopped waiting. */
  function deliverLate(arrival: ArrivedRequest): void {
    const maxDelayMs = choices.weighted([
      [6, 10 * minuteMs],
      [2, 3 * hourMs],
      [3, latestMs],
    ] as const)
    count(arrival.idempotencyKey ?? '', 1)
    const first = firstSentAt.get(arrival.idempotencyKey ?? '') ?? time.now()
    const at = Math.max(time.now() + 1, Math.min(time.now() + 1 + choices.span(maxDelayMs), first + latestMs))
    lastArrivalAt = Math.max(lastArrivalAt, at)
    time.at(at, () => {
      count(arrival.idempotencyKey ?? '', -1)
      void handle(arrival, fastTreatment())
    })
  }

  async function loseAnswer(): Promise<DeliveryOutcome> {
    const isSilent = choices.chance(0.5)
    await time.wait(isSilent ? timeLimitMs : 1 + choices.span(timeLimitMs - 1))
    return { kind: isSilent ? 'timeout' : 'cut_off' }
  }

  async function within(arrival: ArrivedRequest, handling: PaidRequestDelaysAndFailure): Promise<DeliveryOutcome> {
    const limit = time.wait(timeLimitMs).then(() => null)
    const reply = await Promise.race([handle(arrival, handling), limit])
    return reply ? answer(reply) : { kind: 'timeout' }
  }

  return {
    underway,
    lastArrivalAt: () => lastArrivalAt,

    async send(arrival, log) {
      const key = arrival.idempotencyKey ?? ''
      onSending(arrival, time.now() - (firstSentAt.get(key) ?? time.now()))
      const fate = drawSendFault()
      // The service remembers nothing of these faults, and the client knows that.
      if (fate !== 'no connection' && fate !== 'too many requests' && !firstSentAt.has(key))
        firstSentAt.set(key, time.now())
      log(fate)
      if (fate !== 'no connection') await pause(choices.span(2_000))
      switch (fate) {
        case 'smooth':
          return within(arrival, fastTreatment())
        case 'no connection':
          return { kind: 'no_connection' }
        case 'lost before it came':
          onHandled(arrival, null)
          return loseAnswer()
        case 'comes late':
          deliverLate(arrival)
          return loseAnswer()
        case 'executed, answer lost':
          void handle(arrival, fastTreatment())
          return loseAnswer()
        case 'executed after the time limit':
          return within(arrival, {
            beforeMs: timeLimitMs + choices.span(20 * minuteMs),
            afterMs: choices.span(minuteMs),
            failure: null,
          })
        case 'hangs, broken off':
          return within(arrival, { beforeMs: timeLimitMs + choices.span(2 * hourMs), afterMs: 0, failure: brokenOff })
        case 'hangs, fails':
          return within(arrival, {
            beforeMs: timeLimitMs + choices.span(2 * hourMs),
            afterMs: 0,
            failure: failureOf(choices.oneOf(['before', 'after'] as const)),
          })
        case 'fails before':
          return within(arrival, { ...fastTreatment(), failure: failureOf('before') })
        case 'fails after':
          return within(arrival, { ...fastTreatment(), failure: failureOf('after') })
        case 'fails at the gateway':
          onHandled(arrival, null)
          return answer({ status: 502, body: { error: { code: 'BACKEND_ERROR', message: 'No answer from behind' } } })
        case 'fails at the gateway, comes late':
          deliverLate(arrival)
          return choices.chance(0.5)
            ? foreign(504)
            : answer({ status: 502, body: { error: { code: 'BACKEND_ERROR', message: 'No answer from behind' } } })
        case 'too many requests':
          onHandled(arrival, null)
          return {
            kind: 'answer',
            status: 429,
            headers: { ...dated(), 'retry-after': '20' },
            bytes: text.encode('{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"Slowly"}}'),
          }
        case 'foreign answer before':
          onHandled(arrival, null)
          return foreign(choices.oneOf([200, 404, 403, 422]))
        case 'foreign answer after':
          await handle(arrival, fastTreatment())
          return foreign(choices.oneOf([200, 404, 403, 422]))
        case 'redirected':
          onHandled(arrival, null)
          return {
            kind: 'answer',
            status: 302,
            headers: { ...dated(), location: 'https://portal.example/' },
            bytes: new Uint8Array(),
          }
        case 'cut answer':
          await handle(arrival, fastTreatment())
          return { kind: 'cut_off' }
        case 'odd success':
          if (choices.chance(0.5)) await handle(arrival, fastTreatment())
          else onHandled(arrival, null)
          return answer({
            status: 200,
            body: choices.oneOf<unknown>([
              {},
              { domain: null },
              { dry_run: true, total_price: 1 },
              { server: { server_id: 'other', servername: 'other.example', status: 'active' } },
              { domain: { domain_name: 'other.com', status: 'active' } },
            ]),
          })
      }
    },

    async read(arrival) {
      const fate = choices.chance(faultProbabilities.reading)
        ? choices.oneOf(['no connection', 'lost', 'failing', 'foreign', 'too many requests'] as const)
        : 'smooth'
      if (fate === 'no connection') return { kind: 'no_connection' }
      await pause(choices.span(1_000))
      if (fate === 'lost') return loseAnswer()
      if (fate === 'foreign') return foreign(200)
      if (fate === 'failing')
        return answer({ status: 503, body: { error: { code: 'REGISTRAR_UNAVAILABLE', message: 'Later' } } })
      if (fate === 'too many requests')
        return answer({ status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Slowly' } } })
      const delivery = recall(arrival)
      await pause(choices.span(1_000))
      return delivery
    },
  }
}
