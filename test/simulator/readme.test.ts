import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test, onTestFinished } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

test('The examples in the simulator’s README work as written', async () => {
  const section = readFileSync(path.join(root, 'src/simulator/README.md'), 'utf8')
  const script = /```bash\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const folder = mkdtempSync(path.join(tmpdir(), 'readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    cwd: root,
    detached: process.platform !== 'win32',
    // npm uses the project's own Node, even if the machine has another one.
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    try {
      process.kill(-(shell.pid as number), 'SIGKILL')
    } catch {
      // The process group has already ended.
    }
  })
  const [stdout, stderr, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')])
  expect(stderr).toBe('')
  expect(code).toBe(0)

  const lines = stdout.trim().split('\n')
  const json = lines.map((line) => JSON.parse(line.replace(/ \d{3}$/, '')) as Record<string, unknown>)
  const renewed = {
    domain: {
      domain_name: 'example.com',
      status: 'active',
      expiry_date: '2028-03-31',
      epp_statuses: [],
      renewed: true,
      previous_expiry_date: '2027-03-31',
    },
  }
  expect(json).toMatchObject([
    { expires_at: null, services: { domain: { permission_type: 'full' } } },
    { domains: [{ domain_name: 'example.com', expiry_date: '2027-03-31' }] },
    { id: 1, type: 'A', host: 'www' },
    renewed,
    renewed,
    [{ user: 'aoi', kind: 'renew', target: 'example.com', yen: 1650, idempotencyKey: 'decision-0001' }],
    { done: true },
    { error: { code: 'REGISTRAR_UNAVAILABLE' } },
    { done: true },
    { error: { code: 'EXPIRY_MISMATCH' } },
    { done: true },
  ])
  expect(lines.map((line) => / (\d{3})$/.exec(line)?.[1]).filter(Boolean)).toEqual(['503', '409'])

  const sandbox = readdirSync(folder).find((name) => name.startsWith('tmp.')) ?? ''
  const { baseUrl } = JSON.parse(readFileSync(path.join(folder, sandbox, 'urls.json'), 'utf8')) as { baseUrl: string }
  await expect
    .poll(() =>
      fetch(baseUrl).then(
        () => 'serving',
        () => 'ended',
      ),
    )
    .toBe('ended')
})
