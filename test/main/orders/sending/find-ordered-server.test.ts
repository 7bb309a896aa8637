import { describe, expect, test } from 'vitest'
import { createTransport } from '#main/api/http/transport.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import {
  createFastClock,
  order,
  paidRequests,
  startOrders,
  buildOrdersWorld,
  type OrdersRig,
} from '#test/main/orders/orders-rig.ts'

const post = { method: 'POST' }
const events = ({ steps }: { steps: { event: string }[] }) => steps.map(({ event }) => event)
const newServers = (rig: OrdersRig, id: string) =>
  rig.intent(id).steps.findLast(({ event }) => event === 'read')?.fact['appeared']
const world = (form: WorldFile['server_id_form'], servers: { server_id: string }[] = [{ server_id: 'mine01' }]) =>
  buildOrdersWorld({ servers }, { server_id_form: form })
/** A second server order of the same account. */
const another: OrderItem = { ...order, serverId: 'other02' } as OrderItem

describe('A service that changes the server ID', () => {
  test.each(['upper_case', 'prefixed', 'suffixed', 'shortened'] as const)(
    'The order is settled by the names in its answer: %s',
    async (form) => {
      const rig = await startOrders(world(form))
      const [id = ''] = await rig.place({ item: order })
      const intent = await rig.until(id, 'done')
      expect(events(intent)).toEqual(['planned', 'sent', 'unclear', 'settled_by_reading'])
      expect(rig.simulator.ledger.charges).toHaveLength(1)
    },
  )

  test('The order is settled by the names in its answer after a crash, and never sent again', async () => {
    const rig = await startOrders(world('upper_case'), { clock: createFastClock(10) })
    const [id = ''] = await rig.place({ item: order })
    await rig.until(id, 'unsettled')
    rig.crash()
    expect(events(await rig.until(id, 'done'))).toEqual(['planned', 'sent', 'unclear', 'settled_by_reading'])
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A server that was listed before the sending proves nothing by its name', async () => {
    const rig = await startOrders(world('as_sent'))
    const body = { server: { server_id: 'mine01', servername: 'mine01.simulator.example', status: 'active' } }
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 200, body } })
    const [id = ''] = await rig.place({ item: order })
    expect(await rig.untilIt(id, ({ needsYou }) => needsYou)).toMatchObject({ state: 'unsettled' })
    expect(newServers(rig, id)).toBeUndefined()
  })
})

describe('A new server after a lost answer', () => {
  async function lose(form: WorldFile['server_id_form'] = 'prefixed'): Promise<{ rig: OrdersRig; id: string }> {
    const rig = await startOrders(world(form))
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-after' } })
    const [id = ''] = await rig.place({ item: order })
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    return { rig, id }
  }

  test('A new server is named before a repeat is offered, and does not settle the order by itself', async () => {
    const { rig, id } = await lose()
    expect(rig.intent(id)).toMatchObject({ state: 'unsettled', needsYou: true })
    expect(newServers(rig, id)).toBe('sv-banto01.simulator.example')
  })

  test('A new server that the user has not seen is named once more, and nothing is sent', async () => {
    const rig = await startOrders(world('prefixed'))
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const [id = ''] = await rig.place({ item: order })
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    expect(newServers(rig, id)).toBeUndefined()
    appear(rig, 'late01')
    for (const repeat of [false, true]) {
      await rig.runs.pause(rig.intent(id).runId)
      if (repeat) appear(rig, 'late02')
      await expect(rig.runs.settleByUser(id, false, repeat)).rejects.toMatchObject({
        kind: 'conflict',
        details: { reason: 'server_appeared' },
      })
    }
    expect(newServers(rig, id)).toBe('late01.simulator.example, late02.simulator.example')
    expect(rig.intent(id).state).toBe('unsettled')
    expect(paidRequests(rig.simulator)).toHaveLength(1)
    // The user has seen the new server and may state that it belongs to another order.
    await rig.runs.settleByUser(id, false, true)
    await expect.poll(() => paidRequests(rig.simulator).length).toBe(2)
  })

  test.each([false, true])(
    'A decision is refused, with the reason, when the list shows the ordered server (repeat: %s)',
    async (repeat) => {
      const rig = await startOrders(world('as_sent'))
      rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
      const [id = ''] = await rig.place({ item: order })
      await rig.untilIt(id, ({ needsYou }) => needsYou)
      appear(rig, 'banto01')
      await expect(rig.runs.settleByUser(id, false, repeat)).rejects.toMatchObject({
        kind: 'conflict',
        details: { reason: 'settled_meanwhile' },
      })
      expect(rig.intent(id)).toMatchObject({ state: 'done' })
      expect(paidRequests(rig.simulator)).toHaveLength(1)
    },
  )

  test('A repeat is not allowed while the list cannot be read', async () => {
    const { rig, id } = await lose()
    rig.accounts.change('a', { isPaused: true })
    await expect(rig.runs.settleByUser(id, false, true)).rejects.toMatchObject({ kind: 'paused' })
    expect(await rig.runs.settleByUser(id, true, false)).toMatchObject({ state: 'done' })
  })

  test('The user may decide about a server order when no key may read the server list any more', async () => {
    const { rig, id } = await lose()
    rig.simulator.faults.add({
      match: { method: 'GET', path: '^/v1/server$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    expect(await rig.runs.settleByUser(id, false, false)).toMatchObject({ state: 'abandoned' })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A decision is not allowed while a proxy answers the reading of the list with 403', async () => {
    const { rig, id } = await lose()
    rig.simulator.faults.add({
      match: { method: 'GET', path: '^/v1/server$' },
      fault: { kind: 'status', status: 403, body: 'a proxy' },
    })
    await expect(rig.runs.settleByUser(id, false, true)).rejects.toMatchObject({ kind: 'not_the_service', status: 403 })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A repeat is held when the new server appears between the decision and the sending', async () => {
    const { rig, holdReadsAfter, read } = await startWithHeldReads()
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const [id = ''] = await rig.place({ item: order })
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    // One reading is for the decision. The next reading is for the repeat.
    holdReadsAfter(1)
    const { steps } = await rig.runs.settleByUser(id, false, true)
    appear(rig, 'BANTO01')
    read()
    const repeat = await rig.untilIt(
      steps.at(-1)?.fact['intentId'] as string,
      ({ hold }) => hold?.reason === 'target_moved',
    )
    expect(repeat.steps.at(-1)?.fact).toEqual({
      listed: false,
      appeared: 'BANTO01.simulator.example',
      reason: 'target_moved',
    })
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A repeat is held when the new server is the one named in the first answer', async () => {
    const { rig, holdReadsAfter, read } = await startWithHeldReads()
    const body = { server: { server_id: 'sv-banto01', servername: 'sv-banto01.simulator.example', status: 'active' } }
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'status', status: 200, body } })
    const [id = ''] = await rig.place({ item: order })
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    holdReadsAfter(1)
    const { steps } = await rig.runs.settleByUser(id, false, true)
    appear(rig, 'sv-banto01')
    read()
    const repeat = await rig.untilIt(
      steps.at(-1)?.fact['intentId'] as string,
      ({ state, hold }) => state !== 'planned' || hold?.reason === 'target_moved',
    )
    expect(repeat.hold?.reason).toBe('target_moved')
    expect(paidRequests(rig.simulator)).toHaveLength(1)
  })

  test('A new server of another order is not named', async () => {
    const rig = await startOrders(world('upper_case'))
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const [id = ''] = await rig.place({ item: order })
    await rig.until(id, 'unsettled')
    const [other = ''] = await rig.place({ item: another })
    await rig.until(other, 'done')
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    expect(newServers(rig, id)).toBeUndefined()
    expect(rig.intent(other).knownServers).toBeNull()
  })

  test('An order is not settled by another order’s server with the same ID', async () => {
    const rig = await startOrders(world('as_sent'))
    rig.simulator.faults.add({ match: post, times: 1, fault: { kind: 'reset-before' } })
    const [id = ''] = await rig.place({ item: { ...order, serverId: 'other02' } as OrderItem })
    await rig.until(id, 'unsettled')
    // The other order was sent with `other`, and the service made it `other02`.
    rig.simulator.faults.add({
      match: post,
      times: 1,
      fault: {
        kind: 'status',
        status: 200,
        body: { server: { server_id: 'other02', servername: 'other02.simulator.example', status: 'active' } },
      },
    })
    const [other = ''] = await rig.place({ item: { ...order, serverId: 'other' } as OrderItem })
    await rig.until(other, 'unsettled')
    appear(rig, 'other02')
    await rig.until(other, 'done')
    await rig.untilIt(id, ({ needsYou }) => needsYou)
    expect(rig.intent(id).state).toBe('unsettled')
  })
})

/** After `holdReadsAfter(count)`, `count` readings pass, and all later ones wait for `read()`. */
async function startWithHeldReads(): Promise<{
  rig: OrdersRig
  holdReadsAfter: (count: number) => void
  read: () => void
}> {
  const transport = createTransport({ resolveProxy: async () => 'DIRECT' })
  const { promise: mayRead, resolve: read } = Promise.withResolvers<void>()
  let readsUntilHeld = Infinity
  const rig = await startOrders(world('upper_case'), {
    timeLimitMs: 60_000,
    transport: {
      async send(request) {
        if (request.method === 'GET' && (readsUntilHeld -= 1) < 0) await mayRead
        return transport.send(request)
      },
      close: transport.close,
    },
  })
  return { rig, holdReadsAfter: (count) => (readsUntilHeld = count), read }
}

/** Adds a server as if the service had created it now. */
function appear(rig: OrdersRig, serverId: string): void {
  const user = rig.simulator.world.user('aoi')
  const [first] = user.servers.values()
  if (!first) throw new Error('There is no server to copy')
  const servername = `${serverId}.simulator.example`
  user.servers.set(servername, { ...first, serverId, servername })
}
