import { addMonths } from '#simulator/add-months.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { completePendingDomainOperationIfDue } from '#simulator/world-state.ts'
import { idempotencyWindowMs } from '#shared/api/service-limits.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import {
  type Client,
  type Installation,
  type SimulatedMachine,
  type ServicePanel,
  reasonSentWithoutStoredIntent,
  type PurchaseDecision,
} from './client-under-test-interface.ts'
import { startSimulatedProcess, type SimulatedProcess } from './simulated-process.ts'
import { judgePurchaseHistory, type HistoryVerdict } from './judge-purchase-history.ts'
import { createInMemoryService, type ArrivedRequest, type Reply } from './in-memory-service.ts'
import type { ReplayableChoices } from './replayable-choices.ts'
import { createVirtualTime } from './virtual-time.ts'
import { createFaultyNetwork, type SendFault, type FaultProbabilities } from './faulty-network.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
export const startAt = Date.UTC(2026, 10, 20, 3, 0, 0)
const plan = { plan_id: 'standard', plan_name: 'Standard', price: 13_200 }
const prices = { register: 1_500, renew: 1_650, transfer: 1_700 }
const accounts = ['aoi', 'ren'] as const
const maxLives = 8
/**
 * Age at which the service forgets idempotency keys, minus an hour in which nothing may be sent again, plus a
 * tolerance.
 */
const keptMs = idempotencyWindowMs - hourMs + 2 * minuteMs
/** Longer than the delay between two checks plus the remaining attempts. */
const aftermathMs = 4 * hourMs
/** The longest time for which the service may report a request as in progress, plus the remaining attempts. */
const longestMs = 60 * hourMs
const lastLookMs = 30 * minuteMs
const longestCacheMs = 60 * hourMs
const silent = ['executed, answer lost', 'lost before it came', 'comes late'] as const satisfies readonly SendFault[]

interface Player {
  machine: SimulatedMachine
  installation: Installation
  process: SimulatedProcess | null
  client: Client | null
  lives: number
}

export interface HistoryResult extends HistoryVerdict {
  trace: string[]
  crashes: number
  /** Number of paid requests that reached the service. */
  sendings: number
  /** How many of these requests had no durable intent. */
  sentWithoutIntent: number
}

/**
 * Rare worlds, in which every answer is lost. `server-ids`: servers are ordered, and the service changes their IDs.
 * `old-dates`: a cache answers with an old `Date` for days.
 */
export type RareWorldKind = 'server-ids' | 'old-dates' | null

interface Options {
  focus?: RareWorldKind
  isTraced?: boolean
}

/** Plays one history of a few decisions on one or two machines, with random faults. It depends on `choices` only. */
export async function playPurchaseHistory(
  choices: ReplayableChoices,
  install: (name: string) => Installation,
  { focus = null, isTraced = false }: Options = {},
): Promise<HistoryResult> {
  const time = createVirtualTime(startAt)
  const trace: string[] = []
  const failures: string[] = []
  const log = (who: string, text: string) => {
    if (isTraced) trace.push(`${clockText(time.now() - startAt)}  ${who.padEnd(8)} ${text}`)
  }
  const fail = (text: string) => {
    failures.push(text)
    log('FAILED', text)
  }

  const drawn = choices.weighted([
    [1, 0],
    [3, 0.3],
    [3, 0.7],
    [2, 1],
  ] as const)
  const faultProbability = focus === null ? drawn : 1
  const faultProbabilities: FaultProbabilities = {
    sending: faultProbability,
    reading: faultProbability * choices.oneOf([0, 0.2, 0.8] as const),
  }
  const isGuarded = !choices.chance(focus === 'old-dates' ? 1 : 0.3)
  const service = createInMemoryService({ file: drawWorld(choices, focus), time, isGuarded })
  const isRenaming = service.world.file.server_id_form !== 'as_sent'
  // A user who looks for a server with another ID needs a list that contains it.
  let lagMs = isRenaming
    ? 0
    : choices.weighted([
        [3, 0],
        [1, minuteMs],
        [1, hourMs],
      ] as const)
  /**
   * Three clocks measure an age, and one of them is always right. If caches answer with an old `Date`, the wall clock
   * is never set back, or the machine is never restarted.
   */
  const rightClock = isRenaming
    ? 'service'
    : choices.weighted([
        [focus === 'old-dates' ? 0 : 4, 'service'],
        [1, 'wall'],
        [1, 'uptime'],
      ] as const)
  let cacheMs = rightClock === 'service' ? 0 : longestCacheMs
  let [crashes, sendings, sentWithoutIntent] = [0, 0, 0]
  const bodies = new Map<string, string>()
  const decisions: PurchaseDecision[] = []
  const byOthers: { account: string; name: string }[] = []
  /** When the last sending of an idempotency key began, and when a domain was last shown with an expiry. */
  const sentAt = new Map<string, number>()
  const shownAt = new Map<string, number>()
  /** The error codes of the answers to an idempotency key; empty for a success, null for a request that never came. */
  const codesByKey = new Map<string, (string | null)[]>()
  const expiryId = (account: string, name: string, expiryDate: string | null) =>
    JSON.stringify([account, name, expiryDate])

  function onReading({ userName }: ArrivedRequest, { body }: Reply): void {
    type Shown = { domain_name?: string; expiry_date: string | null }
    const { domains = [], ...domain } = body as Shown & { domains?: Shown[] }
    for (const { domain_name: name, expiry_date: expiryDate } of [...domains, domain])
      if (name !== undefined) shownAt.set(expiryId(userName, name, expiryDate), time.now())
  }

  /**
   * Returns true if the user must decide although the lists show the decided purchase. There are two such cases. A
   * list that was read after the last sending of a renewal still had the old expiry date. Or the only request was
   * answered with DUPLICATE_OPERATION.
   */
  function isLeftToUser({ item, expiryDate }: PurchaseDecision, idempotencyKeys: readonly string[]): boolean {
    const at = shownAt.get(expiryId(item.accountId, getTargetName(item), expiryDate)) ?? -Infinity
    const codes = idempotencyKeys.flatMap((key) => codesByKey.get(key) ?? [])
    return (
      (item.kind === 'renew' && idempotencyKeys.some((key) => at > (sentAt.get(key) ?? Infinity))) ||
      (codes.length === 1 && codes[0] === 'DUPLICATE_OPERATION')
    )
  }

  function onArrival({ idempotencyKey, body, endpoint }: ArrivedRequest): void {
    sendings += 1
    const key = idempotencyKey ?? ''
    const known = bodies.get(key)
    if (known !== undefined && known !== body) fail(`${key} came with another body`)
    if (known !== undefined && endpoint === 'server.order') fail(`${key}, an order, came twice`)
    bodies.set(key, body ?? '')
    check(key, body ?? '', false)
  }

  function check(key: string, body: string, isLeaving: boolean): void {
    const refusals = players.map(({ installation }) => installation.findReasonAgainstSending(key, body, isLeaving))
    if (refusals.includes(null)) return
    sentWithoutIntent += 1
    fail(
      `${key} ${isLeaving ? 'left' : 'came'} ${refusals.find((text) => text !== reasonSentWithoutStoredIntent) ?? reasonSentWithoutStoredIntent}`,
    )
  }
  const network = createFaultyNetwork({
    service,
    time,
    choices,
    faultProbabilities,
    lagMs: () => lagMs,
    cacheMs: () => cacheMs,
    ...(focus !== null && {
      drawSendFault: () => (choices.chance(faultProbabilities.sending) ? choices.oneOf(silent) : 'smooth'),
    }),
    onSending({ idempotencyKey, body }, ageMs) {
      check(idempotencyKey ?? '', body ?? '', true)
      if (ageMs > keptMs) fail(`${idempotencyKey} was sent ${Math.round(ageMs / hourMs)} hours after the first time`)
    },
    onArrival,
    onReading,
    onHandled: ({ idempotencyKey, endpoint }, reply) => {
      const code = (reply?.body as { error?: { code?: string } } | undefined)?.error?.code ?? ''
      const key = idempotencyKey ?? ''
      codesByKey.set(key, [...(codesByKey.get(key) ?? []), reply && code])
      log(
        'service',
        reply ? `${endpoint} ${idempotencyKey}: ${reply.status} ${code}` : `${endpoint} ${idempotencyKey} never came`,
      )
    },
  })

  const isTwo = choices.chance(0.25)
  const players = (isTwo ? ['desk', 'laptop'] : ['desk']).map((name): Player => ({
    machine: {
      name,
      bootedAt: 0,
      wallErrorMs: choices.chance(0.2) ? (choices.next() - 0.5) * 400 * 24 * hourMs : 0,
      isCut: false,
      badDisk: 0,
      waiting: choices.oneOf([0, 0, 0.3] as const),
    },
    installation: install(name),
    process: null,
    client: null,
    lives: 0,
  }))
  const crashProbability = choices.oneOf([0, 0.4, 0.9] as const)
  let isAftermath = false

  function launch(player: Player): void {
    if (player.process && !player.process.isOver) return
    player.lives += 1
    const mayCrash = !isAftermath && player.lives < maxLives
    const { machine } = player
    const { name } = machine
    if (player.lives > 1 && rightClock !== 'uptime' && choices.chance(0.3)) machine.bootedAt = time.now()
    const life = startSimulatedProcess({
      time,
      bootedAt: machine.bootedAt,
      wallError: () => machine.wallErrorMs,
      stepsLeft: mayCrash && choices.chance(crashProbability) ? choices.upTo(14) : null,
      diesAfter: choices.chance(0.5),
      onEnd: (step) => {
        crashes += 1
        log(name, `crashes ${step}`)
        time.at(time.now() + 1 + choices.span(choices.oneOf([minuteMs, hourMs, 50 * hourMs])), () => launch(player))
      },
    })
    player.process = life
    log(name, `starts, process ${player.lives}`)
    player.client = player.installation.launch({
      process: life,
      network,
      service,
      time,
      choices,
      machine,
      log: (text) => log(name, text),
      onSendingBegun: (idempotencyKey) => sentAt.set(idempotencyKey, time.now()),
      fail,
      confirmsTwice: isGuarded || (lagMs === 0 && cacheMs === 0),
    })
    player.client.start()
  }

  const panel: ServicePanel = {
    hasHappened: (decisionNumber, isNamed) => {
      const { item } = decisions[decisionNumber] as PurchaseDecision
      if (isRenaming && !isNamed && item.kind === 'order')
        return [...service.world.user(item.accountId).servers.values()].some(
          ({ serverId }) => serverId === item.serverId,
        )
      return hasEffect(decisions[decisionNumber] as PurchaseDecision)
    },
    mayStillArrive: (decisionNumber) => keysOf(decisionNumber).some((key) => (network.underway.get(key) ?? 0) > 0),
  }
  const keysOf = (decisionNumber: number) =>
    players.flatMap(({ installation }) =>
      installation
        .endings()
        .filter((ending) => ending.decisionNumber === decisionNumber)
        .flatMap(({ idempotencyKeys }) => idempotencyKeys),
    )
  const hasEffect = ({ number, item }: PurchaseDecision) => {
    const keys = keysOf(number)
    const target = getTargetName(item)
    return service.charges.some(
      ({ idempotencyKey, name, user }) =>
        keys.includes(idempotencyKey ?? '') || (item.kind !== 'renew' && user === item.accountId && name === target),
    )
  }

  function visit({ client, process: life, machine }: Player): void {
    if (!client || !life || life.isOver) return
    log(machine.name, 'is visited')
    client.visit(panel)
  }

  function decide(player: Player): void {
    const { client, process: life } = player
    if (!client || !life || life.isOver) return
    const count = choices.weighted([
      [6, 1],
      [3, 2],
      [1, 3],
    ] as const)
    const drawn: PurchaseDecision[] = []
    for (let index = 0; index < count; index += 1) {
      const decision = drawDecision(choices, service, decisions.length, focus)
      if (!decision || drawn.some(({ item }) => getTargetName(item) === getTargetName(decision.item))) continue
      decisions.push(decision)
      drawn.push(decision)
    }
    if (drawn.length > 0) void client.confirm(drawn)
  }

  const onlyForward = (jumpMs: number) => (rightClock === 'wall' ? Math.abs(jumpMs) : jumpMs)

  function applyRandomEvent(): void {
    const player = choices.oneOf(players)
    const { machine } = player
    const { name } = machine
    const kinds =
      focus === null
        ? ([
            'nothing',
            'visit',
            'visit',
            'visit',
            'decide',
            'clock',
            'cut',
            'disk',
            'price',
            'balance',
            'panel',
            'kill',
            'close',
            'weather',
          ] as const)
        : (['nothing', 'visit', 'visit', 'visit', 'kill'] as const)
    switch (choices.oneOf<(typeof kinds)[number]>(kinds)) {
      case 'visit':
        return visit(player)
      case 'decide':
        return decide(player)
      case 'clock':
        machine.wallErrorMs += onlyForward(
          (choices.next() - 0.5) * choices.oneOf([hourMs, 100 * hourMs, 100_000 * hourMs]),
        )
        return log(name, 'has another wall clock')
      case 'cut':
        machine.isCut = true
        machine.waiting = 1
        time.at(time.now() + choices.span(5 * hourMs), () => Object.assign(machine, { isCut: false, waiting: 0 }))
        return log(name, 'is cut from the network')
      case 'disk':
        machine.badDisk = choices.oneOf([0.3, 1])
        time.at(time.now() + choices.span(hourMs), () => (machine.badDisk = 0))
        return log(name, 'has a bad disk')
      case 'price':
        for (const tld of service.world.file.tlds)
          Object.assign(tld, {
            register: tld.register + 10,
            renew: (tld.renew ?? 0) + 10,
            transfer: (tld.transfer ?? 0) + 10,
          })
        return log('service', 'has other prices')
      case 'balance':
        for (const user of service.world.users) user.balance = choices.oneOf([0, 2_000, 200_000])
        return log('service', 'has another balance')
      case 'panel':
        return renewByPanel()
      case 'kill':
        player.process?.end()
        return
      case 'close':
        return void close(player)
      case 'weather':
        faultProbabilities.sending = choices.oneOf([0, 0.5, 1])
        faultProbabilities.reading = choices.oneOf([0, 0.3, 0.9])
        return log('network', `fails ${faultProbabilities.sending} of the sendings`)
      default:
        return
    }
  }

  /** Another user renews a domain through the service's panel. */
  function renewByPanel(): void {
    const user = service.world.user(choices.oneOf(accounts))
    const domain = choices.oneOf([...user.domains.values()])
    completePendingDomainOperationIfDue(domain, time.now())
    if (domain.status !== 'active' || domain.expiryDate === null) return
    domain.expiryDate = addMonths(domain.expiryDate, 12)
    byOthers.push({ account: user.name, name: domain.name })
    log('panel', `renews ${domain.name} to ${domain.expiryDate}`)
  }

  async function close(player: Player): Promise<void> {
    const { client, process: life } = player
    if (!client || !life || life.isOver) return
    log(player.machine.name, 'closes')
    await client.close().catch((error: unknown) => fail(`close: ${String(error)}`))
    life.end()
  }

  players.forEach(launch)
  for (const player of players) time.at(startAt + secondMs + choices.span(10 * minuteMs), () => decide(player))
  const events = focus === null ? choices.upTo(9) : 16
  const horizon =
    focus === 'old-dates'
      ? 60 * hourMs
      : focus === 'server-ids'
        ? 6 * hourMs
        : choices.weighted([
            [4, hourMs],
            [3, 6 * hourMs],
            [1, 60 * hourMs],
          ] as const)
  for (let index = 0; index < events; index += 1) time.at(startAt + secondMs + choices.span(horizon), applyRandomEvent)
  await time.runTo(startAt + horizon)

  // There are no faults from here on. Everything that a reading or a sending can decide is decided.
  isAftermath = true
  Object.assign(faultProbabilities, { sending: 0, reading: 0 })
  lagMs = 0
  cacheMs = 0
  for (const user of service.world.users) user.balance += 1_000_000
  for (const player of players) {
    Object.assign(player.machine, { badDisk: 0, waiting: 0, isCut: false })
    if (!player.process || player.process.isOver) time.at(time.now() + 1, () => launch(player))
  }
  log('', 'everything works from here on')
  await time.runTo(time.now() + hourMs)
  for (const { client } of players) client?.resumeAll()
  await time.runTo(Math.max(time.now(), network.lastArrivalAt()))
  for (let left = longestMs; left > 0; left -= aftermathMs) {
    await time.runTo(time.now() + aftermathMs)
    if (players.every(({ installation }) => installation.endings().every(({ state }) => state !== 'open'))) break
  }
  // Restarted once more, from the disk only.
  for (const player of players) {
    if (player.installation.endings().every(({ state }) => state !== 'open' && state !== 'needs you')) continue
    player.process?.end()
    launch(player)
  }
  await time.runTo(time.now() + lastLookMs)

  const endings = players.flatMap(({ installation }) => installation.endings())
  const verdict = judgePurchaseHistory({
    endings,
    decisions,
    service,
    byOthers,
    isLeftToUser,
    failures,
    now: time.now(),
  })
  for (const { idempotencyKey, kind, name, yen, at } of service.charges)
    if (isTraced) trace.push(`charged ${clockText(at - startAt)} ${kind} ${name} ${yen} ${idempotencyKey}`)
  for (const { decisionNumber, idempotencyKeys, state, cause } of endings)
    if (isTraced) trace.push(`decision ${decisionNumber} ${idempotencyKeys.join(' ')} ended ${state} (${cause})`)
  for (const player of players) player.process?.end()
  return { ...verdict, trace, crashes, sendings, sentWithoutIntent }
}

export function getTargetName(item: OrderItem): string {
  return item.kind === 'order' ? item.serverId : item.name
}

function clockText(ms: number): string {
  const [hours, minutes, seconds] = [ms / hourMs, (ms / minuteMs) % 60, (ms / secondMs) % 60].map(Math.floor) as [
    number,
    number,
    number,
  ]
  return `${String(hours).padStart(3)}:${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}.${String(Math.floor(ms % secondMs)).padStart(3, '0')}`
}

function drawWorld(choices: ReplayableChoices, focus: RareWorldKind): WorldFile {
  const expiry = choices.oneOf(['2027-03-31', '2028-02-29', '2026-11-30'])
  const user = (name: string) => ({
    name,
    balance: choices.oneOf([500_000, 500_000, 3_000]),
    keys: [{ token: `token-of-${name}` }],
    domains: [0, 1].map((index) => ({ domain_name: `${name}${index}.com`, expiry_date: expiry })),
  })
  return {
    clock: '2026-11-20 12:00:00',
    server_id_form: choices.weighted([
      [focus === 'server-ids' ? 0 : 8, 'as_sent'],
      [1, 'upper_case'],
      [1, 'prefixed'],
      [1, 'suffixed'],
      [1, 'shortened'],
    ] as const),
    server_order_replay: choices.oneOf(['replay', 'execute', 'refuse'] as const),
    tlds: [{ tld: 'com', ...prices, hold_seconds: choices.oneOf([0, 0, 7_200]) }],
    plans: [
      {
        plan_id: plan.plan_id,
        plan_name: plan.plan_name,
        periods: [{ months: 12, total_price: plan.price }],
        setup_seconds: choices.oneOf([0, 120]),
      },
    ],
    registered: [0, 1].map((index) => ({
      domain_name: `move${index}.com`,
      transfer_seconds: choices.oneOf([0, 3_600]),
      transfer_outcome: choices.oneOf(['done', 'done', 'failed'] as const),
    })),
    users: accounts.map(user),
  }
}

/** A decision by the values that a quote would show; null if the quote would not offer it. */
function drawDecision(
  choices: ReplayableChoices,
  { world, read }: Pick<ReturnType<typeof createInMemoryService>, 'world' | 'read'>,
  number: number,
  focus: RareWorldKind,
): PurchaseDecision | null {
  const accountId = choices.oneOf(accounts)
  const index = choices.upTo(2)
  const listed = (name: string) => world.owners.has(name)
  const tld = world.file.tlds[0] as { register: number; renew: number | null; transfer: number | null }
  const kinds =
    focus === 'server-ids'
      ? (['order'] as const)
      : focus === 'old-dates'
        ? (['renew'] as const)
        : (['renew', 'renew', 'acquire', 'transfer', 'order'] as const)
  switch (choices.oneOf(kinds)) {
    case 'renew': {
      const name = `${accountId}${index}.com`
      const years = 1 + choices.upTo(2)
      const { body } = read({
        userName: accountId,
        endpoint: 'domain.detail',
        params: { domain_name: name },
        body: null,
        idempotencyKey: null,
      })
      return {
        number,
        item: { kind: 'renew', accountId, name, years },
        yen: (tld.renew ?? 0) * years,
        expiryDate: (body as { expiry_date: string }).expiry_date,
      }
    }
    case 'acquire': {
      const name = `fresh${index}.com`
      return listed(name)
        ? null
        : {
            number,
            item: { kind: 'acquire', accountId, name, years: 1, nameservers: null },
            yen: tld.register,
            expiryDate: null,
          }
    }
    case 'transfer': {
      const name = `move${index}.com`
      return listed(name)
        ? null
        : { number, item: { kind: 'transfer', accountId, name }, yen: tld.transfer ?? 0, expiryDate: null }
    }
    case 'order': {
      const serverId = `shop${index}`
      return world.serverIds.has(serverId)
        ? null
        : {
            number,
            item: {
              kind: 'order',
              accountId,
              planId: plan.plan_id,
              months: 12,
              serverId,
              autoRenew: true,
              partnerCode: null,
            },
            yen: plan.price,
            expiryDate: null,
          }
    }
  }
}
