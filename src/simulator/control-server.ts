import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ZodError, z } from 'zod'
import { faultRuleSchema, type FaultRule } from './fault-rules.ts'
import { readBodyBytes } from './read-http-request.ts'
import type { Simulator } from './start-simulator.ts'

const clockSchema = z.strictObject({ advance_seconds: z.number().min(0) })
const errorLogSchema = z.strictObject({ servername: z.string(), domain: z.string(), lines: z.array(z.string()) })
const faultsSchema = z.array(faultRuleSchema)

type Action = (simulator: Simulator, body: unknown) => unknown

/** The control commands of a running simulator. Responses contain no tokens, except those in the world file itself. */
const actions: Record<string, Action> = {
  'GET /requests': ({ ledger }) =>
    ledger.requests.map(({ userName, ...request }) => ({ ...request, account: userName })),
  'GET /ledger': ({ ledger }) => ledger.charges,
  'GET /summary': ({ ledger }) => ledger.summary(),
  'GET /world': ({ world }) => world.file,
  'POST /faults': ({ faults }, body) => {
    // One fault or a list. No fault is added when one of them is invalid.
    const rules = [body].flat()
    faultsSchema.parse(rules)
    for (const rule of rules) faults.add(rule as FaultRule)
  },
  'DELETE /faults': ({ faults }) => faults.clear(),
  'POST /clock': (simulator, body) => simulator.advance(clockSchema.parse(body).advance_seconds * 1000),
  'POST /error-log': ({ world }, body) => {
    const { servername, domain, lines } = errorLogSchema.parse(body)
    const server = world.users.map(({ servers }) => servers.get(servername)).find((found) => found !== undefined)
    const log = server?.hosting.errorLog.get(domain)
    if (!log) throw new SyntaxError(`There is no domain ${domain} on a server ${servername}`)
    log.push(...lines)
  },
  'POST /pause': (simulator) => simulator.pause(),
  'POST /resume': (simulator) => simulator.resume(),
  'POST /reset': (simulator) => simulator.reset(),
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBodyBytes(request))?.toString() ?? ''
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * Serves the control paths on a separate port, so that the service's port has only the paths of the API description.
 */
export async function startControlServer(simulator: Simulator): Promise<{ url: string; close(): Promise<void> }> {
  const host = '127.0.0.1'
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const run = async () => {
      const action = actions[`${request.method} ${(request.url ?? '').split('?')[0]}`]
      if (!action) return answer(404, { error: 'No such path', paths: Object.keys(actions) })
      return answer(200, (await action(simulator, await readJson(request))) ?? { done: true })
    }
    run().catch((error: unknown) => {
      const isInvalidRequest = error instanceof ZodError || error instanceof SyntaxError
      answer(isInvalidRequest ? 400 : 500, {
        error: error instanceof ZodError ? z.prettifyError(error) : String(error),
      })
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
