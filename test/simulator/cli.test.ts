import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, test, onTestFinished } from 'vitest'
import { faultSchema } from '#simulator/fault-rules.ts'
import { worldFileSchema } from '#simulator/world-file-schema-and-parser.ts'
import { type Json, token } from './start-test-simulator.ts'

const cli = path.resolve(import.meta.dirname, '../../src/simulator/cli.ts')

function run(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function worldFile(world: unknown): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'world-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'world.json')
  writeFileSync(file, JSON.stringify(world))
  return file
}

async function start(...args: string[]) {
  const child = run(...args)
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  const { baseUrl, controlUrl } = JSON.parse(line) as { baseUrl: string; controlUrl: string }
  const get = (key = token) => fetch(`${baseUrl}/v1/domain`, { headers: { authorization: `Bearer ${key}` } })
  const control = async (method: string, at: string, body?: unknown) => {
    const response = await fetch(controlUrl + at, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as Json }
  }
  return { child, baseUrl, get, control }
}

const world = {
  users: [{ name: 'aoi', balance: 7000, keys: [{ token, label: 'main' }], domains: [{ domain_name: 'example.com' }] }],
}

describe('The simulator in its own process', () => {
  test('The process prints its URLs in the first line, serves requests, and exits on SIGTERM', async () => {
    const { child, baseUrl, get } = await start('--world', worldFile(world))
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(((await (await get()).json()) as { domains: unknown[] }).domains).toHaveLength(1)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('With --with-parent the process exits when its input is closed', async () => {
    const { child } = await start('--world', worldFile(world), '--with-parent')
    child.stdin!.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('The control port reports requests and the world, and controls faults, clock, pauses and resets', async () => {
    const { get, control } = await start('--world', worldFile(world))
    await get()
    const requests = await control('GET', '/requests')
    expect(requests.body).toMatchObject([
      { number: 1, path: '/v1/domain', account: 'aoi', keyLabel: 'main', status: 200, fault: null },
    ])
    expect(JSON.stringify(requests.body)).not.toContain(token)
    expect((await control('GET', '/ledger')).body).toEqual([])
    expect((await control('GET', '/summary')).body).toEqual({
      received: 1,
      refused: 0,
      chargedYen: 0,
      byUser: { aoi: { received: 1, refused: 0, byKey: { main: { received: 1, refused: 0 } } } },
    })
    expect((await control('GET', '/world')).body.users[0].balance).toBe(7000)

    expect(
      (
        await control('POST', '/faults', {
          match: { path: '^/v1/domain$' },
          times: 1,
          fault: { kind: 'status', status: 503 },
        })
      ).status,
    ).toBe(200)
    expect([(await get()).status, (await get()).status]).toEqual([503, 200])
    await control('POST', '/faults', [{ fault: { kind: 'status', status: 500 } }])
    await control('DELETE', '/faults')
    expect((await get()).status).toBe(200)

    const before = Date.parse((await get()).headers.get('date') as string)
    await control('POST', '/clock', { advance_seconds: 86_400 })
    expect(Date.parse((await get()).headers.get('date') as string) - before).toBeGreaterThanOrEqual(86_400_000)

    await control('POST', '/pause')
    await expect(get()).rejects.toThrow()
    await control('POST', '/resume')
    expect((await get()).status).toBe(200)

    await control('POST', '/reset')
    expect((await control('GET', '/requests')).body).toEqual([])
  })

  test('Lines that the control port adds are at the end of the error log of the domain until the next reset', async () => {
    const servername = 'sv1.simulator.example'
    const server = { servername, server_id: 'sv1', domains: ['example.com'], error_log: { 'example.com': ['first'] } }
    const hosting = { users: [{ ...world.users[0], servers: [server] }] }
    const { baseUrl, control } = await start('--world', worldFile(hosting))
    const readLog = async () => {
      const response = await fetch(`${baseUrl}/v1/server/${servername}/error-log?domain=example.com`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return Object.values((await response.json()) as Json).find(Array.isArray) as string[]
    }
    const before = await readLog()
    const added = { servername, domain: 'example.com', lines: ['[error] one', '[error] two'] }
    expect(await control('POST', '/error-log', added)).toEqual({ status: 200, body: { done: true } })
    expect(await readLog()).toEqual([...before, '[error] one', '[error] two'])

    for (const wrong of [
      { ...added, domain: 'elsewhere.example' },
      { ...added, servername: 'sv2.simulator.example' },
    ])
      expect(await control('POST', '/error-log', wrong)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(`no domain ${wrong.domain} on a server ${wrong.servername}`) },
      })
    expect(await control('POST', '/error-log', { ...added, lines: 'one' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('lines') },
    })
    expect(await readLog()).toEqual([...before, '[error] one', '[error] two'])

    await control('POST', '/reset')
    expect(await readLog()).toEqual(before)
  })

  test('The control port names the invalid field, and answers 404 to paths of the API', async () => {
    const { control } = await start('--world', worldFile(world))
    expect(await control('POST', '/faults', { fault: { kind: 'explode' } })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('kind') },
    })
    expect((await control('POST', '/clock', { advance_seconds: -1 })).status).toBe(400)
    expect((await control('GET', '/v1/domain')).status).toBe(404)
  })

  test('--generate makes a world of the requested size from a seed', async () => {
    const { control } = await start('--generate', 'users=2,domains=3', '--seed', '5')
    const { users } = (await control('GET', '/world')).body
    expect(users.map((user: { domains: unknown[] }) => user.domains.length)).toEqual([3, 3])
  })

  test.each([
    [['--world', '{"users":[{"name":5}]}'], 'users[0].name'],
    [['--world', '/nowhere/world.json'], 'no such file'],
    [['--generate', 'users=many'], 'users=many'],
    [['--port', 'x'], '--port'],
    [['--seed', 'x'], '--seed'],
    [['--unknown'], '--unknown'],
  ])(
    'The invalid arguments %j end the process with a message that names them, without a stack trace',
    async (args, message) => {
      const child = run(
        ...args.map((arg) =>
          arg.startsWith('{') /* a world, to be written to a file */ ? worldFile(JSON.parse(arg)) : arg,
        ),
      )
      const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
      expect(stderr).not.toMatch(/\n\s+at /)
    },
  )

  test('--help names every option, every fault with its fields, and every setting of a world once', async () => {
    const help = await text(run('--help').stdout!)
    for (const option of ['--world', '--generate', '--seed', '--port', '--keys', '--with-parent'])
      expect(help).toContain(option)
    for (const { shape } of faultSchema.options)
      for (const field of [shape.kind.value, ...Object.keys(shape)]) expect(help).toContain(field)
    for (const field of Object.keys(worldFileSchema.shape))
      expect(help.match(new RegExp(`^ {2}(\\w+, )*${field}(?=[ ,\\n])`, 'gm')), field).toHaveLength(1)
  })
})
