import type { OrderItem } from '#shared/ipc/order-items.ts'
import { createBantoInstallation } from './banto-as-client-under-test.ts'
import type { Client, PurchaseDecision } from './client-under-test-interface.ts'
import {
  createCrashableJournalStore,
  type ProcessEnd,
} from '#test/campaign/paid-orders/journal/crashable-journal-store.ts'
import { startAt } from './play-purchase-history.ts'
import { startSimulatedProcess, type SimulatedProcess } from './simulated-process.ts'
import { judgePurchaseHistory } from './judge-purchase-history.ts'
import { createInMemoryService } from './in-memory-service.ts'
import { createRecordedChoices } from './replayable-choices.ts'
import { createVirtualTime } from './virtual-time.ts'
import { createFaultyNetwork, type SendFault } from './faulty-network.ts'

const hourMs = 3_600_000
const accountId = 'aoi'
const decisions = (
  [
    { item: { kind: 'renew', accountId, name: 'mine.com', years: 1 }, yen: 1_650, expiryDate: '2027-03-31' },
    {
      item: { kind: 'acquire', accountId, name: 'fresh.com', years: 1, nameservers: null },
      yen: 1_500,
      expiryDate: null,
    },
    { item: { kind: 'transfer', accountId, name: 'move.com' }, yen: 1_700, expiryDate: null },
    {
      item: {
        kind: 'order',
        accountId,
        planId: 'standard',
        months: 12,
        serverId: 'shop',
        autoRenew: true,
        partnerCode: null,
      },
      yen: 13_200,
      expiryDate: null,
    },
  ] satisfies Omit<PurchaseDecision, 'number'>[]
).map((decision): PurchaseDecision => ({ ...decision, number: 0 }))
const world = {
  clock: '2026-11-20 12:00:00',
  tlds: [{ tld: 'com', register: 1_500, renew: 1_650, transfer: 1_700 }],
  plans: [{ plan_id: 'standard', plan_name: 'Standard', periods: [{ months: 12, total_price: 13_200 }] }],
  registered: ['move.com'],
  users: [
    {
      name: accountId,
      keys: [{ token: 'token-of-aoi' }],
      domains: [{ domain_name: 'mine.com', expiry_date: '2027-03-31' }],
    },
  ],
}

/** The common settings of the crash points along one paid operation. */
export interface CrashScenario {
  kind: OrderItem['kind']
  fate: SendFault
  loss: ProcessEnd
  seed: number
  /** Distance between the played points; 1 plays all. */
  stride: number
}

/**
 * The `at`-th crash point, counted from 0. Crash points are before, in the middle of and after each step of input or
 * output.
 */
interface Point extends CrashScenario {
  at: number
}

/**
 * Plays one paid operation on the real journal. At the point, the process or the power ends, and another process
 * continues from the disk.
 */
async function crashAt({ kind, fate, loss, at, seed }: Point): Promise<{ isReached: boolean; violations: string[] }> {
  const decision = decisions.find(({ item }) => item.kind === kind) as PurchaseDecision
  const choices = createRecordedChoices(seed + at)
  const failures: string[] = []
  let [points, isReached] = [0, false]
  let life: SimulatedProcess | null = null
  let client: Client | null = null
  const reach = () => {
    if (isReached || !life || life.isOver) return
    points += 1
    if (points <= at) return
    isReached = true
    store.lose(loss, choices.next)
    life.end()
  }
  const store = createCrashableJournalStore(reach)
  const time = createVirtualTime(startAt, store.isBusy)
  const service = createInMemoryService({ file: world, time, isGuarded: true })
  const installation = createBantoInstallation('desk', store)
  const remaining: SendFault[] = [fate]
  const check = (key: string | null, body: string | null, isLeaving: boolean) => {
    const refusal = installation.findReasonAgainstSending(key ?? '', body ?? '', isLeaving)
    if (refusal !== null) failures.push(`${key} ${isLeaving ? 'left' : 'came'} ${refusal}`)
  }
  const network = createFaultyNetwork({
    service,
    time,
    choices,
    faultProbabilities: { sending: 0, reading: 0 },
    drawSendFault: () => remaining.shift() ?? 'smooth',
    lagMs: () => 0,
    onSending: ({ idempotencyKey, body }) => check(idempotencyKey, body, true),
    onArrival: ({ idempotencyKey, body }) => check(idempotencyKey, body, false),
    onHandled: () => undefined,
  })

  function launch(): void {
    const born = startSimulatedProcess({
      time,
      wallError: () => 0,
      stepsLeft: null,
      diesAfter: false,
      onStep: reach,
      onEnd: () => void time.at(time.now() + 1_000, launch),
    })
    life = born
    client = installation.launch({
      process: born,
      network,
      service,
      time,
      choices: createRecordedChoices(0),
      machine: { name: 'desk', bootedAt: 0, wallErrorMs: 0, isCut: false, badDisk: 0, waiting: 0 },
      log: () => undefined,
      onSendingBegun: () => undefined,
      confirmsTwice: false,
      fail: (text) => failures.push(text),
    })
    client.start()
  }
  launch()
  void (client as Client | null)?.confirm([decision])
  await time.runTo(startAt + 2 * hourMs)
  await time.runTo(Math.max(time.now(), network.lastArrivalAt()) + 60 * hourMs)
  const verdict = judgePurchaseHistory({
    endings: installation.endings(),
    decisions: [decision],
    service,
    byOthers: [],
    failures,
    now: time.now(),
  })
  ;(life as SimulatedProcess | null)?.end()
  await store.remove()
  return { isReached, violations: verdict.violations }
}

/** Plays all crash points of a scenario. Returns their number and the failures. */
export async function crashAtEachPointOfPaidCall(line: CrashScenario): Promise<{ points: number; wrong: string[] }> {
  const wrong: string[] = []
  let points = 0
  for (let at = 0; ; at += line.stride) {
    const { isReached, violations } = await crashAt({ ...line, at })
    if (!isReached && at > 0) return { points, wrong }
    points += 1
    if (violations.length > 0)
      wrong.push(`${line.kind}, ${line.fate}, ${line.loss} at point ${at}: ${violations.join('; ')}`)
  }
}
