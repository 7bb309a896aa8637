import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { ApiClientDeps } from '#main/api/client.ts'
import { createHasErrorCauseEnded } from '#main/api/has-error-cause-ended.ts'
import { systemClock, type Clock } from '#main/clock.ts'
import type { StoredIntent, IntentDraft } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { createOrderRunService } from '#main/orders/sending/order-run-service.ts'
import type { StoredOrderIntentState } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Simulator, SimulatorOptions } from '#simulator/start-simulator.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { permissiveRateLimits } from '#test/permissive-rate-limits.ts'
import { createClientRig, secret, startSimulatorForApiClient, type ClientRig } from '#test/main/api/api-client-rig.ts'
import { createInMemoryJournal } from './in-memory-journal.ts'

/**
 * A clock that runs faster by `factor`, so that checks after 5 s, 15 s … happen soon. No test measures these delays.
 */
export function createFastClock(factor = 200): Clock {
  const startedAt = systemClock.monotonic()
  const elapsed = () => (systemClock.monotonic() - startedAt) * factor
  const wallAt = Date.now()
  return {
    now: () => wallAt + elapsed(),
    monotonic: elapsed,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  }
}

export const expiry = '2027-03-31'
export const rigApiKey = secret

export function buildOrdersWorld(
  changes: Partial<NonNullable<WorldFile['users']>[number]> = {},
  rest: Partial<WorldFile> = {},
): WorldFile {
  return {
    limits: { domain: permissiveRateLimits, server: permissiveRateLimits, account: permissiveRateLimits },
    ...rest,
    users: [
      {
        name: 'aoi',
        balance: 1_000_000,
        keys: [{ token: secret }],
        domains: [{ domain_name: 'example.com', expiry_date: expiry }],
        ...changes,
      },
    ],
  }
}

export interface OrdersRig extends ClientRig {
  simulator: Simulator
  journal: Journal
  runs: ReturnType<typeof createOrderRunService>
  /** Confirms the items and starts sending. Returns the ids of the intents. */
  place(...items: (Partial<IntentDraft> & { item: OrderItem })[]): Promise<string[]>
  intent(id: string): StoredIntent
  /** Resolves when the intent has one of these states. */
  until(id: string, ...states: StoredOrderIntentState[]): Promise<StoredIntent>
  untilIt(id: string, isIt: (intent: StoredIntent) => boolean): Promise<StoredIntent>
  /** Simulates a crash: drops everything and creates it anew on the same journal. */
  crash(): void
}

const prices = { order: 11_880, acquire: 990, transfer: 1_650, renew: 1_650 } as const

export async function startOrders(
  world: WorldFile = buildOrdersWorld(),
  { onArrival, ...deps }: Partial<ApiClientDeps> & { clock?: Clock } & Pick<SimulatorOptions, 'onArrival'> = {},
): Promise<OrdersRig> {
  const clock = deps.clock ?? createFastClock()
  // The simulator uses the app's fast clock. With a slower clock, it would count more calls per minute than the
  // app. The app would then assume that another program made the additional calls.
  const startedAt = Date.now()
  const simulator = await startSimulatorForApiClient(world, {
    clock: { now: () => startedAt + clock.monotonic() },
    ...(onArrival && { onArrival }),
  })
  const onReachedWithoutProxy = () => runs.endHoldsByEndedErrors()
  const onQuotaUsage: ApiClientDeps['onQuotaUsage'] = (usages) => runs.noteQuotaUsage(usages)
  const client = createClientRig(simulator.url, {
    clock,
    timeLimitMs: 400,
    onReachedWithoutProxy,
    onQuotaUsage,
    ...deps,
  })
  client.accounts.changeKey('k', { me: null })
  const journal = createInMemoryJournal()
  const compose = (life: { isOver: boolean }) =>
    createOrderRunService({
      api: client.api,
      journal: {
        ...journal,
        change: (id, change) => (life.isOver ? new Promise<never>(() => undefined) : journal.change(id, change)),
      },
      bodyCipher: {
        encrypt: async (text) => Buffer.from(text).toString('base64'),
        decrypt: async (sealed) => Buffer.from(sealed, 'base64').toString(),
      },
      accounts: client.accounts,
      clock,
      random: () => 0.5,
      newId: randomUUID,
      emit: () => undefined,
      onStep: () => undefined,
      isObsolete: () => false,
      hasErrorCauseEnded: createHasErrorCauseEnded({
        isOffline: deps.isOffline ?? (() => false),
        accounts: client.accounts,
        keychain: { state: () => ({ state: 'ready', error: null }) },
        isReachedWithoutProxy: client.api.isReachedWithoutProxy,
      }),
      dismissed: { has: () => false, add: () => undefined, delete: () => undefined },
    })
  let life = { isOver: false }
  let runs = compose(life)
  onTestFinished(async () => {
    const closed = Promise.all([runs.close(), client.api.close()])
    await closed
  })

  const rig: OrdersRig = {
    ...client,
    simulator,
    journal,
    get runs() {
      return runs
    },
    async place(...items) {
      const drafts = items.map(({ item, ...rest }) => ({
        item,
        yen: prices[item.kind],
        keyId: 'k',
        accountLabel: 'Aoi',
        baseUrl: simulator.url,
        expiryDate: item.kind === 'renew' ? expiry : null,
        authCode: item.kind === 'transfer' ? 'auth-code' : null,
        ...rest,
      }))
      return (await runs.startRun(drafts)).intentIds
    },
    intent: (id) => journal.get(id) as StoredIntent,
    until: (id, ...states) => rig.untilIt(id, ({ state }) => states.includes(state)),
    async untilIt(id, isIt) {
      for (let left = 2_000; left > 0; left -= 1) {
        const intent = rig.intent(id)
        if (isIt(intent)) return intent
        await systemClock.sleep(5)
      }
      throw new Error(`It never came to that: ${JSON.stringify(rig.intent(id), null, 1)}`)
    },
    crash() {
      life.isOver = true
      void runs.close()
      life = { isOver: false }
      runs = compose(life)
      runs.start()
    },
  }
  return rig
}

export const renewal: OrderItem = { kind: 'renew', accountId: 'a', name: 'example.com', years: 1 }
export const acquisition: OrderItem = {
  kind: 'acquire',
  accountId: 'a',
  name: 'fresh-name.com',
  years: 1,
  nameservers: null,
}
export const order: OrderItem = {
  kind: 'order',
  accountId: 'a',
  planId: 'standard',
  months: 12,
  serverId: 'banto01',
  autoRenew: true,
  partnerCode: null,
}
export const transfer: OrderItem = { kind: 'transfer', accountId: 'a', name: 'moved-name.com' }

/** Requests to paid endpoints. */
export function paidRequests({ ledger }: Simulator) {
  return ledger.requests.filter(({ method }) => method === 'POST')
}
