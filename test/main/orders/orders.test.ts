import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { Quote } from '#shared/ipc/quotes.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

const full = 'a-key-that-may-do-everything'
const narrow = 'a-key-for-one-domain'
const another = 'another-key-that-may-do-everything'
const other = 'the-key-of-another-account'
const code = 'the-right-auth-code'

async function open(clock = systemClock): Promise<string> {
  rig = await startSimulatorRig({
    clock,
    world: {
      users: [
        {
          name: 'first',
          keys: [
            { token: full, services: { domain: { allow_acquisition: true }, server: { allow_signup: true } } },
            {
              token: narrow,
              services: { domain: { target_mode: 'selected', targets: ['one.com'], allow_acquisition: true } },
            },
            { token: another },
            { token: other },
          ],
          domains: [
            { domain_name: 'one.com', expiry_date: '2027-03-31' },
            { domain_name: 'two.com', expiry_date: '2027-03-31' },
            ...['three.com', 'four.com'].map((domain_name) => ({ domain_name, expiry_date: '2027-03-31' })),
          ],
        },
      ],
      registered: [{ domain_name: 'away.com', auth_code: code }],
    },
  })
  return (await rig.addAccount('First', [full, narrow])).id
}

const settled = ['done', 'refused', 'abandoned']

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

async function end(intentIds: string[]) {
  const read = () => Promise.all(intentIds.map((intentId) => rig.call('orders.intent', { intentId })))
  for (let intents = await read(); ; intents = await read()) {
    if (intents.every(({ state }) => settled.includes(state))) return intents
    await rig.event('orders.changed')
  }
}

const charges = () => rig.simulator.ledger.charges.map(({ kind, yen }) => [kind, yen])
const posts = () => rig.simulator.ledger.requests.filter(({ method }) => method === 'POST')

describe('Confirmed orders', () => {
  test('An order is sent with the key and the price of the quote, and charged once', async () => {
    const accountId = await open()
    const { intentIds, totalYen } = await buy([{ kind: 'renew', accountId, name: 'one.com', years: 2 }])
    const [intent] = await end(intentIds)
    expect(intent).toMatchObject({ state: 'done', yen: 3_300, expiryDate: '2027-03-31', target: 'one.com' })
    expect(charges()).toEqual([['renew', totalYen]])
    expect(posts().map(({ keyIndex, bodyJson }) => [keyIndex, bodyJson])).toEqual([
      [1, { years: 2, current_expiry_date: '2027-03-31', expected_total_price: 3_300 }],
    ])
    const again = await rig.call('orders.quote', {
      quoteId: 'again',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    expect(again.rows[0]).toMatchObject({ expiryDate: '2029-03-31', problem: null })
    expect(again.accounts[0]?.hint?.paidAt).toEqual(expect.any(Number))
    expect((await rig.call('orders.spending', {})).months).toEqual([
      expect.objectContaining({ accountId, kind: 'renew', yen: 3_300, count: 1 }),
    ])
  })

  test('An ordered server is in the server list without a manual sync', async () => {
    const accountId = await open()
    const listed = rig.event('sync.changed', ([first]) => first?.state === 'idle' && first.endedAt !== null)
    const { intentIds } = await buy([
      {
        kind: 'order',
        accountId,
        planId: 'standard',
        months: 12,
        serverId: 'banto01',
        autoRenew: false,
        partnerCode: null,
      },
    ])
    expect((await end(intentIds))[0]?.state).toBe('done')
    await listed
    expect((await rig.call('inventory.servers', {})).rows).toMatchObject([{ serverId: 'banto01', accountId }])
  })

  test('An order refused because of an old price is quoted at the current price, for other years too', async () => {
    const accountId = await open()
    const items = (years: number): OrderItem[] =>
      ['fresh1.com', 'fresh2.com'].map((name) => ({ kind: 'acquire', accountId, name, years, nameservers: null }))
    await rig.call('orders.quote', { quoteId: 'seen', items: items(1) })
    for (const entry of rig.simulator.world.file.tlds) if (entry.tld === 'com') entry.register = 1_500
    const { intentIds } = await buy(items(3))
    expect((await end(intentIds)).map(({ state, yen, error }) => [state, yen, error?.code])).toEqual([
      ['refused', 2_970, 'PRICE_MISMATCH'],
      ['refused', 2_970, 'PRICE_MISMATCH'],
    ])
    expect((await rig.call('orders.quote', { quoteId: 'again', items: items(2) })).rows.map(({ yen }) => yen)).toEqual([
      3_000, 3_000,
    ])
    expect(charges()).toEqual([])
  })

  test('An order whose key was refused is sent by another key when it is ordered again', async () => {
    const accountId = await open()
    const items: OrderItem[] = ['one.com', 'two.com'].map((name) => ({ kind: 'renew', accountId, name, years: 1 }))
    rig.simulator.faults.add({
      match: { token: narrow, path: '/renew$' },
      times: 9,
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const [one, two] = await end((await buy(items)).intentIds)
    expect([one?.state, one?.error?.code, two?.state]).toEqual(['refused', 'FORBIDDEN', 'done'])
    const [again] = await end((await buy(items)).intentIds)
    expect(again?.state).toBe('done')
    expect(posts().map(({ keyIndex }) => keyIndex)).toEqual([0, 0])
  })

  test('A quote cannot be confirmed twice, and a name with an open order is not quoted again', async () => {
    const accountId = await open()
    rig.simulator.faults.add({
      match: { path: '/two.com/renew$' },
      fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
      times: 1,
    })
    const items: OrderItem[] = [
      { kind: 'renew', accountId, name: 'one.com', years: 1 },
      { kind: 'renew', accountId, name: 'two.com', years: 1 },
    ]
    const { intentIds, runId } = await buy(items)
    await expect(
      rig.call('orders.confirm', { quoteId: 'gone', rowIds: ['row'], totalYen: 0, agreesToTerms: true }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    await end(intentIds.slice(0, 1))
    for (
      let two = await rig.call('orders.intent', { intentId: intentIds[1] as string });
      two.state !== 'unsettled';
      two = await rig.call('orders.intent', { intentId: intentIds[1] as string })
    )
      await rig.event('orders.changed')
    const { rows } = await rig.call('orders.quote', { quoteId: 'again', items })
    expect(rows.map(({ problem }) => problem && [problem.reason, problem.intentId])).toEqual([
      null,
      ['open_intent', intentIds[1]],
    ])
    const { path } = await rig.call('orders.exportCsv', { filter: { runId } })
    const csv = readFileSync(path ?? '', 'utf8')
    expect(csv).toContain(',unsettled,')
    expect(csv).not.toMatch(/fail/i)
    expect(await rig.call('orders.externalPurchases', {})).toEqual([])
  })

  test('A second confirmation of the same quote is answered with `confirmed_already`, never with `not_found`', async () => {
    const accountId = await open()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'once',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    const confirm = () =>
      rig.answer('orders.confirm', { quoteId: 'once', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
    const alreadyConfirmed = { ok: false, error: { kind: 'conflict', details: { reason: 'confirmed_already' } } }
    expect(await Promise.all([confirm(), confirm()])).toMatchObject([{ ok: true }, alreadyConfirmed])
    expect(await confirm()).toMatchObject(alreadyConfirmed)
    expect((await rig.call('orders.list', {})).total).toBe(1)
  })

  test('A finished order is visible in the domain list before any sync', async () => {
    const accountId = await open()
    const shown = async () =>
      (await rig.call('inventory.domains', {})).rows
        .map(({ name, status, expiryDate }) => [name, status, expiryDate])
        .sort()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: code })
    const items: OrderItem[] = [
      { kind: 'renew', accountId, name: 'one.com', years: 2 },
      { kind: 'acquire', accountId, name: 'fresh.com', years: 1, nameservers: null },
      { kind: 'transfer', accountId, name: 'away.com' },
    ]
    const { intentIds } = await buy(items, { 'away.com': authCodeId })
    await end(intentIds)
    await expect.poll(shown).toEqual([
      ['away.com', 'transferring', null],
      ['fresh.com', 'active', expect.stringMatching(/^\d{4}-/)],
      ['one.com', 'active', '2029-03-31'],
    ])
  })

  test('A transfer with an auth code that only the registry rejects is charged, and then needs a new application', async () => {
    const accountId = await open()
    rig.simulator.world.file.auth_code_check = 'registry'
    Object.assign(rig.simulator.world.registered.get('away.com') ?? {}, { transfer_seconds: 0 })
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: 'another code' })
    const item: OrderItem = { kind: 'transfer', accountId, name: 'away.com' }
    const [intent] = await end((await buy([item], { 'away.com': authCodeId })).intentIds)
    expect(intent?.state).toBe('done')
    expect(charges()).toEqual([['transfer', 1_650]])
    expect((await rig.call('orders.quote', { quoteId: 'again', items: [item] })).rows[0]?.problem?.reason).toBe(
      'auth_code_missing',
    )
    const again = await rig.call('orders.keepAuthCode', { authCode: code })
    expect(
      (
        await rig.call('orders.quote', {
          quoteId: 'again',
          items: [item],
          authCodeIds: { 'away.com': again.authCodeId },
        })
      ).rows[0]?.problem?.reason,
    ).toBe('transfer_failed')
  })

  test('An auth code is sent once and then forgotten, and it is in no file of the profile', async () => {
    const accountId = await open()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: code })
    const item: OrderItem = { kind: 'transfer', accountId, name: 'away.com' }
    const { intentIds } = await buy([item], { 'away.com': authCodeId })
    const [intent] = await end(intentIds)
    expect(intent?.state).toBe('done')
    expect(posts()[0]?.bodyJson).toMatchObject({ auth_code: code })
    expect(JSON.stringify(intent)).not.toContain(code)
    const again = await rig.call('orders.quote', {
      quoteId: 'again',
      items: [{ ...item, name: 'other.com' }],
      authCodeIds: { 'other.com': authCodeId },
    })
    expect(again.rows[0]?.problem?.reason).toBe('auth_code_missing')
    for (const file of ['banto.db', 'banto.db-wal', 'orders.db', 'orders.journal'])
      expect(readIfThere(join(rig.profile, file))).not.toContain(code)
  })
})

describe('Expiry read before a renewal is sent', () => {
  test('An expiry that differs from the confirmed one is in the domain list at once', async () => {
    const accountId = await open()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'moved',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    const domain = rig.simulator.world.user('first').domains.get('one.com')
    if (domain) domain.expiryDate = '2031-03-31'
    const { intentIds } = await rig.call('orders.confirm', {
      quoteId: 'moved',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    await expect
      .poll(async () => (await rig.call('orders.intent', { intentId: intentIds[0] as string })).hold?.reason)
      .toBe('target_moved')
    await expect
      .poll(async () => (await rig.call('inventory.domain', { accountId, name: 'one.com' })).row.expiryDate)
      .toBe('2031-03-31')
    expect(charges()).toEqual([])
  })
})

describe('Domain readings of an order', () => {
  test('A reading for an order updates the domain’s page and the domain list, with the time of the reading', async () => {
    let passedMs = 0
    const accountId = await open({ ...systemClock, now: () => Date.now() + passedMs })
    await rig.call('sync.start', { accountIds: [accountId] })
    await expect
      .poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state), { timeout: 10_000 })
      .toEqual(['idle'])
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'unknown',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.faults.add({
      match: { path: '/one.com/renew$' },
      fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
    })
    const { intentIds } = await rig.call('orders.confirm', {
      quoteId: 'unknown',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    const intentId = intentIds[0] as string
    await expect
      .poll(async () => (await rig.call('orders.intent', { intentId })).state, { timeout: 10_000 })
      .toBe('unsettled')
    passedMs = 3_600_000
    const before = Date.now() + passedMs
    await rig.call('orders.readAgain', { intentId })
    const { row, detail } = await rig.call('inventory.domain', { accountId, name: 'one.com' })
    expect(detail.readAt).toBeGreaterThanOrEqual(before)
    expect(row.readAt).toBeGreaterThanOrEqual(before)
    expect(detail.data).toMatchObject({ status: 'active', expiry_date: '2027-03-31' })
  })

  test('A check that could not read anything does not store an older reading over a newer expiry from a list', async () => {
    const accountId = await open()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'unknown',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.faults.add({
      match: { path: '/one.com/renew$' },
      fault: { kind: 'status', status: 503, code: 'REGISTRAR_UNAVAILABLE' },
    })
    const { intentIds } = await rig.call('orders.confirm', {
      quoteId: 'unknown',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    const intentId = intentIds[0] as string
    const order = () => rig.call('orders.intent', { intentId })
    await expect.poll(async () => (await order()).state, { timeout: 10_000 }).toBe('unsettled')
    await rig.call('orders.readAgain', { intentId })
    const checkAt = (await order()).nextLookAt
    rig.simulator.faults.add({
      match: { path: '^/v1/domain/one.com$' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    Object.assign(rig.simulator.world.user('first').domains.get('one.com') ?? {}, { expiryDate: '2030-03-31' })
    await rig.call('sync.start', { accountIds: [accountId] })
    const expiry = async () => (await rig.call('inventory.domain', { accountId, name: 'one.com' })).row.expiryDate
    await expect.poll(expiry, { timeout: 10_000 }).toBe('2030-03-31')
    await expect.poll(async () => (await order()).nextLookAt, { timeout: 25_000 }).not.toBe(checkAt)
    expect((await order()).state).toBe('unsettled')
    expect(await expiry()).toBe('2030-03-31')
  }, 30_000)
})

describe('Domains gone before their renewal is sent', () => {
  test('A domain missing at the sending of its renewal is gone from the domain list after the list is read again', async () => {
    const accountId = await open()
    await rig.call('sync.start', { accountIds: [accountId] })
    await expect
      .poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state), { timeout: 10_000 })
      .toEqual(['idle'])
    expect((await rig.call('inventory.domains', {})).total).toBe(4)
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'gone',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.world.user('first').domains.delete('one.com')
    await rig.call('orders.confirm', {
      quoteId: 'gone',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    await expect
      .poll(async () => (await rig.call('inventory.domain', { accountId, name: 'one.com' })).row.goneSince, {
        timeout: 10_000,
      })
      .not.toBeNull()
    expect(charges()).toEqual([])
  })
})

describe('Dry runs', () => {
  test('An auth code repeated in the answer to a dry run does not reach the window', async () => {
    const accountId = await open()
    const { authCodeId } = await rig.call('orders.keepAuthCode', { authCode: code })
    const error = { code: 'VALIDATION_ERROR', message: `${code} is wrong`, errors: [code] }
    rig.simulator.faults.add({
      match: { method: 'POST', path: 'transfer$' },
      times: 1,
      fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR', body: { error } },
    })
    const { rows } = await rig.call('orders.quote', {
      quoteId: 'echo',
      items: [{ kind: 'transfer', accountId, name: 'away.com' }],
      authCodeIds: { 'away.com': authCodeId },
    })
    expect(rows[0]?.problem).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('Double confirmations', () => {
  test('Two confirmations at the same time are one decision: the second is refused while the first is being written', async () => {
    const accountId = await open()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'once',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.ledger.clear()
    const press = () =>
      rig.call('orders.confirm', { quoteId: 'once', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true })
    const presses = await Promise.allSettled([press(), press()])
    expect(
      presses
        .map((press) => (press.status === 'fulfilled' ? 'placed' : (press.reason as { kind: string }).kind))
        .sort(),
    ).toEqual(['conflict', 'placed'])
    const placed = presses.find((press) => press.status === 'fulfilled')
    await end(placed?.value.intentIds ?? [])
    expect(charges()).toEqual([['renew', totalYen]])
    expect(posts()).toHaveLength(1)
  })
})

describe('Orders that may have happened', () => {
  test('An account with such an order cannot be removed or merged, and its key cannot be removed or replaced', async () => {
    const accountId = await open()
    const into = await rig.addAccount('Other', [other])
    rig.simulator.faults.add({
      match: { path: '/one.com/renew$' },
      fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' },
      times: 1,
    })
    const { intentIds } = await buy([
      { kind: 'renew', accountId, name: 'one.com', years: 1 },
      { kind: 'renew', accountId, name: 'two.com', years: 1 },
    ])
    const [intentId = '', two = ''] = intentIds
    await end([two])
    const intent = () => rig.call('orders.intent', { intentId })
    for (let now = await intent(); now.state !== 'unsettled'; now = await intent()) await rig.event('orders.changed')
    const { keyId } = await intent()
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: another,
      accountId: null,
    })
    const refused = { kind: 'open_intent', details: expect.objectContaining({ intentId, target: 'one.com' }) }
    await expect(rig.call('accounts.remove', { accountId })).rejects.toMatchObject(refused)
    await expect(rig.call('accounts.merge', { accountId: into.id, fromAccountId: accountId })).rejects.toMatchObject(
      refused,
    )
    await expect(rig.call('accounts.removeKey', { accountId, keyId })).rejects.toMatchObject(refused)
    await expect(rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })).rejects.toMatchObject(refused)

    await rig.call('orders.settle', { intentId, happened: true, repeat: false })
    await rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })
    await rig.call('accounts.remove', { accountId })
    expect((await intent()).state).toBe('done')
  })
})

describe('Removed accounts', () => {
  test('An account cannot be removed while an order for it is being written', async () => {
    const accountId = await open()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'races',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    rig.simulator.faults.add({ match: { method: 'POST' }, fault: { kind: 'delay', ms: 300 } })
    const confirmed = rig.call('orders.confirm', {
      quoteId: 'races',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    await expect(rig.call('accounts.remove', { accountId })).rejects.toMatchObject({ kind: 'open_intent' })
    expect((await end((await confirmed).intentIds)).map(({ state }) => state)).toEqual(['done'])
  })

  test('A quote for an account that was removed since cannot be confirmed', async () => {
    const accountId = await open()
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'late',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    await rig.call('accounts.remove', { accountId })
    await expect(
      rig.call('orders.confirm', { quoteId: 'late', rowIds: rows.map(({ id }) => id), totalYen, agreesToTerms: true }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    expect((await rig.call('orders.list', {})).total).toBe(0)
  })
})

describe('Paused accounts', () => {
  test('A waiting order is sent as soon as its account is no longer paused', async () => {
    // Long sleeps last an hour, so that no automatic retry happens.
    const accountId = await open({
      ...systemClock,
      sleep: (ms, signal) => systemClock.sleep(ms < 5_000 ? ms : 60 * 60_000, signal),
    })
    const { rows, totalYen } = await rig.call('orders.quote', {
      quoteId: 'waits',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    await rig.call('accounts.update', { accountId, isPaused: true })
    const { intentIds } = await rig.call('orders.confirm', {
      quoteId: 'waits',
      rowIds: rows.map(({ id }) => id),
      totalYen,
      agreesToTerms: true,
    })
    const intent = () => rig.call('orders.intent', { intentId: intentIds[0] as string })
    for (let now = await intent(); now.hold?.reason !== 'cannot_send'; now = await intent())
      await rig.event('orders.changed')
    await rig.call('accounts.update', { accountId, isPaused: false })
    await end(intentIds)
    expect(charges()).toEqual([['renew', totalYen]])
  })
})

describe('Quitting', () => {
  test('Quitting waits for the answer of a paid call in flight, and a call that hung may have happened after the next start', async () => {
    const accountId = await open()
    rig.simulator.faults.add({ match: { path: '/one.com/renew$' }, times: 1, fault: { kind: 'delay', ms: 300 } })
    rig.simulator.faults.add({ match: { path: '/two.com/renew$' }, times: 1, fault: { kind: 'hang' } })
    const { intentIds } = await buy([
      { kind: 'renew', accountId, name: 'one.com', years: 1 },
      { kind: 'renew', accountId, name: 'two.com', years: 1 },
    ])
    await expect.poll(() => posts().length).toBe(2)
    await rig.restart()
    const [one, two] = await Promise.all(intentIds.map((intentId) => rig.call('orders.intent', { intentId })))
    expect(one).toMatchObject({ state: 'done' })
    expect(one?.steps.map(({ event }) => event)).toEqual(['planned', 'sent', 'answered'])
    expect(two?.steps.map(({ event }) => event)).toContain('lost')
    expect(two?.state).not.toBe('refused')
    const keys = posts()
      .filter(({ path }) => path.includes('two.com'))
      .map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys)).toEqual(new Set([two?.idempotencyKey]))
    expect(charges().length).toBeLessThanOrEqual(2)
  }, 30_000)
})

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
