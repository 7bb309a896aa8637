import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import type { FaultRule } from '#simulator/fault-rules.ts'
import { systemClock } from '#main/clock.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { queryExternalPurchases } from '#main/orders/reports/query-external-purchases.ts'
import { openLogDatabase } from '#test/main/api-logs/open-database-with-account-and-keys.ts'
import { createInMemoryJournal } from '#test/main/orders/in-memory-journal.ts'
import { renewal as sampleRenewal } from '#test/main/orders/sample-intents.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'
import { damages } from '#test/main/profile-backup/damage-database.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

const token = 'first-key-of-the-first'

/** `aheadMs`: how far the clock of the service is ahead of this computer's. */
async function open(aheadMs = 0, tokens = [token, 'second-key-of-the-first']): Promise<string> {
  rig = await startSimulatorRig({
    world: {
      clock: formatJapanTime(Date.now() + aheadMs),
      users: [
        {
          name: 'first',
          balance: 50_000,
          keys: [{ token, services: { domain: { allow_acquisition: true } } }, { token: 'second-key-of-the-first' }],
          domains: [
            { domain_name: 'one.com', expiry_date: '2027-03-31' },
            { domain_name: 'two.com', expiry_date: '2027-03-31' },
          ],
        },
      ],
    },
  })
  return (await rig.addAccount('First', tokens)).id
}

/** Sends a request as another program would. */
async function sendFromOtherProgram(path: string, body: object, key = token): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  await fetch(rig.simulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function quoteAcquisitions(accountId: string, names: readonly string[]) {
  const quote = await rig.call('orders.quote', {
    quoteId: `quote ${names.join()}`,
    items: names.map((name) => ({ kind: 'acquire' as const, accountId, name, years: 1, nameservers: null })),
  })
  expect(quote.rows.map(({ problem }) => problem)).toEqual(names.map(() => null))
  return quote
}

/** Buys a name. The fault meets the first request that is no dry run. */
async function acquire(
  accountId: string,
  name: string,
  fault: FaultRule['fault'],
  whileUnsettled?: () => Promise<void>,
): Promise<void> {
  const { quoteId, rows, totalYen } = await quoteAcquisitions(accountId, [name])
  rig.simulator.faults.add({ match: { method: 'POST', path: '/v1/domain$' }, fault, times: 1 })
  const rowIds = rows.map(({ id }) => id)
  const { runId } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
  const state = async () => (await rig.call('orders.list', { filter: { runId } })).rows[0]?.state
  if (whileUnsettled) {
    await expect.poll(state).toBe('unsettled')
    await whileUnsettled()
  }
  await expect.poll(state).toBe('done')
}

const renewal = { years: 1, current_expiry_date: '2027-03-31', expected_total_price: 1_650 }

async function fetchExternalPurchases(accountIds: string[] | null = null) {
  await rig.call('logs.fetch', { filter: {}, limit: 500 })
  return rig.call('orders.externalPurchases', { accountIds })
}

describe('External purchases', () => {
  test('A POST to a paid path that no request of ours explains is an external purchase', async () => {
    const accountId = await open()
    await sendFromOtherProgram('/v1/domain/one.com/renew', renewal)
    await sendFromOtherProgram('/v1/domain', {
      domain_name: 'fresh.com',
      expected_total_price: 1,
      agree_to_terms: true,
    })
    await sendFromOtherProgram('/v1/domain/one.com/dns', { type: 'A', host: 'www', content: '192.0.2.1' })
    const found = await fetchExternalPurchases()
    expect(found.map(({ kind, target, statusCode, path }) => [kind, target, statusCode, path]).sort()).toEqual([
      ['acquire', null, 422, '/v1/domain'],
      ['renew', 'one.com', 200, '/v1/domain/one.com/renew'],
    ])
    expect(found[0]).toMatchObject({ accountId, ipAddress: expect.any(String), at: expect.any(Number) })
    expect(await fetchExternalPurchases([])).toEqual([])
  })

  test('Our own dry run is no external purchase, and each request of ours explains one entry only', async () => {
    const accountId = await open()
    const items = [{ kind: 'renew' as const, accountId, name: 'one.com', years: 1 }]
    await rig.call('orders.quote', { quoteId: 'quote', items })
    expect(await fetchExternalPurchases()).toEqual([])
    const { keyIndex } = rig.simulator.ledger.requests.find(({ method }) => method === 'POST') ?? {}
    const used = keyIndex === 1 ? 'second-key-of-the-first' : token
    await sendFromOtherProgram('/v1/domain/one.com/renew', renewal, used)
    expect(await fetchExternalPurchases()).toHaveLength(1)
  })

  test.each([3_700_000, -90_000_000])(
    'Our own calls are no external purchases while the clock of the service is %s ms ahead, also one whose answer was lost',
    async (ms) => {
      const accountId = await open(ms)
      await acquire(accountId, 'ours.com', { kind: 'reset-after' })
      const posts = rig.simulator.ledger.requests.filter(({ method }) => method === 'POST')
      expect(posts.length).toBeGreaterThan(1)
      expect(await fetchExternalPurchases()).toEqual([])
      await sendFromOtherProgram('/v1/domain/one.com/renew', renewal)
      expect((await fetchExternalPurchases()).map(({ target }) => target)).toEqual(['one.com'])
    },
  )

  test.each([240_000, 18_000_000])(
    'Our own call is no external purchase if its answer has a Date that is wrong by %s ms',
    async (ms) => {
      const accountId = await open()
      await acquire(accountId, 'ours.com', { kind: 'clock-skew', ms: -ms })
      expect(await fetchExternalPurchases()).toEqual([])
      await sendFromOtherProgram('/v1/domain/one.com/renew', renewal)
      expect((await fetchExternalPurchases()).map(({ target }) => target)).toEqual(['one.com'])
    },
  )

  test.each([-3_700_000, 3_700_000])(
    'A purchase elsewhere is compared with the age of its key by the clock of the service, which is %s ms ahead of ours',
    async (ms) => {
      const accountId = await open(ms, [token])
      const secret = 'second-key-of-the-first'
      await sendFromOtherProgram('/v1/domain/one.com/renew', renewal, secret)
      // The times of the log and the `Date` headers have whole seconds.
      await systemClock.sleep(3_000)
      await sendFromOtherProgram('/v1/domain/two.com/renew', renewal)
      const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret, accountId })
      await rig.call('accounts.addKey', { accountId, pendingKeyId, label: 'second' })
      const found = await fetchExternalPurchases()
      expect(Object.fromEntries(found.map(({ target, isBeforeKey }) => [target, isBeforeKey]))).toEqual({
        'one.com': true,
        'two.com': false,
      })
    },
  )

  test('Our own dry run from before a rebuild of the database is marked as one that nothing stored can explain', async () => {
    const accountId = await open()
    await rig.call('orders.quote', {
      quoteId: 'quote',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    await rig.restart(() => damages['with other bytes in every page but the first']?.(join(rig.profile, 'banto.db')))
    await rig.call('logs.refreshArchive', { accountIds: [accountId] })
    const found = () => rig.call('orders.externalPurchases', { accountIds: null })
    await expect.poll(found, { timeout: 10_000 }).toMatchObject([{ target: 'one.com', isBeforeRebuild: true }])
  })

  test('A request with another key of the account does not explain an entry', async () => {
    const accountId = await open()
    await rig.call('orders.quote', {
      quoteId: 'quote',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    const { keyIndex } = rig.simulator.ledger.requests.find(({ method }) => method === 'POST') ?? {}
    await rig.call('orders.quote', {
      quoteId: 'again',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 2 }],
    })
    await sendFromOtherProgram('/v1/domain/one.com/renew', renewal, keyIndex === 1 ? token : 'second-key-of-the-first')
    const ours = (await rig.call('logs.requests', { limit: 500 })).rows.find(
      ({ endpoint }) => endpoint === 'domain.renew',
    )?.keyId
    const found = await fetchExternalPurchases()
    expect(found).toHaveLength(1)
    expect(found[0]?.keyId).not.toBe(ours)
  })

  test('A request of a key that was removed and added again explains its entry', async () => {
    const accountId = await open()
    await rig.call('orders.quote', {
      quoteId: 'quote',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    const { keyIndex } = rig.simulator.ledger.requests.find(({ method }) => method === 'POST') ?? {}
    const secret = keyIndex === 1 ? 'second-key-of-the-first' : token
    const keyId = (await rig.call('logs.requests', { limit: 500 })).rows.find(
      ({ endpoint }) => endpoint === 'domain.renew',
    )?.keyId as string
    await rig.call('accounts.removeKey', { accountId, keyId })
    const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret, accountId })
    await rig.call('accounts.addKey', { accountId, pendingKeyId, label: 'again' })
    expect(await fetchExternalPurchases()).toEqual([])
  })

  test('A purchase elsewhere stays in the list when another account that called the same at that time is removed', async () => {
    await open(0, [token])
    const { id: accountId } = await rig.addAccount('Second', ['second-key-of-the-first'])
    const file = new DatabaseSync(join(rig.profile, 'banto.db'))
    file.prepare('update api_key set added_at = added_at - ?').run(dayMs)
    file.close()
    const items = [{ kind: 'renew' as const, accountId, name: 'one.com', years: 1 }]
    const { quoteId, rows, totalYen } = await rig.call('orders.quote', { quoteId: 'quote', items })
    const rowIds = rows.map(({ id }) => id)
    const { runId } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
    await expect.poll(async () => (await rig.call('orders.list', { filter: { runId } })).rows[0]?.state).toBe('done')
    await sendFromOtherProgram('/v1/domain/one.com/renew', { ...renewal, current_expiry_date: '2028-03-31' })
    expect(await fetchExternalPurchases()).toMatchObject([{ target: 'one.com', statusCode: 200 }])
    await rig.call('accounts.remove', { accountId })
    expect(await fetchExternalPurchases()).toHaveLength(1)
  })

  test('A purchase elsewhere at about the time when its key was added is not called similar to one of ours, although a key was removed', async () => {
    const accountId = await open()
    const keyIds = (await rig.call('accounts.list', null)).flatMap(({ keys }) => keys.map(({ id }) => id))
    await sendFromOtherProgram('/v1/domain/one.com/renew', renewal)
    await rig.call('accounts.removeKey', { accountId, keyId: keyIds[1] ?? '' })
    expect(await fetchExternalPurchases()).toEqual([
      expect.objectContaining({ target: 'one.com', isPossiblyOwn: false, isBeforeKeyRemoval: true }),
    ])
  })

  test('A purchase with a key before this key replaced another one is not called similar to one of ours', async () => {
    const accountId = await open(0, [token])
    await rig.call('logs.fetch', { filter: {}, limit: 500 })
    const [{ id: keyId } = { id: '' }] = (await rig.call('accounts.list', null)).flatMap(({ keys }) => keys)
    const file = new DatabaseSync(join(rig.profile, 'banto.db'))
    file.prepare('update api_key set added_at = added_at - ?').run(dayMs)
    file.close()
    const secret = 'second-key-of-the-first'
    await sendFromOtherProgram('/v1/domain/one.com/renew', renewal, secret)
    const { pendingKeyId } = await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret, accountId })
    await rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })
    expect(await fetchExternalPurchases()).toEqual([
      expect.objectContaining({ target: 'one.com', isPossiblyOwn: false, isBeforeKeyRemoval: true }),
    ])
  })

  test('A purchase that our own lost request could explain is listed as possibly ours, if the log names no target', async () => {
    const accountId = await open()
    // The request never reaches the service. Its repeat is answered.
    await acquire(accountId, 'ours.com', { kind: 'reset-before' })
    const price = rig.simulator.ledger.charges[0]?.yen
    expect(price).toBeGreaterThan(0)
    expect(await fetchExternalPurchases()).toEqual([])
    await sendFromOtherProgram('/v1/domain', {
      domain_name: 'elsewhere.com',
      expected_total_price: price,
      agree_to_terms: true,
    })
    const found = await fetchExternalPurchases()
    expect(found).toEqual([
      expect.objectContaining({ kind: 'acquire', target: null, statusCode: 200, ownUnanswered: 1 }),
    ])
    await sendFromOtherProgram('/v1/domain', {
      domain_name: 'another.com',
      expected_total_price: price,
      agree_to_terms: true,
    })
    // Our one lost request can explain only one of the two purchases. The log does not show which one.
    expect((await fetchExternalPurchases()).map(({ ownUnanswered }) => ownUnanswered)).toEqual([1, 1])
    const { rows } = await rig.call('logs.page', { filter: { method: 'POST', text: '/v1/domain' } })
    // The own ones are the dry run and the repeat.
    const senders = rows.flatMap(({ entry }) => entry?.sender ?? [])
    expect(senders.toSorted()).toEqual(['own', 'own', 'ownOrOther', 'ownOrOther'])
  })

  test('A refused call of another program does not turn our own purchases into possible ones of others', async () => {
    const accountId = await open()
    await acquire(accountId, 'ours.com', { kind: 'reset-after' })
    await acquire(accountId, 'ours-too.com', { kind: 'delay', ms: 0 })
    await sendFromOtherProgram('/v1/domain', { domain_name: 'no.com', expected_total_price: 1, agree_to_terms: true })
    const found = await fetchExternalPurchases()
    expect(found.filter(({ statusCode }) => statusCode === 200)).toEqual([])
    expect(found).toHaveLength(1)
  })

  test('A lost request whose order a check found done explains its log entry', async () => {
    const accountId = await open()
    await acquire(accountId, 'ours.com', { kind: 'reset-after' })
    expect(await fetchExternalPurchases()).toEqual([])
  })

  test('A purchase of the same name elsewhere is listed, although our own request was answered by an error', async () => {
    const accountId = await open()
    await acquire(accountId, 'wanted.com', { kind: 'status', status: 500, code: 'INTERNAL_ERROR' }, async () => {
      // Our dry run is marked while the log has no similar entry near it.
      await fetchExternalPurchases()
      await sendFromOtherProgram('/v1/domain', {
        domain_name: 'wanted.com',
        expected_total_price: 990,
        agree_to_terms: true,
      })
    })
    expect(await fetchExternalPurchases()).toEqual([expect.objectContaining({ statusCode: 200, ownUnanswered: 0 })])
  })

  test('Neither the log nor the list tells our request from one of another program with the same response in the same second', async () => {
    const accountId = await open()
    await rig.call('orders.quote', {
      quoteId: 'quote',
      items: [{ kind: 'renew', accountId, name: 'one.com', years: 1 }],
    })
    const { keyIndex } = rig.simulator.ledger.requests.find(({ method }) => method === 'POST') ?? {}
    const used = keyIndex === 1 ? 'second-key-of-the-first' : token
    await sendFromOtherProgram('/v1/domain/one.com/renew', renewal, used)
    expect(await fetchExternalPurchases()).toEqual([
      expect.objectContaining({ ownUnanswered: 0, isPossiblyOwn: true }),
      expect.objectContaining({ ownUnanswered: 0, isPossiblyOwn: true }),
    ])
    const { rows } = await rig.call('logs.page', { filter: { method: 'POST' } })
    expect(rows.map(({ entry }) => [entry?.sender, entry?.isDryRun])).toEqual([
      ['ownOrOther', false],
      ['ownOrOther', false],
    ])
  })

  test('Neither the log nor the list names the sender of an entry that a late request of ours may have caused', async () => {
    const accountId = await open()
    const { quoteId, rows, totalYen } = await quoteAcquisitions(accountId, ['late.com', 'prompt.com'])
    const acquisition = { domain_name: 'elsewhere.com', expected_total_price: rows[0]?.yen, agree_to_terms: true }
    const executed = rig.simulator.ledger.requests.length
    await sendFromOtherProgram('/v1/domain', acquisition)
    const rowIds = rows.map(({ id }) => id)
    rig.simulator.faults.add({
      match: { method: 'POST', path: '/v1/domain$' },
      fault: { kind: 'late', ms: 3000 },
      times: 1,
    })
    const { runId } = await rig.call('orders.confirm', { quoteId, rowIds, totalYen, agreesToTerms: true })
    const states = async () => (await rig.call('orders.list', { filter: { runId } })).rows.map(({ state }) => state)
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done', 'done'])
    const posts = () => rig.simulator.ledger.requests.slice(executed).filter(({ method }) => method === 'POST')
    expect(posts()).toHaveLength(3)
    const found = await fetchExternalPurchases()
    expect(found.map(({ ownUnanswered, isPossiblyOwn }) => [ownUnanswered, isPossiblyOwn])).toEqual(
      posts().map(() => [1, true]),
    )
    const { rows: logRows } = await rig.call('logs.page', { filter: { method: 'POST', text: '/v1/domain' } })
    expect(logRows.map(({ entry }) => entry?.sender)).toEqual(posts().map(() => 'ownOrOther'))
  })

  test('Nothing names the sender of purchases between a sending without an answer and the reading that showed its order', async () => {
    const database = openLogDatabase(['key-1'])
    const sentAt = Date.parse('2026-11-20T00:00:00Z')
    const step = (event: 'sent' | 'lost' | 'settled_by_reading', at: number) =>
      ({ at, serverAt: null, state: event === 'sent' ? 'sent' : 'done', event, error: null, fact: {} }) as const
    const journal = createInMemoryJournal()
    await journal.add([
      sampleRenewal(1, {
        item: {
          kind: 'order',
          accountId: 'a',
          planId: 'standard',
          months: 12,
          serverId: 'shop',
          autoRenew: true,
          partnerCode: null,
        },
        state: 'done',
        steps: [step('sent', sentAt), step('lost', sentAt + 1_000), step('settled_by_reading', sentAt + 20 * minuteMs)],
      }),
    ])
    const insertEntry = (minutes: number) =>
      database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code)
         values ('key-1', 'a', ?, 'POST', '/v1/server', 200)`,
        sentAt + minutes * minuteMs,
      )
    insertEntry(18)
    const certainties = async () =>
      (await queryExternalPurchases(database, journal, null)).map(({ isPossiblyOwn }) => isPossiblyOwn)
    expect(await certainties()).toEqual([])
    insertEntry(1)
    insertEntry(30)
    expect(await certainties()).toEqual([false, true, true])
    // The reading may have found the purchase of another program.
    const purchases = await queryExternalPurchases(database, journal, null)
    expect(purchases.filter(({ isMatchedByCertainCall }) => isMatchedByCertainCall)).toEqual([])
  })

  test('Our sending that a gateway answered by an error may have caused an entry, and is not counted among those without a response', async () => {
    const database = openLogDatabase(['key-1'])
    const sentAt = Date.parse('2026-11-20T00:00:00Z')
    const step = (event: 'sent' | 'server_error', at: number, fact: { status?: number }) =>
      ({ at, serverAt: null, state: event === 'sent' ? 'sent' : 'unsettled', event, error: null, fact }) as const
    const journal = createInMemoryJournal()
    await journal.add([
      sampleRenewal(1, {
        item: { kind: 'acquire', accountId: 'a', name: 'fresh.com', years: 1, nameservers: null },
        state: 'unsettled',
        steps: [step('sent', sentAt, {}), step('server_error', sentAt + 1_000, { status: 502 })],
      }),
    ])
    database.run(
      `insert into log_entry (key_id, account_id, at, method, path, status_code)
       values ('key-1', 'a', ?, 'POST', '/v1/domain', 200)`,
      sentAt,
    )
    expect(await queryExternalPurchases(database, journal, null)).toEqual([
      expect.objectContaining({ ownUnanswered: 0, isPossiblyOwn: true }),
    ])
  })

  test('Of sendings at the same time, each has the request with its own answer, so that a purchase elsewhere stays in the list', async () => {
    const database = openLogDatabase(['key-1'])
    const sentAt = Date.parse('2026-11-20T00:00:00Z')
    type Event = 'sent' | 'lost' | 'server_error' | 'answered' | 'settled_by_reading'
    const step = (event: Event, at: number, fact: { status?: number } = {}) =>
      ({ at: sentAt + at, serverAt: null, state: 'done', event, error: null, fact }) as const
    const acquisition = (index: number, name: string, steps: ReturnType<typeof step>[]) =>
      sampleRenewal(index, {
        item: { kind: 'acquire', accountId: 'a', name, years: 1, nameservers: null },
        state: 'done',
        steps,
      })
    const journal = createInMemoryJournal()
    await journal.add([
      acquisition(1, 'one.com', [step('sent', 0), step('lost', 1_001), step('sent', 40_000), step('answered', 41_000)]),
      acquisition(2, 'two.com', [
        step('sent', 0),
        step('server_error', 1_000, { status: 500 }),
        step('settled_by_reading', 60_000),
      ]),
    ])
    for (const [at, status] of [
      [1, null],
      [1, 500],
      [40_001, 200],
    ] as const)
      database.run(
        `insert into request (key_id, endpoint, attempt, at, method, path, status, error_kind, duration_ms, is_in_flight)
         values ('key-1', 'domain.acquire', 1, ?, 'POST', '/v1/domain', ?, ?, 900, 0)`,
        sentAt + at,
        status,
        status === null ? 'no_answer' : null,
      )
    for (const [at, status] of [
      [0, 200],
      [0, 500],
      [40_000, 200],
    ] as const)
      database.run(
        `insert into log_entry (key_id, account_id, at, method, path, status_code)
         values ('key-1', 'a', ?, 'POST', '/v1/domain', ?)`,
        sentAt + at,
        status,
      )
    expect(await queryExternalPurchases(database, journal, null)).toMatchObject([
      { at: sentAt, statusCode: 200, isPossiblyOwn: true },
    ])
  })
})
