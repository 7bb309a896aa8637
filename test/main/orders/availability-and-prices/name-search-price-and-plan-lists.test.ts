import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { requestFieldRules } from '#shared/api/service-limits.ts'
import { isAppError } from '#shared/app-error.ts'
import {
  maxNamesPerSearch,
  type NameSearchResult,
  type NameSearchProgress,
} from '#shared/ipc/domain-availability-search.ts'
import { openDatabase } from '#main/store/database.ts'
import { proposeUnusedServerId } from '#main/orders/availability-and-prices/propose-unused-server-id.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

const token = 'first-key-of-the-first'

async function open(): Promise<string> {
  rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'first',
          keys: [{ token }],
          domains: [{ domain_name: 'mine.com' }],
          servers: [{ server_id: 'banto01' }],
        },
      ],
      registered: ['taken.com'],
    },
  })
  const { id } = await rig.addAccount('First', [token])
  rig.simulator.ledger.clear()
  return id
}

const sent = () => rig.simulator.ledger.requests
const checked = () =>
  sent()
    .filter(({ path }) => path === '/v1/domain/check')
    .map(({ query }) => query['domain_name'])
const progressEvents = () =>
  rig.events.flatMap(({ name, payload }) => (name === 'orders.searchProgress' ? [payload as NameSearchProgress] : []))

async function search(
  accountId: string,
  names: string[],
  tlds: string[] = [],
): Promise<{ cost: { total: number; minutes: number; dayFraction: number }; found: NameSearchResult[] }> {
  const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
  const cost = await rig.call('orders.search', { searchId: 'search', accountId, names, tlds })
  await over
  return { cost, found: progressEvents().flatMap(({ found }) => found) }
}

describe('Name searches', () => {
  test('A search returns its cost first, checks each name once and returns every result once', async () => {
    const accountId = await open()
    const { cost, found } = await search(accountId, ['fresh, TAKEN', 'fresh', 'mine.com', '例え.jp'], ['com', '.net'])
    expect(cost).toEqual({ total: 6, minutes: 6 / 60, dayFraction: 6 / 10_000 })
    expect(checked().sort()).toEqual(['fresh.com', 'fresh.net', 'mine.com', 'taken.com', 'taken.net', 'xn--r8jz45g.jp'])
    expect(
      found.map(({ name, availability }) => [name, availability?.available, availability?.reason ?? null]).sort(),
    ).toEqual([
      ['fresh.com', true, null],
      ['fresh.net', true, null],
      ['mine.com', false, 'registered'],
      ['taken.com', false, 'registered'],
      ['taken.net', true, null],
      ['xn--r8jz45g.jp', true, null],
    ])
    expect(progressEvents().at(-1)).toMatchObject({ done: 6, total: 6, isOver: true, minutesLeft: null })
    expect(progressEvents().filter(({ isOver }) => isOver)).toHaveLength(1)
  })

  test('A search with too many names is refused before any call, and a running search continues', async () => {
    const accountId = await open()
    const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
    await rig.call('orders.search', { searchId: 'search', accountId, names: ['fresh.com'] })
    const names = Array.from({ length: maxNamesPerSearch / 2 + 1 }, (_, index) => `name${index}`)
    expect(
      await rig
        .call('orders.search', { searchId: 'search', accountId, names, tlds: ['com', 'net'] })
        .catch((error: unknown) => isAppError(error, 'invalid_input')),
    ).toBe(true)
    await over
    expect(checked()).toEqual(['fresh.com'])
  })

  test('A text that is no name is reported without a call', async () => {
    const accountId = await open()
    const { cost, found } = await search(accountId, ['under_score.com', 'nodot', 'fresh.com'])
    expect(cost).toMatchObject({ total: 3, minutes: 1 / 60 })
    expect(found.filter(({ name }) => name === null).map(({ typed, error }) => [typed, error?.kind])).toEqual([
      ['under_score.com', 'invalid_input'],
      ['nodot', 'invalid_input'],
    ])
    expect(checked()).toEqual(['fresh.com'])
  })

  test('A failed name does not stop the others', async () => {
    const accountId = await open()
    rig.simulator.faults.add({
      match: { path: '/check$' },
      times: 1,
      fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
    })
    const { found } = await search(accountId, ['a.com', 'b.com', 'c.com'])
    expect(found.filter(({ error }) => error !== null)).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: 'VALIDATION_ERROR' }) }),
    ])
    expect(found).toHaveLength(3)
  })

  test('The search stops when the account cannot be used, and every remaining name has the error', async () => {
    const accountId = await open()
    rig.simulator.faults.add({
      match: { path: '/check$' },
      times: 100,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    const { found } = await search(
      accountId,
      Array.from({ length: 40 }, (_, index) => `name${index}.com`),
    )
    expect(found).toHaveLength(40)
    expect(found.every(({ error }) => error !== null)).toBe(true)
    expect(checked().length).toBeLessThanOrEqual(5)
  })

  test('A cancelled search ends at once and keeps its results', async () => {
    const accountId = await open()
    rig.simulator.faults.add({ match: { path: '/check$' }, times: 100, fault: { kind: 'delay', ms: 100 } })
    const over = rig.event('orders.searchProgress', ({ isOver }) => isOver)
    const some = rig.event('orders.searchProgress', ({ done }) => done > 0)
    await rig.call('orders.search', {
      searchId: 'search',
      accountId,
      names: Array.from({ length: 40 }, (_, index) => `name${index}.com`),
    })
    await some
    await rig.call('orders.cancelSearch', { searchId: 'search' })
    const { done, total } = await over
    expect(total).toBe(40)
    expect(done).toBeLessThan(40)
    expect(checked().length).toBeLessThan(40)
  })
})

describe('A price list with a price that is negative or not in yen', () => {
  const answer = (path: string, body: unknown) =>
    rig.simulator.faults.add({ match: { path }, fault: { kind: 'status', status: 200, body } })
  const item = (tld: string, fields: object) => ({
    tld,
    register: 15,
    renew: 15,
    transfer: 15,
    currency: 'JPY',
    campaign_applied: false,
    ...fields,
  })

  test('An unpayable amount of the price list does not reach the window, neither fetched nor stored', async () => {
    const accountId = await open()
    answer('/pricing$', { prices: [item('com', { currency: 'USD' }), item('net', { renew: -1 }), item('org', {})] })
    const { data } = await rig.call('orders.prices', { accountId, refresh: true })
    expect(
      data?.map(({ tld, register, renew, transfer, unpayable }) => [tld, register, renew, transfer, unpayable]),
    ).toEqual([
      ['com', null, null, null, { reason: 'foreign_currency', stated: 'USD' }],
      ['net', null, null, null, { reason: 'negative_price', stated: '-1' }],
      ['org', 15, 15, 15, null],
    ])
    expect((await rig.call('orders.prices', { accountId })).data).toEqual(data)
  })

  test('An unpayable amount of a plan does not reach the window', async () => {
    const accountId = await open()
    const plan = (plan_id: string, currency: string, total_price: number) => ({
      plan_id,
      plan_name: plan_id,
      periods: [{ months: 12, total_price, regular_total_price: 99 }],
      currency,
    })
    answer('/plans$', { plans: [plan('dollars', 'USD', 15), plan('below', 'JPY', -15), plan('good', 'JPY', 15)] })
    const { data } = await rig.call('orders.plans', { accountId, refresh: true })
    expect(
      data
        ?.flatMap(({ periods }) => periods)
        .map(({ total_price, regular_total_price, unpayable }) => [total_price, regular_total_price, unpayable]),
    ).toEqual([
      [null, undefined, { reason: 'foreign_currency', stated: 'USD' }],
      [null, undefined, { reason: 'negative_price', stated: '-15' }],
      [15, 99, null],
    ])
  })

  test('An unpayable amount in a search result does not reach the window', async () => {
    const accountId = await open()
    answer('/check$', {
      available: true,
      reason: null,
      premium: false,
      prices: { register: 15, renew: 15, transfer: null, currency: 'USD', campaign_applied: true },
    })
    const { found } = await search(accountId, ['fresh.com'])
    expect(found[0]?.availability).toMatchObject({
      available: true,
      prices: { register: null, renew: null },
      unpayable: { reason: 'foreign_currency', stated: 'USD' },
    })
  })
})

describe('Plans and prices', () => {
  test('Plans and prices are fetched on request, and the stored ones are shown in offline mode', async () => {
    const accountId = await open()
    expect(await rig.call('orders.prices', { accountId })).toEqual({
      data: null,
      readAt: null,
      error: null,
      errorAt: null,
    })
    expect(sent()).toEqual([])
    const fresh = await rig.call('orders.prices', { accountId, refresh: true })
    expect(fresh.data?.find(({ tld }) => tld === 'com')).toMatchObject({ register: 990, renew: 1_650 })
    const plans = await rig.call('orders.plans', { accountId, refresh: true })
    expect(plans.data?.map(({ plan_id }) => plan_id)).toEqual(['standard', 'premium', 'business'])
    await rig.call('app.saveSettings', { isOffline: true })
    await rig.restart()
    expect(await rig.call('orders.prices', { accountId })).toEqual(fresh)
    const refused = await rig.call('orders.plans', { accountId, refresh: true })
    expect(refused).toMatchObject({ data: plans.data, readAt: plans.readAt, error: { kind: 'offline' } })
  })
})

describe('Unreadable stored plans and prices', () => {
  test.each(['[{', '{}', '[null]', '[{"plan_id":1,"tld":1}]'])(
    'Stored plans and prices that cannot be parsed are treated as never fetched: %s',
    async (data) => {
      const accountId = await open()
      for (const name of ['orders.plans', 'orders.prices'] as const) await rig.call(name, { accountId, refresh: true })
      await rig.restart(() => {
        const database = openDatabase(join(rig.profile, 'banto.db'))
        database.run('update offer set data = ?', data)
        database.close()
      })
      for (const name of ['orders.plans', 'orders.prices'] as const)
        expect(await rig.call(name, { accountId })).toMatchObject({ data: null, readAt: null })
      expect(await rig.call('orders.forecast', { accountIds: null })).toMatchObject({ pricedAt: null })
      expect((await rig.call('orders.prices', { accountId, refresh: true })).data).not.toBeNull()
    },
  )
})

describe('Suggested server ids', () => {
  test('A suggested id has the form that the service accepts and is in no stored list', async () => {
    const accountId = await open()
    const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
    await rig.call('sync.start', {})
    await ended
    const suggest = async (wish: string) => (await rig.call('orders.suggestServerId', { accountId, wish })).serverId
    expect(await suggest('Shop Tokyo')).toBe('shoptokyo')
    expect(await suggest('banto01')).toBe('banto0101')
    expect(await suggest('３Ｄプリント-lab')).toBe('dlab')
    for (const wish of ['', '例え', 'a', '12', 'a-very-long-name-of-a-server'])
      expect(await suggest(wish)).toMatch(requestFieldRules.serverId.pattern)
  })

  test('A suggested id is never one that is taken', () => {
    const taken = new Set<string>()
    for (let count = 0; count < 300; count += 1) {
      const id = proposeUnusedServerId('averylongname', (serverId) => taken.has(serverId), Math.random)
      expect(id).toMatch(requestFieldRules.serverId.pattern)
      expect(taken.has(id)).toBe(false)
      taken.add(id)
    }
  })
})
