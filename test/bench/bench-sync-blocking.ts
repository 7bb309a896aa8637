import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '#shared/api/endpoints.ts'
import { openDatabase } from '#main/store/database.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { createFigure, createRatioFigure, type Figure } from './bench-figures.ts'
import { watchLongestBlock, type LongestBlock } from './measure-longest-event-loop-block.ts'

const rounds = 5
const domains = 50_000
const frameMs = 1000 / 60
/** How long the main process is watched while the details are read after the lists. */
const standardDetailsMs = 5_000

/**
 * Measures the longest block of the main process while an account with 50,000 domains is synced, compared with parsing
 * and storing the same list at once. The service is a separate process.
 */
export async function benchSyncBlocking(): Promise<Figure[]> {
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  if (keyring) Object.assign(process.env, keyring.env)
  const service = await startService(domains)
  try {
    const blocks: LongestBlock[] = []
    const naive: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      blocks.push(await longestBlockOfSync(service, standardDetailsMs))
      naive.push(await blockOfSinglePass(service))
    }
    const wallMs = blocks.map((block) => block.wallMs)
    return [
      createRatioFigure(
        'longest block of the main process in a sync of 50,000 domains / one frame',
        wallMs,
        wallMs.map(() => frameMs),
      ),
      createRatioFigure('longest block / parsing and storing the list in one go', wallMs, naive),
      createFigure('longest block', wallMs, 'ms', frameMs),
      createFigure(
        'longest block, processor time',
        blocks.map((block) => block.threadMs),
        'ms',
        frameMs,
      ),
    ]
  } finally {
    service.end()
    await keyring?.stop()
  }
}

/**
 * The longest blocks of syncs of an account with this number of domains. The keyring of the environment keeps its key.
 */
export async function measureLongestEventLoopBlocksOfSyncs(
  count: number,
  times: number,
  detailsMs = standardDetailsMs,
): Promise<LongestBlock[]> {
  const service = await startService(count)
  try {
    const blocks: LongestBlock[] = []
    for (let time = 0; time < times; time += 1) blocks.push(await longestBlockOfSync(service, detailsMs))
    return blocks
  } finally {
    service.end()
  }
}

interface Service {
  url: string
  token: string
  end(): void
}

async function startService(domains: number): Promise<Service> {
  const options = ['src/simulator/cli.ts', '--generate', `users=1,domains=${domains},records=1`, '--seed', '7']
  const child = spawn(process.execPath, [...options, '--with-parent'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { baseUrl, controlUrl } = JSON.parse(line) as { baseUrl: string; controlUrl: string }
  const world = (await (await fetch(`${controlUrl}/world`)).json()) as { users: { keys: { token: string }[] }[] }
  return { url: baseUrl, token: world.users[0]?.keys[0]?.token as string, end: () => child.kill() }
}

async function longestBlockOfSync({ url, token }: Service, detailsMs: number): Promise<LongestBlock> {
  const main = await startMainRig({ service: `Banto bench ${randomUUID()}` })
  try {
    const { pendingKeyId } = await main.call('accounts.tryKey', { baseUrl: url, secret: token })
    await main.call('accounts.add', {
      label: 'Large',
      colour: 'blue',
      baseUrl: url,
      keys: [{ pendingKeyId, label: 'main' }],
    })
    const listsRead = main.event('sync.changed', (all) => all.some(({ state }) => state === 'details'))
    const watch = watchLongestBlock()
    await main.call('sync.start', { accountIds: null })
    await listsRead
    await sleep(detailsMs)
    return watch.end()
  } finally {
    await main.close()
  }
}

async function blockOfSinglePass({ url, token }: Service): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-one-go-'))
  const database = openDatabase(join(folder, 'banto.db'))
  const text = await (await fetch(`${url}/v1/domain`, { headers: { authorization: `Bearer ${token}` } })).text()
  const before = performance.now()
  const list = endpoints['domain.list'].output.parse(JSON.parse(text))
  database.transaction(() => {
    database.run(`insert into account (id, label, colour, base_url, added_at) values ('a', 'a', 'blue', '', 0)`)
    for (const { domain_name, decoded_domain, status, expiry_date } of list.domains) {
      database.run(
        'insert into domain (account_id, name, decoded_name, status, expiry_date, read_at) values (?, ?, ?, ?, ?, ?)',
        'a',
        domain_name,
        decoded_domain ?? null,
        status,
        expiry_date ?? null,
        0,
      )
    }
  })
  const ms = performance.now() - before
  database.close()
  rmSync(folder, { recursive: true })
  return ms
}
