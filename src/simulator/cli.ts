import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { isAppError } from '#shared/app-error.ts'
import { startControlServer } from './control-server.ts'
import { startSimulator } from './start-simulator.ts'
import { createDemoWorld } from '#simulator/worlds/demo-world.ts'
import { listKeysOfWorldFile } from '#simulator/worlds/list-keys-of-world-file.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'
import type { WorldFile } from './world-file-schema-and-parser.ts'

const help = `A simulator of the hosting and domain service, on loopback only.

  npm run -s simulator -- [options]

  --world FILE|demo         the world to serve: a JSON file, or the demo's (default: demo)
  --generate users=50,domains=1000[,servers=5,records=4]
                            a large world instead
  --seed N                  of the demo or the generated world
  --port N                  of the service (default 0: any free one)
  --keys                    print the keys of the world and end
  --with-parent             end when standard input ends
  --help

The first line on standard output is JSON: baseUrl is the service, controlUrl the control.
Control: GET /requests, GET /ledger, GET /summary, GET /world, POST /faults, DELETE /faults,
POST /clock {"advance_seconds": n}, POST /error-log {"servername", "domain", "lines"}, POST /pause, POST /resume, POST /reset.

A fault, one or a list of them:
  {"match": {"method", "path": regular expression, "token", "user"}, "times": n, "fault": {"kind": ...}}
  reset-before           the connection ends, nothing is done
  reset-after            everything is done, the answer is lost
  late                   ms: the connection ends at once, the request comes this much later
  status                 status, code, when: before or after execution, body, headers
  delay, drip            ms: of the whole, of each byte
  hang                   never answers
  garbage, html, other-json, wrong-shape, truncate
                         answers that the service does not give
  huge, gzip-bomb        bytes
  redirect               location, status
  part-of-list           keep, status: only the first rows of each list
  headers                headers: set over those of the answer
  clock-skew             ms: of the Date header

A world file is JSON; everything may be left out, and a wrong field is named with its path:
  clock                  Japan time at the start: "2026-11-20 12:00:00"
  limits                 domain, server, account: per_minute, per_day, concurrent
  window, count_rejected sliding or fixed; whether refused calls count
  auth_block             failures, window_seconds, block_seconds, retry_after; null: never
  server_order_replay    replay, execute or refuse
  auth_code_check        dry_run, request or registry: who finds a wrong one first
  services_in_me         all or custom: for which keys /v1/me states services
  server_id_form         as_sent, upper_case, prefixed, suffixed or shortened: the ID of an ordered server
  suspended_servers      refuse_all, refuse_changes or refuse_nothing of server management
  undocumented_names          a, b or c: names that the API description does not show
  verification_host      host of the TXT record that proves the ownership of another user's domain
  openapi_document   an OpenAPI document (3.1) whose operations are served too
  plans, tlds            as in the plan list and the price list; setup_seconds, hold_seconds, max_years;
                         server_limits, suspended_server_limits: per_minute, per_day, concurrent of a server
  registered, premium, external_conflict
                         names that cannot simply be had
  users                  name, balance, whois_defaults, credit_card, free_campaign_used,
    keys                 token, label, expires_at, ip_allow, legacy, services as in /v1/me
    servers              server_id, plan_id, status, expiry_date, auto_renew, memo, pending, domains,
                         error_log: lines by domain
    domains              domain_name, status, expiry_date, nameservers, records, whois, lock,
                         pending: kind (create, transfer, migration), seconds, outcome (done, failed)
    logs                 key, method, path, status_code, created_at
`

const generateKeys = ['users', 'domains', 'servers', 'records'] as const

function readGenerate(text: string): Partial<Record<(typeof generateKeys)[number], number>> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', count = ''] = part.split('=')
      if (!(generateKeys as readonly string[]).includes(name) || !/^\d+$/.test(count))
        throw new Error(`--generate: ${part} is not one of ${generateKeys.join(', ')} with a number`)
      return [name, Number(count)]
    }),
  )
}

function readNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option}: ${text} is no number`)
  return Number(text)
}

function readWorld({
  world,
  generate,
  seed,
}: {
  world: string
  generate?: string | undefined
  seed?: string | undefined
}): WorldFile {
  const seeded = seed === undefined ? {} : { seed: readNumber('--seed', seed) }
  if (generate !== undefined) return generateWorld({ now: Date.now(), ...readGenerate(generate), ...seeded })
  if (world === 'demo') return createDemoWorld(Date.now(), seeded.seed)
  return JSON.parse(readFileSync(world, 'utf8')) as WorldFile
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      world: { type: 'string', default: 'demo' },
      generate: { type: 'string' },
      seed: { type: 'string' },
      port: { type: 'string', default: '0' },
      keys: { type: 'boolean' },
      'with-parent': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    return
  }
  const world = readWorld(values)
  if (values.keys) {
    process.stdout.write(`${JSON.stringify(listKeysOfWorldFile(world))}\n`)
    return
  }
  const simulator = await startSimulator({ world, port: readNumber('--port', values.port) })
  const control = await startControlServer(simulator)
  process.stdout.write(`${JSON.stringify({ baseUrl: simulator.url, controlUrl: control.url })}\n`)

  const stop = () => {
    clearInterval(watch)
    void Promise.all([simulator.close(), control.close()]).then(() => process.exit(0))
  }
  // npm forwards a signal only to its shell; the shell ends without a signal to this process.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] !== undefined && process.ppid !== parent) stop()
  }, 200)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (values['with-parent']) process.stdin.resume().once('end', stop)
}

run().catch((error: unknown) => {
  process.stderr.write(`${isAppError(error) || error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
