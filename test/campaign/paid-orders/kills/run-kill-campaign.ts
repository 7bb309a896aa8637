import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseJournalLines } from '#main/orders/journal/journal-line.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Fault } from '#simulator/fault-rules.ts'
import type { ReceivedRequest } from '#simulator/request-and-charge-ledger.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'
import { createUniformRandom, type Random } from '#test/bench/rate-limiter/random-distributions.ts'
import { createMinimumFigure, createZeroFigure, type CampaignFigure } from '#test/campaign/campaign-figures.ts'
import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import { bundleScript } from './bundle-script.ts'
import { createFastClock } from '#test/campaign/paid-orders/accelerated-clock-of-all-processes.ts'
import { createProcessPool, type BantoProcess } from './spawn-processes.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'

interface Counts {
  kills: number
  decisions: number
  charges: number
  extraCharges: number
  arrivals: number
  unwritten: number
  wrong: string[]
  endings: Record<string, number>
  /** Number of intents that were sent, or unsettled, when a kill hit. */
  midway: { sent: number; unsettled: number }
  /** Number of second processes that were started on a profile in use. */
  seconds: number
  /** How many of these processes could order. */
  spenders: number
}

const token = 'token-of-the-campaign'
const domainsEach = 12
const renewYen = 1_650
const patienceMs = 300
const shortlyMs = 8
/** Number of profiles that are used concurrently. */
const slots = 4
/** Number of rounds for which a profile is used, so that its files stay small. */
const roundsEach = 40
const faults: readonly (readonly [weight: number, fault: Fault])[] = [
  [3, { kind: 'reset-before' }],
  [4, { kind: 'reset-after' }],
  [3, { kind: 'late', ms: 60 }],
  [3, { kind: 'delay', ms: 25 }],
  [1, { kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'after' }],
  [1, { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE', when: 'before' }],
]

/**
 * Kills processes that order over HTTP, with real files, by SIGKILL at random moments, and starts them again until all
 * orders are settled. Charges beyond one per decision are counted in the simulator's ledger.
 */
export async function runKillCampaign({ kills, seed }: { kills: number; seed: number }): Promise<CampaignFigure[]> {
  const counts: Counts = {
    kills: 0,
    decisions: 0,
    charges: 0,
    extraCharges: 0,
    arrivals: 0,
    unwritten: 0,
    wrong: [],
    endings: {},
    midway: { sent: 0, unsettled: 0 },
    seconds: 0,
    spenders: 0,
  }
  const script = await bundleScript(join(import.meta.dirname, 'order-runs-child-process.ts'))
  const pool = createProcessPool(script.path, slots + 2)
  const startedAt = Date.now()
  const isOver = () => counts.kills >= kills
  const progress = printEveryMinute(
    () =>
      `${counts.kills} kills, ${counts.decisions} decisions, ${counts.extraCharges} extra charges, ${counts.wrong.length} wrong`,
  )
  try {
    await Promise.all(
      Array.from({ length: slots }, async (_, slot) => {
        const random = createUniformRandom(seed + slot)
        while (!isOver()) await spendOneProfile({ random, counts, take: pool.take, isOver })
      }),
    )
  } finally {
    progress.end()
    await pool.close()
    script.remove()
  }
  for (const text of counts.wrong.slice(0, 10)) console.log(text)
  for (const [ending, count] of Object.entries(counts.endings))
    console.log(`${String(count).padStart(8)}  ended ${ending}`)
  return [
    { ...createMinimumFigure('SIGKILLs of a process that spends', counts.kills, kills) },
    {
      name: 'milliseconds per kill',
      value: Math.round((Date.now() - startedAt) / Math.max(1, counts.kills)),
      goal: null,
      holds: null,
    },
    { name: 'intents met on their way, without an answer', value: counts.midway.sent, goal: null, holds: null },
    { name: 'intents met while they were being settled', value: counts.midway.unsettled, goal: null, holds: null },
    { name: 'decisions', value: counts.decisions, goal: null, holds: null },
    { name: 'charges', value: counts.charges, goal: null, holds: null },
    createZeroFigure('extra charges, real processes killed', counts.extraCharges),
    createZeroFigure('ended wrong, real processes killed', counts.wrong.length),
    { name: 'paid requests that arrived over HTTP', value: counts.arrivals, goal: null, holds: null },
    createZeroFigure('arrived without a durable intent in the file', counts.unwritten),
    { name: 'second instances on a profile', value: counts.seconds, goal: null, holds: null },
    createZeroFigure('of them that could spend', counts.spenders),
  ]
}

interface ProfileSlot {
  random: Random
  counts: Counts
  take: () => BantoProcess
  isOver: () => boolean
}

async function spendOneProfile({ random, counts, take, isOver }: ProfileSlot): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'banto-kill-'))
  let arrived = Promise.withResolvers<void>()
  const names = Array.from({ length: domainsEach }, (_, index) => `name${index}.com`)
  const simulator = await startSimulator({
    clock: createFastClock(),
    world: {
      tlds: [{ tld: 'com', register: 990, renew: renewYen, transfer: renewYen }],
      // Rate limits are tested elsewhere; here no call waits for a minute.
      limits: { domain: permissiveRateLimits },
      users: [
        {
          name: 'aoi',
          balance: 1_000_000_000,
          keys: [{ token }],
          domains: names.map((name) => ({ domain_name: name, expiry_date: '2027-03-31' })),
        },
      ],
    },
    onArrival(request) {
      check(request, profile, counts)
      if (request.method === 'POST') arrived.resolve()
    },
  })
  const open = { command: 'open', profile, baseUrl: simulator.url, token, account: 'aoi' } as const
  const start = async () => {
    const banto = take()
    await banto.waitForMessage('ready')
    banto.send(open)
    return banto
  }
  let banto = await start()
  /** Typical time from a confirmation to its end. Kills are spread over this time. */
  let typicalMs = 60
  try {
    for (let round = 0; round < roundsEach && !isOver(); round += 1) {
      const count = 1 + Math.floor(random() * 3)
      const chosen = names
        .map((name) => ({ name, order: random() }))
        .sort((a, b) => a.order - b.order)
        .slice(0, count)
      const drafts = chosen.map(({ name }) => ({
        item: { kind: 'renew' as const, accountId: 'aoi', name, years: 1 },
        yen: renewYen,
        expiryDate: simulator.world.user('aoi').domains.get(name)?.expiryDate ?? null,
        accountLabel: `round ${round} ${name}`,
      }))
      for (let index = 0; index < count; index += 1) {
        const fault = drawFault(random)
        if (fault) simulator.faults.add({ match: { method: 'POST' }, times: 1, fault })
      }
      banto.send({ command: 'place', baseUrl: simulator.url, drafts })
      const startedAt = Date.now()
      const planned = Math.floor(random() * 4)
      for (let left = planned; left > 0; left -= 1) {
        arrived = Promise.withResolvers()
        // Half of the kills hit between a sending and the write of its answer. The others hit at any time, even during
        // the start.
        if (random() < 0.5) await Promise.race([arrived.promise, sleep(patienceMs)])
        else if (random() < 0.7) await banto.waitForMessage('open')
        await sleep(random() * (random() < 0.5 ? shortlyMs : typicalMs))
        await banto.kill()
        counts.kills += 1
        for (const { state } of intentsIn(profile))
          if (state === 'sent' || state === 'unsettled') counts.midway[state] += 1
        banto = await start()
        if (random() < 0.03) {
          // Waits until the first process holds the journal. Otherwise the first process would be the locked one and
          // would never settle an order.
          await banto.waitForMessage('open')
          await startSecond(take, open, counts)
        }
      }
      simulator.faults.clear()
      await settle(banto, simulator, profile, counts)
      if (planned === 0) typicalMs = Math.min(200, Math.max(20, (3 * typicalMs + (Date.now() - startedAt)) / 4))
      judge(simulator, profile, round, counts)
    }
    if (simulator.ledger.bugs.length > 0) counts.wrong.push(...simulator.ledger.bugs)
  } finally {
    await banto.kill()
    await simulator.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

function drawFault(random: Random): Fault | null {
  if (random() < 0.5) return null
  let left = random() * faults.reduce((sum, [weight]) => sum + weight, 0)
  return faults.find(([weight]) => (left -= weight) < 0)?.[1] ?? null
}

function intentsIn(profile: string): StoredIntent[] {
  try {
    return [...parseJournalLines(readFileSync(join(profile, 'orders.journal'))).intactById.values()].map(
      ({ text }) => JSON.parse(text.toString()) as StoredIntent,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** When a paid request arrives, its intent must be in the file as sent, with these bytes. */
function check({ headers, bodyText }: ReceivedRequest, profile: string, counts: Counts): void {
  const key = headers['idempotency-key']
  if (key === undefined) return
  counts.arrivals += 1
  const intent = intentsIn(profile).find(({ idempotencyKey }) => idempotencyKey === key)
  if (!intent || intent.state === 'planned' || intent.body !== bodyText) counts.unwritten += 1
}

/** Starts a second process on the same profile. It must not get access to the journal. */
async function startSecond(
  take: () => BantoProcess,
  open: Parameters<BantoProcess['send']>[0],
  counts: Counts,
): Promise<void> {
  const second = take()
  await second.waitForMessage('ready')
  second.send(open)
  counts.seconds += 1
  if (
    await Promise.race([
      second.waitForMessage('locked').then(() => false),
      second.waitForMessage('open').then(() => true),
    ])
  )
    counts.spenders += 1
  await second.kill()
}

/** Waits until nothing is open. The user answers what needs a decision by what was charged. */
async function settle(banto: BantoProcess, { ledger }: Simulator, profile: string, counts: Counts): Promise<void> {
  const answered = new Set<string>()
  await banto.waitForMessage('status', ({ handled, open, needsYou }) => {
    for (const id of needsYou) {
      if (answered.has(id)) continue
      answered.add(id)
      const intent = intentsIn(profile).find((one) => one.id === id)
      banto.send({
        command: 'settle',
        intentId: id,
        happened: ledger.charges.some(({ idempotencyKey }) => idempotencyKey === intent?.idempotencyKey),
      })
      counts.endings['by the person'] = (counts.endings['by the person'] ?? 0) + 1
    }
    return open === 0 && handled === banto.sentCount()
  })
}

function judge({ ledger }: Simulator, profile: string, round: number, counts: Counts): void {
  const intents = intentsIn(profile).filter(({ accountLabel }) => accountLabel.startsWith(`round ${round} `))
  counts.decisions += intents.length
  for (const { idempotencyKey, state, target, accountLabel } of intents) {
    const charges = ledger.charges.filter((charge) => charge.idempotencyKey === idempotencyKey).length
    counts.charges += charges
    counts.extraCharges += Math.max(0, charges - 1)
    counts.endings[state] = (counts.endings[state] ?? 0) + 1
    if (charges !== (state === 'done' ? 1 : 0))
      counts.wrong.push(`${accountLabel}, ${target}: ${state} with ${charges} charges`)
  }
  const known = new Set(intentsIn(profile).map(({ idempotencyKey }) => idempotencyKey))
  for (const { idempotencyKey, target } of ledger.charges)
    if (!known.has(idempotencyKey ?? '')) counts.wrong.push(`${target} was charged for no intent`)
}
