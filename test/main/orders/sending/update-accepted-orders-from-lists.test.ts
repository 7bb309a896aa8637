import { beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import type { OrderIntentView } from '#shared/ipc/order-intent-schemas.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { OrderRun } from '#shared/ipc/order-run-schema.ts'
import { doesOrderRunWaitForUserToContinue } from '#shared/attention/list-attention-items.ts'
import { minuteMs } from '#shared/durations.ts'
import { addYears } from '#shared/renewal-expiry.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-that-may-do-everything'
const name = 'fresh-name.com'
const moving = 'moving-name.com'

let rig: SimulatorRig
let accountId: string
beforeEach(async () => {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          balance: 100_000,
          keys: [{ token, services: { domain: { allow_acquisition: true }, server: { allow_signup: true } } }],
        },
      ],
      tlds: [{ tld: 'com', register: 990, renew: 1_650, transfer: 1_650, hold_seconds: 60 }],
      registered: [{ domain_name: moving, transfer_seconds: 60, transfer_outcome: 'failed' }],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  onTestFinished(() => rig.close())
})

async function buy(
  item: OrderItem,
  authCodeIds: Record<string, string> = {},
  beforeConfirmation: () => void = () => undefined,
): Promise<string> {
  const { quoteId, rows, totalYen } = await rig.call('orders.quote', {
    quoteId: crypto.randomUUID(),
    items: [item],
    authCodeIds,
  })
  expect(rows.map(({ problem }) => problem)).toEqual([null])
  beforeConfirmation()
  const { intentIds } = await rig.call('orders.confirm', {
    quoteId,
    rowIds: rows.map(({ id }) => id),
    totalYen,
    agreesToTerms: true,
  })
  return intentIds[0] as string
}

const get = (intentId: string): Promise<OrderIntentView> => rig.call('orders.intent', { intentId })
const until = (intentId: string, status: OrderIntentView['status']) =>
  expect.poll(async () => (await get(intentId)).status).toBe(status)

/** The status of the order in its row, its run, the counts and the filter. */
async function shownStatuses(): Promise<unknown[]> {
  const [row] = (await rig.call('orders.list', {})).rows
  const [run] = (await rig.call('orders.runs', null)) as [OrderRun]
  const { byStatus } = await rig.call('orders.counts', {})
  const statuses = Object.entries(run.byStatus).flatMap(([status, count]) => (count > 0 ? [status] : []))
  const filtered = await rig.call('orders.list', { filter: { statuses: row ? [row.status] : [] } })
  return [row?.status, ...statuses, ...byStatus.map(({ status }) => status), filtered.total]
}

async function readLists(): Promise<void> {
  rig.simulator.advance(30 * minuteMs)
  await rig.call('sync.start', { accountIds: [accountId] })
}

const acquisition: OrderItem = { kind: 'acquire', accountId: '', name, years: 1, nameservers: null }
const order: OrderItem = {
  kind: 'order',
  accountId: '',
  planId: 'standard',
  months: 12,
  serverId: 'banto01',
  autoRenew: true,
  partnerCode: null,
}

describe('Accepted orders', () => {
  test.each([
    ['acquisition', acquisition],
    ['server order', order],
  ] as const)(
    'An order in progress (%s) is accepted in every view, and done once a later list shows it active',
    async (_, item) => {
      const id = await buy({ ...item, accountId })
      await until(id, 'accepted')
      expect(await shownStatuses()).toEqual(['accepted', 'accepted', 'accepted', 1])
      await readLists()
      await until(id, 'done')
      expect(await shownStatuses()).toEqual(['done', 'done', 'done', 1])
      const { steps, settledAt } = await get(id)
      expect(steps.at(-1)).toMatchObject({ event: 'status_read', state: 'done', fact: { becomes: 'active' } })
      expect(steps.at(-1)?.at).toBeGreaterThan(settledAt ?? Infinity)
    },
  )

  test.each([
    ['acquisition', acquisition, { ...acquisition, name: 'second-name.com' }],
    ['server order', order, { ...order, serverId: 'banto02' }],
  ] as const)(
    'An accepted order (%s) is done once a list that was read for another order shows it',
    async (_, item, other) => {
      const id = await buy({ ...item, accountId })
      await until(id, 'accepted')
      await expect
        .poll(async () => (await rig.call('sync.progress', null)).every(({ state }) => state === 'idle'))
        .toBe(true)
      rig.simulator.advance(30 * minuteMs)
      const refuse = () =>
        rig.simulator.faults.add({
          match: { method: 'POST' },
          fault: { kind: 'status', status: 402, code: 'PAYMENT_REQUIRED' },
        })
      await until(await buy({ ...other, accountId }, {}, refuse), 'refused')
      await until(id, 'done')
      expect((await get(id)).steps.at(-1)).toMatchObject({ event: 'status_read', fact: { becomes: 'active' } })
    },
  )

  test('A transfer needs a new application once a list shows that it failed, and is done once a later list shows it active', async () => {
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'code' })
    const id = await buy({ kind: 'transfer', accountId, name: moving }, { [moving]: authCodeId })
    await until(id, 'accepted')
    await readLists()
    await until(id, 'needs_application')
    expect(await shownStatuses()).toEqual(['needs_application', 'needs_application', 'needs_application', 1])
    await rig.restart()
    expect((await rig.call('orders.list', { filter: { statuses: ['needs_application'] } })).total).toBe(1)
    const domain = rig.simulator.world.user('first').domains.get(moving)
    if (domain) domain.status = 'active'
    await readLists()
    await until(id, 'done')
  })

  test('The tab of the orders and the badge of the navigation count a transfer to apply for again', async () => {
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'code' })
    const id = await buy({ kind: 'transfer', accountId, name: moving }, { [moving]: authCodeId })
    await until(id, 'accepted')
    await readLists()
    await until(id, 'needs_application')
    const count = async (waitsFor: 'user' | 'stopped') =>
      (await rig.call('orders.counts', { accountIds: [accountId], waitsFor })).total
    expect([await count('user'), await count('stopped')]).toEqual([1, 0])
    const runs = await rig.call('orders.runs', null)
    expect(runs).toMatchObject([{ waitsForYou: 1 }])
    expect(runs.filter(doesOrderRunWaitForUserToContinue)).toEqual([])
  })

  test.each(['shown', 'dismissed'] as const)(
    'A transfer that fails after a restart shows its run (%s while it was accepted) until the run is dismissed',
    async (before) => {
      const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'code' })
      const id = await buy({ kind: 'transfer', accountId, name: moving }, { [moving]: authCodeId })
      await until(id, 'accepted')
      const { runId } = await get(id)
      if (before === 'dismissed') await rig.call('orders.dismissRun', { runId })
      await rig.restart()
      await readLists()
      await until(id, 'needs_application')
      const counted = async () => (await rig.call('orders.counts', { waitsFor: 'user' })).total
      const shown = async () => (await rig.call('orders.runs', null)).filter(({ isDismissed }) => !isDismissed)
      expect(await counted()).toBe(1)
      expect(await shown()).toMatchObject([{ id: runId, waitsForYou: 1 }])
      await rig.restart()
      await expect.poll(counted).toBe(1)
      await rig.call('orders.dismissRun', { runId })
      await rig.restart()
      await rig.call('sync.start', { accountIds: [accountId] })
      await expect.poll(shown).toEqual([])
      expect(await counted()).toBe(0)
    },
  )

  test('A done order stays done after a restart, also when its account is removed', async () => {
    const id = await buy({ ...acquisition, accountId })
    await until(id, 'accepted')
    await rig.restart()
    await readLists()
    await until(id, 'done')
    await rig.call('accounts.remove', { accountId })
    await rig.restart()
    expect((await get(id)).status).toBe('done')
  })
})

describe('Orders that the user recorded as not accepted', () => {
  /** An order that the service has not executed, with an outcome that its answer leaves open. */
  async function buyWithAnswer(item: OrderItem, answer: { status: number; code: string }): Promise<string> {
    const id = await buy({ ...item, accountId }, {}, () =>
      rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', when: 'before', ...answer } }),
    )
    await until(id, 'unsettled')
    rig.simulator.faults.clear()
    return id
  }
  const buyWithServerError = (item: OrderItem) => buyWithAnswer(item, { status: 502, code: 'BACKEND_ERROR' })

  async function recordAsNotAccepted(item: OrderItem): Promise<string> {
    const id = await buyWithServerError(item)
    await rig.call('orders.settle', { intentId: id, happened: false, repeat: false })
    expect((await get(id)).status).toBe('not_happened')
    return id
  }

  /** The lists are checked in the order of the orders, so an acquisition that is finished later proves the check. */
  async function expectNotAskedAgainAfterRead(id: string): Promise<void> {
    const later = await buy({ kind: 'acquire', accountId, name: 'last-name.com', years: 1, nameservers: null })
    await until(later, 'accepted')
    await readLists()
    await until(later, 'done')
    expect(await get(id)).toMatchObject({ status: 'not_happened' })
  }

  function executeLate(): void {
    const domains = rig.simulator.world.user('first').domains
    const [moved] = domains.values()
    domains.set(name, { ...(moved as NonNullable<typeof moved>), name, status: 'active' })
  }

  test.each(['accepted', 'not accepted'] as const)(
    'An order whose domain appears later is asked about once more, also after a restart: %s',
    async (decision) => {
      await buyFirstDomain()
      const id = await recordAsNotAccepted(acquisition)
      executeLate()
      await readLists()
      await until(id, 'needs_you')
      expect((await get(id)).steps.at(-1)).toMatchObject({ event: 'status_read', fact: { becomes: 'active' } })
      await rig.restart()
      expect((await rig.call('orders.counts', {})).byStatus).toContainEqual({ status: 'needs_you', count: 1 })
      await expect(rig.call('orders.settle', { intentId: id, happened: false, repeat: true })).rejects.toMatchObject({
        kind: 'conflict',
      })
      await rig.call('orders.settle', { intentId: id, happened: decision === 'accepted', repeat: false })
      await readLists()
      await until(id, decision === 'accepted' ? 'done' : 'not_happened')
    },
  )

  test.each([
    ['by the ordered period', 1, 'needs_you'],
    ['by another period', 2, 'not_happened'],
  ] as const)(
    'A renewal recorded as not accepted whose domain is later renewed %s: %s years lead to %s',
    async (_, years, status) => {
      await buyFirstDomain()
      const id = await recordAsNotAccepted({ kind: 'renew', accountId, name: 'first-name.com', years: 1 })
      const before = (await get(id)).expiryDate ?? ''
      const [domain] = rig.simulator.world.user('first').domains.values()
      if (domain) domain.expiryDate = addYears(before, years)
      await readLists()
      const stored = async () =>
        (await rig.call('inventory.domain', { accountId, name: 'first-name.com' })).row.expiryDate
      await expect.poll(stored).toBe(addYears(before, years))
      await until(id, status)
      if (status !== 'needs_you') return
      await rig.call('orders.settle', { intentId: id, happened: true, repeat: false })
      expect(await get(id)).toMatchObject({ status: 'done', yen: 1_650 })
      const decisions = (await get(id)).steps.filter(({ event }) => event === 'settled_by_person')
      expect(decisions.map(({ fact }) => fact['happened'])).toEqual([false, true])
    },
  )

  test('A renewal recorded as not accepted is not asked about again for an expiry date that the last check before the decision showed', async () => {
    await buyFirstDomain()
    const id = await buyWithServerError({ kind: 'renew', accountId, name: 'first-name.com', years: 1 })
    const before = (await get(id)).expiryDate ?? ''
    await rig.call('orders.readAgain', { intentId: id })
    const [domain] = rig.simulator.world.user('first').domains.values()
    if (domain) domain.expiryDate = addYears(before, 1)
    await rig.call('orders.readAgain', { intentId: id })
    await until(id, 'needs_you')
    await rig.call('orders.settle', { intentId: id, happened: false, repeat: false })
    await expectNotAskedAgainAfterRead(id)
  })

  test('An acquisition recorded as not accepted is not asked about again for a domain that the last check before the decision showed', async () => {
    await buyFirstDomain()
    const id = await buyWithAnswer(acquisition, { status: 409, code: 'DUPLICATE_OPERATION' })
    executeLate()
    await rig.call('orders.readAgain', { intentId: id })
    await until(id, 'needs_you')
    await rig.call('orders.settle', { intentId: id, happened: false, repeat: false })
    await expectNotAskedAgainAfterRead(id)
  })

  test('A cancelled order whose only request was not accepted for a rate limit is not asked about', async () => {
    await buyFirstDomain()
    const id = await buy({ ...acquisition, accountId }, {}, () =>
      rig.simulator.faults.add({
        match: { method: 'POST' },
        fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '2' } },
      }),
    )
    await expect.poll(async () => (await get(id)).steps.map(({ event }) => event)).toContain('rate_refused')
    await rig.call('orders.abandon', { intentIds: [id] })
    rig.simulator.faults.clear()
    executeLate()
    await readLists()
    await expectNotAskedAgainAfterRead(id)
  })

  test('An order whose domain a later order acquired is not asked about', async () => {
    const id = await recordAsNotAccepted(acquisition)
    const later = await buy({ ...acquisition, accountId })
    await until(later, 'accepted')
    await readLists()
    await until(later, 'done')
    expect((await get(id)).status).toBe('not_happened')
  })

  /** Buys a domain. Its state is the template for a domain whose order the service executes late. */
  async function buyFirstDomain(): Promise<void> {
    const first = await buy({ kind: 'acquire', accountId, name: 'first-name.com', years: 1, nameservers: null })
    await until(first, 'accepted')
    await readLists()
    await until(first, 'done')
  }
})
