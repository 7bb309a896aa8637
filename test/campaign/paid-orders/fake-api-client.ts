import { getEndpoint, type EndpointName, type EndpointOutput } from '#shared/api/endpoints.ts'
import { listPathParamNames } from '#shared/api/define-endpoint.ts'
import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/app-error.ts'
import { parseResponse } from '#main/api/http/parse-response.ts'
import type { ApiClient, PaidCallOutcome } from '#main/api/api-client-interface.ts'
import { createResponseBodyWithoutLimits } from '#test/create-scanned-response-body-without-size-limits.ts'
import type { ClientParts } from './client-under-test-interface.ts'
import type { ArrivedRequest } from './in-memory-service.ts'
import type { DeliveryOutcome } from './faulty-network.ts'

const longestSleepMs = 3 * dayMs

const noConnection = () => new AppError('no_network', 'No connection stood')

function namesIn(endpoint: EndpointName, input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    listPathParamNames(getEndpoint(endpoint).path).map((param) => [param, String(input[param])]),
  )
}

function serverAtOf(delivery: DeliveryOutcome): number | null {
  return delivery.kind === 'answer' ? Date.parse(delivery.headers['date'] ?? '') : null
}

async function readDelivery(
  endpoint: EndpointName,
  delivery: DeliveryOutcome,
  now: number,
): Promise<{ data: unknown; error: AppError | null }> {
  if (delivery.kind === 'no_connection') return { data: null, error: noConnection() }
  if (delivery.kind !== 'answer') return { data: null, error: new AppError(delivery.kind, 'No whole answer came') }
  return parseResponse(
    getEndpoint(endpoint),
    { status: delivery.status, headers: delivery.headers, body: createResponseBodyWithoutLimits(delivery.bytes) },
    '',
    now,
  )
}

type Options = Pick<ClientParts, 'process' | 'network' | 'choices' | 'log' | 'onSendingBegun' | 'machine'>

/**
 * Creates an API client for the real code of orders. It parses answers as the app does, but has no rate limits and no
 * HTTP. `showsServer`: whether the account's list contains a server, by its ID.
 */
export function createFakeApiClient(
  { process: life, network, choices, log, onSendingBegun, machine }: Options,
  showsServer: (serverId: string) => boolean,
): Pick<ApiClient, 'call' | 'sendPaidCall'> {
  const { clock } = life
  return {
    async call(request) {
      const { endpoint, accountId } = request
      const input = request.input as Record<string, unknown>
      const arrival: ArrivedRequest = {
        userName: accountId,
        endpoint,
        params: namesIn(endpoint, input),
        body: null,
        idempotencyKey: null,
      }
      if (machine.isCut) throw noConnection()
      const sentAt = clock.now()
      const delivery = await life.step(`read ${endpoint}`, () => network.read(arrival))
      const { data, error } = await readDelivery(endpoint, delivery, clock.now())
      if (error) throw error
      if (endpoint === 'server.list') {
        const list = data as EndpointOutput<'server.list'>
        list.servers = list.servers.filter(({ server_id: id, servername }) => showsServer(id ?? servername))
      }
      return {
        data: data as never,
        sentAt,
        readAt: clock.now(),
        serverAt: serverAtOf(delivery),
        keyId: request.keyId ?? `key of ${accountId}`,
      }
    },

    async sendPaidCall(request): Promise<PaidCallOutcome> {
      const unsent = (error: AppError): PaidCallOutcome => ({
        isSent: false,
        status: null,
        data: null,
        error,
        at: clock.now(),
        serverAt: null,
      })
      const { endpoint, accountId, body, idempotencyKey, signal } = request
      if (choices.chance(machine.waiting)) await clock.sleep(choices.span(600_000), signal).catch(() => undefined)
      if (signal?.aborted) return unsent(new AppError('cancelled', 'Cancelled while it waited'))
      if (choices.chance(machine.waiting))
        return unsent(
          choices.oneOf([
            () => new AppError('offline', 'Offline'),
            noConnection,
            () => new AppError('paused', 'Paused'),
            () => new AppError('address_guarded', 'Guarded'),
          ])(),
        )
      try {
        await request.beforeSend()
      } catch (error) {
        return unsent(
          error instanceof AppError ? error : new AppError('bug', 'A paid call was broken off', { cause: error }),
        )
      }
      // The machine may sleep while it connects.
      if (choices.chance(machine.waiting))
        await clock.sleep(choices.span(longestSleepMs), signal).catch(() => undefined)
      if (!request.mayStillSend()) return unsent(noConnection())
      const arrival: ArrivedRequest = {
        userName: accountId,
        endpoint,
        params: namesIn(endpoint, request.input),
        body,
        idempotencyKey,
      }
      log(`sends ${endpoint} ${idempotencyKey}`)
      onSendingBegun(idempotencyKey)
      const delivery = await life.step(`send ${endpoint}`, (): DeliveryOutcome | Promise<DeliveryOutcome> =>
        machine.isCut ? { kind: 'no_connection' } : network.send(arrival, (fate) => log(`  … ${fate}`)),
      )
      const { data, error } = await readDelivery(endpoint, delivery, clock.now())
      return {
        isSent: delivery.kind !== 'no_connection',
        status: delivery.kind === 'answer' ? delivery.status : null,
        data,
        error,
        at: clock.now(),
        serverAt: serverAtOf(delivery),
      }
    },
  }
}
