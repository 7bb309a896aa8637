import { onTestFinished } from 'vitest'
import type { OsKeychain } from '#main/accounts/os-keychain-port.ts'
import { systemClock } from '#main/clock.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

export const orderTokens = {
  full: 'a-key-that-may-do-everything',
  narrow: 'a-key-for-one-domain',
  another: 'another-key-that-may-do-everything',
  other: 'the-key-of-another-account',
}
export const rightAuthCode = 'the-right-auth-code'

const world: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [
        { token: orderTokens.full, services: { domain: { allow_acquisition: true }, server: { allow_signup: true } } },
        {
          token: orderTokens.narrow,
          services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
        },
        { token: orderTokens.another },
        { token: orderTokens.other },
      ],
      domains: [
        { domain_name: 'one.com', expiry_date: '2027-03-31' },
        { domain_name: 'two.com', expiry_date: '2027-03-31' },
        ...['three.com', 'four.com'].map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
      ],
    },
  ],
  registered: [{ domain_name: 'away.com', auth_code: rightAuthCode }],
}

/**
 * Starts the whole main process on a simulator, for one test.
 * The account has two keys: one for everything and one for a single domain.
 */
export async function startOrdersThroughCommandsRig(clock = systemClock, secrets?: OsKeychain) {
  const rig = await startSimulatorRig({ clock, world, ...(secrets && { secrets }) })
  onTestFinished(() => rig.close())

  /** Quotes the items and confirms the whole quote. */
  async function buy(items: OrderItem[], authCodeIds: Record<string, string> = {}) {
    const quoteId = crypto.randomUUID()
    const { rows, totalYen }: Quote = await rig.call('orders.quote', { quoteId, items, authCodeIds })
    rig.simulator.ledger.clear()
    const { intentIds, runId } = await rig.call('orders.confirm', {
      quoteId,
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    return { intentIds, runId, totalYen }
  }

  /** The intents, as soon as each is done, refused or abandoned. */
  async function waitUntilSettled(intentIds: string[]) {
    const read = () => Promise.all(intentIds.map((intentId) => rig.call('orders.intent', { intentId })))
    for (let intents = await read(); ; intents = await read()) {
      if (intents.every(({ state }) => settledStates.includes(state))) return intents
      await rig.event('orders.changed')
    }
  }

  const { id: accountId } = await rig.addAccount('First', [orderTokens.full, orderTokens.narrow])
  return {
    rig,
    accountId,
    buy,
    waitUntilSettled,
    charges: () => rig.simulator.ledger.charges.map(({ kind, yen }) => [kind, yen]),
    /** The POST requests that the simulator received. */
    posts: () => rig.simulator.ledger.requests.filter(({ method }) => method === 'POST'),
  }
}

const settledStates = ['done', 'refused', 'abandoned']
