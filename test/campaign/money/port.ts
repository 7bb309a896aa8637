import { endpointOf, type EndpointName, type EndpointOutput } from '#shared/api/catalog.ts'
import { pathParams } from '#shared/api/endpoint.ts'
import { dayMs } from '#shared/api/limits.ts'
import { AppError } from '#shared/errors.ts'
import { readAnswer } from '#main/api/answer.ts'
import type { ApiClient, PaidOutcome } from '#main/api/types.ts'
import { wholeBody } from '#test/whole-body.ts'
import type { Machine } from './client.ts'
import type { Life } from './life.ts'
import type { Arrival } from './service.ts'
import type { Tape } from './tape.ts'
import type { Delivery, Wire } from './wire.ts'

const longestSleepMs = 3 * dayMs

const noConnection = () => new AppError('no_network', 'No connection stood')

function namesIn(endpoint: EndpointName, input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(pathParams(endpointOf(endpoint).path).map((param) => [param, String(input[param])]))
}

function serverAtOf(delivery: Delivery): number | null {
  return delivery.kind === 'answer' ? Date.parse(delivery.headers['date'] ?? '') : null
}

async function readDelivery(endpoint: EndpointName, delivery: Delivery, now: number): Promise<{ data: unknown; error: AppError | null }> {
  if (delivery.kind === 'no_connection') return { data: null, error: noConnection() }
  if (delivery.kind !== 'answer') return { data: null, error: new AppError(delivery.kind, 'No whole answer came') }
  return readAnswer(endpointOf(endpoint), { status: delivery.status, headers: delivery.headers, body: wholeBody(delivery.bytes) }, '', now)
}

interface Options {
  life: Life
  wire: Wire
  tape: Tape
  tell: (text: string) => void
  machine: Machine
}

/**
 * What sends and reads for the real code of orders: answers are read as in the app, but nothing is limited and nothing goes over HTTP.
 * `showsServer`: which of the account's servers the list shows, by their IDs.
 */
export function createPort({ life, wire, tape, tell, machine }: Options, showsServer: (serverId: string) => boolean): Pick<ApiClient, 'call' | 'pay'> {
  const { clock } = life
  return {
    async call(request) {
      const { endpoint, accountId } = request
      const input = request.input as Record<string, unknown>
      const arrival: Arrival = { userName: accountId, endpoint, params: namesIn(endpoint, input), body: null, idempotencyKey: null }
      if (machine.isCut) throw noConnection()
      const delivery = await life.step(`read ${endpoint}`, () => wire.read(arrival))
      const { data, error } = await readDelivery(endpoint, delivery, clock.now())
      if (error) throw error
      if (endpoint === 'server.list') {
        const list = data as EndpointOutput<'server.list'>
        list.servers = list.servers.filter(({ server_id: id, servername }) => showsServer(id ?? servername))
      }
      return { data: data as never, readAt: clock.now(), serverAt: serverAtOf(delivery), keyId: request.keyId ?? `key of ${accountId}` }
    },

    async pay(request): Promise<PaidOutcome> {
      const unsent = (error: AppError): PaidOutcome => ({ isSent: false, status: null, data: null, error, at: clock.now(), serverAt: null })
      const { endpoint, accountId, body, idempotencyKey, signal } = request
      if (tape.chance(machine.waiting)) await clock.sleep(tape.span(600_000), signal).catch(() => undefined)
      if (signal?.aborted) return unsent(new AppError('cancelled', 'Cancelled while it waited'))
      if (tape.chance(machine.waiting)) return unsent(tape.oneOf([() => new AppError('offline', 'Offline'), noConnection, () => new AppError('paused', 'Paused'), () => new AppError('address_guarded', 'Guarded')])())
      try {
        await request.leaving()
      } catch (error) {
        return unsent(error instanceof AppError ? error : new AppError('bug', 'A paid call was broken off', { cause: error }))
      }
      // The machine may sleep while it connects.
      if (tape.chance(machine.waiting)) await clock.sleep(tape.span(longestSleepMs), signal).catch(() => undefined)
      if (!request.mayStart()) return unsent(noConnection())
      const arrival: Arrival = { userName: accountId, endpoint, params: namesIn(endpoint, request.input), body, idempotencyKey }
      tell(`sends ${endpoint} ${idempotencyKey}`)
      const delivery = await life.step(`send ${endpoint}`, (): Delivery | Promise<Delivery> => (machine.isCut ? { kind: 'no_connection' } : wire.send(arrival, (fate) => tell(`  … ${fate}`))))
      const { data, error } = await readDelivery(endpoint, delivery, clock.now())
      return { isSent: delivery.kind !== 'no_connection', status: delivery.kind === 'answer' ? delivery.status : null, data, error, at: clock.now(), serverAt: serverAtOf(delivery) }
    },
  }
}
