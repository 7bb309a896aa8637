import { onTestFinished } from 'vitest'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

type UserKeys = NonNullable<WorldFile['users']>[number]['keys']

export const fullKey = 'a-key-that-may-do-everything'
export const keyOfSecondUser = 'a-key-of-the-second-user'
export const paidPermissions = { domain: { allow_acquisition: true }, server: { allow_signup: true } } as const

export const quoteDomains = [
  { domain_name: 'one.com', expiry_date: '2027-03-31' },
  { domain_name: 'two.net', expiry_date: '2028-02-29' },
  { domain_name: 'three.jp', expiry_date: '2027-05-01' },
  { domain_name: 'lapsed.com', status: 'expired', expiry_date: '2026-01-01' },
  { domain_name: 'moving.com', status: 'transferring' },
  { domain_name: 'odd.example', expiry_date: '2027-03-31' },
] as const

const quoteWorld = (keys: UserKeys = [{ token: fullKey, services: paidPermissions }]): WorldFile => ({
  users: [
    { name: 'first', balance: 50_000, keys, domains: [...quoteDomains], servers: [{ server_id: 'first01' }] },
    { name: 'second', balance: 50_000, keys: [{ token: keyOfSecondUser, services: paidPermissions }] },
  ],
  registered: [
    'taken.com',
    { domain_name: 'away.com', auth_code: 'right-code' },
    { domain_name: 'locked.com', locked: true },
  ],
  premium: ['gold.com'],
})

/** Starts the whole main process on a simulator, for one test. */
export async function startQuoteRig({ world }: { world: WorldFile }) {
  const rig = await startSimulatorRig({ world })
  onTestFinished(() => rig.close())
  let quotes = 0
  const quote = (items: OrderItem[], authCodeIds: Record<string, string> = {}): Promise<Quote> =>
    rig.call('orders.quote', { quoteId: `quote-${(quotes += 1)}`, items, authCodeIds })
  /** The requests that the simulator received. */
  const sent = () => rig.simulator.ledger.requests
  /** The received requests as `GET /v1/domain`, sorted. */
  const calls = () =>
    sent()
      .map(({ method, path }) => `${method} ${path}`)
      .sort()

  /** Replaces the service's answer for a path from now on. */
  function replaceAnswer(path: string, body: unknown): void {
    rig.simulator.faults.add({ match: { path }, fault: { kind: 'status', status: 200, body } })
  }

  return { rig, quote, sent, calls, replaceAnswer }
}

/** Like `startQuoteRig`, with an account that has the given keys of the first user. */
export async function startQuoteRigWithAccount(keys?: UserKeys) {
  const started = await startQuoteRig({ world: quoteWorld(keys) })
  const { id } = await started.rig.addAccount(
    'First',
    (keys ?? [{ token: fullKey }]).map(({ token }) => token),
  )
  started.rig.simulator.ledger.clear()
  return { ...started, accountId: id }
}

export const createRenewalItem = (accountId: string, name: string, years = 1): OrderItem => ({
  kind: 'renew',
  accountId,
  name,
  years,
})

export const createAcquisitionItem = (accountId: string, name: string, years = 1): OrderItem => ({
  kind: 'acquire',
  accountId,
  name,
  years,
  nameservers: null,
})

export const createServerOrderItem = (
  accountId: string,
  fields: Partial<Extract<OrderItem, { kind: 'order' }>> = {},
): OrderItem => ({
  kind: 'order',
  accountId,
  planId: 'standard',
  months: 12,
  serverId: 'banto01',
  autoRenew: false,
  partnerCode: null,
  ...fields,
})

export const problemReasons = ({ rows }: Quote) => rows.map(({ problem }) => problem?.reason ?? null)
