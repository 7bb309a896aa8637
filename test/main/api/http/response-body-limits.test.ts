import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, onTestFinished } from 'vitest'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { isAppError } from '#shared/app-error.ts'
import { badResponses, type BadResponse, type RequestedCall } from '#test/bench/bad-responses/bad-response-cases.ts'
import { createClientRig } from '#test/main/api/api-client-rig.ts'

const domain_name = 'example.com'
const servername = 'one.server.example'
const calls: Record<RequestedCall, { endpoint: EndpointName; input: object }> = {
  'domain list': { endpoint: 'domain.list', input: {} },
  key: { endpoint: 'account.me', input: {} },
  logs: { endpoint: 'account.logs', input: {} },
  'log page': { endpoint: 'account.logs', input: {} },
  prices: { endpoint: 'domain.pricing', input: {} },
  'server information': { endpoint: 'hosting.info', input: { servername } },
  zone: { endpoint: 'domain.dns', input: { domain_name } },
  'error log': { endpoint: 'hosting.errorLog', input: { servername, domain: domain_name } },
}

async function serve({ answer }: BadResponse): Promise<string> {
  const server = createServer((request, response) => {
    for (const one of [response, request.socket]) one.on('error', () => undefined)
    void answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function kindAndMessage(error: unknown): string {
  if (!isAppError(error)) throw error
  return [error.kind, error.status, error.details['measure']].filter((part) => part !== undefined).join(' ')
}

test.each(badResponses)(
  'A response body is accepted or refused by its limits, and the error reports status and measure: $name',
  async (kind) => {
    const { api } = createClientRig(await serve(kind))
    const { endpoint, input } = calls[kind.target]
    // Too short for another attempt: the first response decides.
    const outcome = await api
      .call({ accountId: 'a', endpoint, input: input as never, priority: 'interactive', maxWaitMs: 300 })
      .then(() => 'data', kindAndMessage)
    expect(outcome).toBe(kind.got)
  },
)
