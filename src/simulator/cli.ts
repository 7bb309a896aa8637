import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { isAppError } from '#shared/errors.ts'
import { startControl } from './control.ts'
import { startSimulator } from './server.ts'
import { demoKeys, demoWorld } from './worlds/demo.ts'
import { generateWorld } from './worlds/generate.ts'
import type { WorldFile } from './world-file.ts'

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
POST /clock {"advance_seconds": n}, POST /pause, POST /resume, POST /reset.
`

const generateKeys = ['users', 'domains', 'servers', 'records'] as const

function readGenerate(text: string): Partial<Record<(typeof generateKeys)[number], number>> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', count = ''] = part.split('=')
      if (!(generateKeys as readonly string[]).includes(name) || !/^\d+$/.test(count)) throw new Error(`--generate: ${part} is not one of ${generateKeys.join(', ')} with a number`)
      return [name, Number(count)]
    }),
  )
}

function readNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option}: ${text} is no number`)
  return Number(text)
}

function readWorld({ world, generate, seed }: { world: string; generate?: string | undefined; seed?: string | undefined }): WorldFile {
  const seeded = seed === undefined ? {} : { seed: readNumber('--seed', seed) }
  if (generate !== undefined) return generateWorld({ now: Date.now(), ...readGenerate(generate), ...seeded })
  if (world === 'demo') return demoWorld(Date.now(), seeded.seed)
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
    process.stdout.write(`${JSON.stringify(demoKeys(world))}\n`)
    return
  }
  const simulator = await startSimulator({ world, port: readNumber('--port', values.port) })
  const control = await startControl(simulator)
  process.stdout.write(`${JSON.stringify({ baseUrl: simulator.url, controlUrl: control.url })}\n`)

  const stop = () => {
    clearInterval(watch)
    void Promise.all([simulator.close(), control.close()]).then(() => process.exit(0))
  }
  // npm hands a signal to a shell of its own, and that one dies without a word to us.
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
