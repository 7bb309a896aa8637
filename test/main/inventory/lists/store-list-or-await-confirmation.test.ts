import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock, type Clock } from '#main/clock.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const hourMs = 3_600_000
const token = 'key-for-all-of-them'
let rig: SimulatorRig
let passedMs = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + passedMs }

beforeEach(() => {
  passedMs = 0
})
afterEach(() => rig.close())

const names = Array.from({ length: 6 }, (_, index) => `d${index}.example`)
const world = (keys: NonNullable<WorldFile['users']>[number]['keys'] = [{ token }]): WorldFile => ({
  users: [
    {
      name: 'aoi',
      keys,
      domains: names.map((domain_name) => ({ domain_name })),
      servers: ['one01', 'two02', 'three03', 'four04'].map((server_id) => ({ server_id })),
    },
  ],
})
const forNames = (targets: string[]) => ({ domain: { target_mode: 'selected' as const, targets } })

/** Opens an account that was synced once. */
async function open(file = world(), tokens = [token]): Promise<Account> {
  rig = await startSimulatorRig({ world: file, clock })
  // No details are read, because these tests are about lists.
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  const account = await rig.addAccount('Aoi', tokens)
  await sync()
  return account
}

async function sync(): Promise<SyncProgress | undefined> {
  // Each list gets a separate read time.
  passedMs += 1000
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  return (await ended)[0]
}

const listed = async (statuses: string[] | null = null) =>
  (await rig.call('inventory.domains', { filter: { statuses } })).rows.map(({ name }) => name)
const gone = () => listed(['gone'])
const account = async () => (await rig.call('accounts.list', null))[0] as Account
const asked = (path: string) => rig.simulator.ledger.requests.filter((request) => request.path === path).length
const user = () => rig.simulator.world.user('aoi')

describe('Domains missing from the list', () => {
  test('A missing domain is gone, is not counted and cannot be ordered, and it is present again when it comes back', async () => {
    const { id } = await open()
    const state = user().domains.get('d0.example')
    user().domains.delete('d0.example')
    await sync()
    expect(await gone()).toEqual(['d0.example'])
    expect(await account()).toMatchObject({ domains: 5, shrunkenLists: [] })
    const quote = await rig.call('orders.quote', {
      quoteId: 'q',
      items: [{ kind: 'renew', accountId: id, name: 'd0.example', years: 1 }],
    })
    expect(quote.rows).toMatchObject([{ problem: { reason: 'unknown_domain' } }])
    expect(await gone()).toEqual(['d0.example'])
    if (state) user().domains.set('d0.example', state)
    await sync()
    expect([await gone(), await listed()]).toEqual([[], names])
  })

  test('A missing domain is not gone when `/v1/me` shows that the key is for fewer names now', async () => {
    await open()
    const key = user().keys[0]
    if (key?.services.domain)
      Object.assign(key.services.domain, {
        target_mode: 'selected',
        targets: names.slice(1),
        targetSet: new Set(names.slice(1)),
      })
    const before = asked('/v1/me')
    await sync()
    expect(asked('/v1/me') - before).toBe(1)
    expect([await gone(), await listed()]).toEqual([[], names])
    await sync()
    expect(asked('/v1/me') - before).toBe(1)
  })

  test('A missing domain is not gone while `/v1/me` cannot say which names the key is for', async () => {
    await open()
    user().domains.delete('d0.example')
    rig.simulator.faults.add({ match: { path: '^/v1/me$' }, fault: { kind: 'status', status: 403, code: 'FORBIDDEN' } })
    expect(await sync()).toMatchObject({ state: 'failed', error: { code: 'FORBIDDEN' } })
    expect(await gone()).toEqual([])
  })

  test('A proxy that answers `/v1/me` with 403 does not make the key unusable', async () => {
    await open()
    user().domains.delete('d0.example')
    rig.simulator.faults.add({ match: { path: '^/v1/me$' }, fault: { kind: 'status', status: 403, body: 'a proxy' } })
    expect(await sync()).toMatchObject({ state: 'failed', error: { kind: 'not_the_service', status: 403 } })
    expect(await account()).toMatchObject({ keys: [{ state: 'working' }] })
  })

  test('A missing domain is gone when a key made for it answered, whatever the other keys are made for', async () => {
    await open(
      world([
        { token: 'key-for-two-names', services: forNames(names.slice(0, 2)) },
        { token: 'key-for-four-names', services: forNames(names.slice(2)) },
      ]),
      ['key-for-two-names', 'key-for-four-names'],
    )
    user().domains.delete('d5.example')
    rig.simulator.faults.add({
      match: { token: 'key-for-two-names', path: '^/v1/domain$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    await sync()
    expect(await gone()).toEqual(['d5.example'])
  })

  test('A gone domain moves with its account when the account is merged, and does not overlap with the account that has it now', async () => {
    const file = world()
    const first = await (async () => {
      rig = await startSimulatorRig({
        world: {
          users: [
            ...(file.users ?? []),
            { name: 'rin', keys: [{ token: 'key-of-the-other' }], domains: [{ domain_name: 'r.example' }] },
          ],
        },
        clock,
      })
      await rig.call('app.saveSettings', { backgroundShare: 0 })
      return rig.addAccount('Aoi', [token])
    })()
    const second = await rig.addAccount('Rin', ['key-of-the-other'])
    await sync()
    const state = user().domains.get('d0.example')
    user().domains.delete('d0.example')
    user().domains.delete('d1.example')
    await sync()
    expect(await gone()).toEqual([])
    passedMs += hourMs
    await sync()
    expect(await gone()).toEqual(['d0.example', 'd1.example'])
    if (state) rig.simulator.world.user('rin').domains.set('d0.example', state)
    await sync()
    expect(await rig.call('accounts.overlaps', null)).toEqual([])
    await rig.call('accounts.merge', { accountId: second.id, fromAccountId: first.id })
    const { rows } = await rig.call('inventory.domains', { filter: { statuses: ['gone'] } })
    expect(rows).toMatchObject([{ accountId: second.id, name: 'd1.example' }])
    expect(
      (await rig.call('inventory.search', { text: 'd1.example' })).hits.map(({ accountId, goneSince }) => [
        accountId,
        goneSince !== null,
      ]),
    ).toEqual([[second.id, true]])
  })
})

describe('Lists that lack a third of their names or more', () => {
  test('A waiting list does not lose its missing names when the account is merged into another', async () => {
    const [half, rest] = ['key-for-three-names', 'key-for-the-rest']
    await open(
      world([
        { token: half, services: forNames(names.slice(0, 3)) },
        { token: rest, services: forNames(names.slice(2)) },
      ]),
      [half],
    )
    const { id: fromAccountId } = await account()
    const { id } = await rig.addAccount('Second', [rest])
    await sync()
    user().domains.delete('d0.example')
    await sync()
    expect((await account()).shrunkenLists).toMatchObject([{ missing: 1, expectedCount: 3 }])
    await rig.call('accounts.merge', { accountId: id, fromAccountId })
    await sync()
    passedMs += hourMs
    await sync()
    const { rows } = await rig.call('inventory.domains', { filter: { statuses: ['gone'] } })
    expect(rows).toMatchObject([{ accountId: id, name: 'd0.example' }])
  })

  test('A waiting list changes nothing and keeps the stored times until another list agrees an hour later', async () => {
    await open()
    const { syncedAt } = await account()
    const { readAt } = (await rig.call('inventory.domains', {})).rows[5] as { readAt: number }
    for (const name of names.slice(0, 2)) user().domains.delete(name)
    expect(await sync()).toMatchObject({ state: 'idle', error: null })
    const waiting = await account()
    expect(waiting).toMatchObject({
      syncedAt,
      domains: 6,
      health: { level: 'attention', reasons: ['list_shrunk'] },
      shrunkenLists: [{ list: 'domain', missing: 2, expectedCount: 6 }],
    })
    expect(waiting.shrunkenLists[0]?.readAt).toBeGreaterThan(readAt)
    expect((await rig.call('inventory.domains', {})).rows[5]).toMatchObject({ readAt, goneSince: null })
    await rig.restart()
    passedMs += hourMs - 10_000
    await sync()
    expect(await gone()).toEqual([])
    passedMs += 10_000
    await sync()
    expect(await gone()).toEqual(names.slice(0, 2))
    const { syncedAt: now, health, shrunkenLists } = await account()
    expect([(now ?? 0) > (syncedAt ?? 0), health.level, shrunkenLists]).toEqual([true, 'good', []])
  })

  test('A waiting list is applied when the user accepts it, and the lists are read again', async () => {
    const { id } = await open()
    for (const name of names) user().domains.delete(name)
    await sync()
    const [list] = (await account()).shrunkenLists
    await expect(
      rig.call('inventory.acceptShrunkenList', { accountId: id, list: 'domain', readAt: (list?.readAt ?? 0) - 1 }),
    ).rejects.toMatchObject({ kind: 'conflict' })
    const before = asked('/v1/domain')
    const ended = rig.event('sync.changed', ([first]) => first?.state === 'idle')
    await rig.call('inventory.acceptShrunkenList', { accountId: id, list: 'domain', readAt: list?.readAt ?? 0 })
    await ended
    expect([await gone(), asked('/v1/domain') - before]).toEqual([names, 1])
    expect(await account()).toMatchObject({ domains: 0, shrunkenLists: [] })
  })

  test('A server list waits as a domain list does', async () => {
    await open()
    rig.simulator.faults.add({ match: { path: '^/v1/server$' }, times: 1, fault: { kind: 'part-of-list' } })
    await sync()
    expect(await account()).toMatchObject({
      servers: 4,
      shrunkenLists: [{ list: 'server', missing: 4, expectedCount: 4 }],
    })
    expect((await rig.call('inventory.servers', {})).total).toBe(4)
    await sync()
    expect(await account()).toMatchObject({ servers: 4, shrunkenLists: [] })
  })

  test('A list with another status than 200 is an error, not a list', async () => {
    await open()
    rig.simulator.faults.add({
      match: { path: '^/v1/domain$' },
      times: 1,
      fault: { kind: 'part-of-list', keep: 5, status: 206 },
    })
    expect(await sync()).toMatchObject({ state: 'failed', error: { kind: 'not_the_service', status: 206 } })
    expect([await gone(), await listed(), (await account()).shrunkenLists]).toEqual([[], names, []])
  })

  test('A list waits when a key was replaced by one that sees other domains', async () => {
    const file = world()
    rig = await startSimulatorRig({
      world: {
        users: [
          ...(file.users ?? []),
          { name: 'rin', keys: [{ token: 'key-of-the-other' }], domains: [{ domain_name: 'r.example' }] },
        ],
      },
      clock,
    })
    await rig.call('app.saveSettings', { backgroundShare: 0 })
    const { id, keys } = await rig.addAccount('Aoi', [token])
    await sync()
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: 'key-of-the-other',
      accountId: id,
    })
    await rig.call('accounts.replaceKey', { accountId: id, keyId: keys[0]?.id ?? '', pendingKeyId })
    await sync()
    expect([await gone(), await listed()]).toEqual([[], names])
    expect((await account()).shrunkenLists).toMatchObject([
      { list: 'domain', missing: 6, expectedCount: 6 },
      { list: 'server', missing: 4, expectedCount: 4 },
    ])
  })
})
