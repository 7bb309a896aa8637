import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isAppError } from '#shared/app-error.ts'
import { executionLogFilterSchema } from '#shared/ipc/api-logs.ts'
import { startKeyring } from '#test/start-keyring.ts'
import { startMainRig, type MainRig } from '#test/main-process-rig.ts'
import { badResponses, type BadResponse, type RequestedCall } from '#test/bench/bad-responses/bad-response-cases.ts'
import { median, type Figure } from './bench-figures.ts'
import { collectGarbage, threadMs } from './measure-thread-time.ts'

const rounds = 3
const blockGoalMs = 50
const memoryGoalMib = 64
const mib = 1024 * 1024
/** Minimum time between two memory samples, because a sample costs time itself. */
const samplingCostMs = 2

interface Run {
  /** CPU time of the main thread in the longest turn of the event loop, in ms. */
  blockMs: number
  /** Wall-clock time of the longest turn, in ms. It includes the time taken by other programs. */
  byClockMs: number
  /** Increase of the resident memory since the start, in MiB. */
  rss: number
  /** Increase of the JavaScript heap and the array buffers since the start, in MiB. */
  heap: number
  got: string
}

/**
 * Measures the longest block and the memory of the main process for answers of every bad kind, and for the largest
 * permitted answers. Runs the whole main process; the service is a separate process.
 */
export async function benchBadResponses(): Promise<Figure[]> {
  const keyring = process.platform === 'linux' ? await startKeyring() : null
  if (keyring) Object.assign(process.env, keyring.env)
  const service = await startService()
  const runs = new Map<BadResponse, Run[]>(badResponses.map((kind) => [kind, []]))
  try {
    for (let round = 0; round < rounds; round += 1) await playAll(service.url, runs)
  } finally {
    service.end()
    await keyring?.stop()
  }
  printKinds(runs)
  return [
    worst('longest block of the main process', runs, ({ blockMs }) => blockMs, 'ms', blockGoalMs),
    worst('the same by the clock', runs, ({ byClockMs }) => byClockMs, 'ms', null),
    worst('memory of the process above the start', runs, ({ rss }) => rss, 'MiB', memoryGoalMib),
    worst('JavaScript heap above the start', runs, ({ heap }) => heap, 'MiB', null),
  ]
}

/** The figure of the answer with the highest median over the rounds. */
function worst(
  name: string,
  runs: ReadonlyMap<BadResponse, Run[]>,
  of: (run: Run) => number,
  unit: string,
  goal: number | null,
): Figure {
  const all = [...runs].map(([kind, ofKind]) => ({ kind: kind.name, values: ofKind.map(of) }))
  const top = all.toSorted((one, other) => median(other.values) - median(one.values))[0] as (typeof all)[number]
  return {
    name: `${name}, the worst of ${all.length} answers`,
    value: median(top.values),
    goal,
    least: Math.min(...top.values),
    most: Math.max(...top.values),
    unit,
    worstRun: top.kind,
    why: `By the answer "${top.kind}".`,
  }
}

async function startService(): Promise<{ url: string; end(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bad-responses/bad-response-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { url, end: () => child.stdin.end() }
}

async function playAll(url: string, runs: ReadonlyMap<BadResponse, Run[]>): Promise<void> {
  const main = await startMainRig({ service: `Banto bench ${randomUUID()}` })
  const choose = (index: number) => fetch(`${url}/kind/${index}`).then((response) => response.text())
  try {
    await choose(-1)
    const common = await addAccount(main, url, 'Common')
    await main.call('sync.start', { accountIds: [common] })
    await main.event('sync.changed', (all) => all.every(({ state }) => state === 'idle'))
    for (const target of Object.keys(calls) as RequestedCall[]) await calls[target](main, common).catch(() => undefined)
    collectGarbage()
    const start = process.memoryUsage()
    for (const [index, kind] of badResponses.entries()) {
      await choose(-1)
      const account = kind.isAlone ? await addAccount(main, url, kind.name) : common
      await choose(index)
      collectGarbage()
      const watch = measureProcess(start)
      const outcome = await calls[kind.target](main, account).then(
        (data) => ({ data }),
        (thrown: unknown) => ({ thrown }),
      )
      const watched = await watch.end()
      runs
        .get(kind)
        ?.push({ ...watched, got: 'thrown' in outcome ? describeError(outcome.thrown) : describeData(outcome.data) })
    }
    await choose(-1)
    if ((await main.call('inventory.servers', {})).total !== 1)
      throw new Error('The list of servers does not hold its server')
  } finally {
    await main.close()
  }
}

const api =
  (
    endpoint: 'domain.list' | 'account.me' | 'account.logs' | 'domain.pricing' | 'hosting.errorLog',
    input: Record<string, unknown> = {},
  ) =>
  (main: MainRig, accountId: string) =>
    main.call('api.call', { accountId, endpoint, input })
const domain = 'example.com'
const server = 'one.server.example'
const calls: Record<RequestedCall, (main: MainRig, accountId: string) => Promise<unknown>> = {
  'domain list': api('domain.list'),
  key: api('account.me'),
  logs: api('account.logs'),
  'log page': (main, accountId) =>
    main.call('logs.fetch', {
      filter: executionLogFilterSchema.parse({ accountIds: [accountId] }),
      fetchStates: null,
      limit: 500,
    }),
  prices: api('domain.pricing'),
  'server information': (main, accountId) => main.call('inventory.refreshServer', { accountId, name: server }),
  zone: (main, accountId) => main.call('inventory.refreshDomain', { accountId, name: domain, detailKinds: ['zone'] }),
  'error log': api('hosting.errorLog', { servername: server, domain }),
}

async function addAccount(main: MainRig, baseUrl: string, label: string): Promise<string> {
  const { pendingKeyId } = await main.call('accounts.tryKey', { baseUrl, secret: `key-of-${randomUUID()}` })
  return (await main.call('accounts.add', { label, colour: 'blue', baseUrl, keys: [{ pendingKeyId, label: 'main' }] }))
    .id
}

/** Samples block times and memory in every turn of the event loop. */
function measureProcess(start: NodeJS.MemoryUsage): { end(): Promise<Omit<Run, 'got'>> } {
  let [longest, longestByClock, rss, heap] = [0, 0, 0, 0]
  let [last, worked] = [performance.now(), threadMs()]
  let isOn = true
  let lookedAt = 0
  const sample = () => {
    if (last - lookedAt < samplingCostMs) return
    lookedAt = last
    const memory = process.memoryUsage()
    rss = Math.max(rss, memory.rss - start.rss)
    heap = Math.max(heap, memory.heapUsed + memory.arrayBuffers - start.heapUsed - start.arrayBuffers)
  }
  const turn = () => {
    longest = Math.max(longest, threadMs() - worked)
    longestByClock = Math.max(longestByClock, performance.now() - last)
    sample()
    worked = threadMs()
    last = performance.now()
    if (isOn) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    async end() {
      // Includes work that the answer left for later turns.
      for (let count = 0; count < 20; count += 1) await new Promise(setImmediate)
      isOn = false
      return { blockMs: longest, byClockMs: longestByClock, rss: rss / mib, heap: heap / mib }
    },
  }
}

function describeData(data: unknown): string {
  const found = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'string' && value.length > 60 ? `${value.length} characters` : value,
  )
  const error = /"kind":"([a-z_]+)"/.exec(found)
  return error ? `error ${error[1]}` : `data, ${found.length} characters`
}

function describeError(error: unknown): string {
  if (!isAppError(error)) throw error
  const { measure, limit } = error.details as { measure?: string; limit?: number }
  const service = error.serviceMessage === undefined ? '' : `, message of ${error.serviceMessage.length}`
  return `${error.kind}${error.status === undefined ? '' : ` ${error.status}`}${error.code === undefined ? '' : ` ${error.code}`}${measure === undefined ? '' : `: ${measure} over ${limit}`}${service}`
}

function printKinds(runs: ReadonlyMap<BadResponse, Run[]>): void {
  const rows = [...runs].map(([{ name }, ofKind]) => [
    name,
    ...[
      ({ blockMs }: Run) => blockMs,
      ({ byClockMs }: Run) => byClockMs,
      ({ rss }: Run) => rss,
      ({ heap }: Run) => heap,
    ].map((of) => median(ofKind.map(of)).toFixed(1)),
    ofKind.at(-1)?.got ?? '',
  ])
  const titles = ['answer', 'block ms', 'by the clock', 'RSS MiB', 'heap MiB', 'the caller got']
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  )
  for (const row of [titles, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
  console.log('')
}
