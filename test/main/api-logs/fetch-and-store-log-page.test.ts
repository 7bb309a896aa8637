import { afterEach, describe, expect, test } from 'vitest'
import type { ExecutionLogFetchState, ExecutionLogEntryOrGap } from '#shared/ipc/api-logs.ts'
import { formatJapanTime, parseJapanTime } from '#shared/japan-time.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

let rig: SimulatorRig
afterEach(() => rig?.close())

const now = Math.floor(Date.now() / 1000) * 1000
const at = (minutesAgo: number) => formatJapanTime(now - minutesAgo * 60_000)
/** Two entries per minute, so that each second with entries has two. */
const entries = (key: number) =>
  Array.from({ length: 300 }, (_, index) => ({
    key,
    method: index % 3 === 0 ? 'POST' : 'GET',
    path: `/v1/domain/d${Math.floor(index / 2)}.example`,
    status_code: index % 10 < 2 ? 404 : 200,
    created_at: at(60 + Math.floor((299 - index) / 2)),
  }))

const world: WorldFile = {
  users: [
    {
      name: 'first',
      keys: [{ token: 'first-key-of-the-first' }, { token: 'second-key-of-the-first' }],
      logs: [...entries(0), ...entries(1)],
    },
    { name: 'second', keys: [{ token: 'first-key-of-the-second' }], logs: entries(0) },
  ],
}

async function open(): Promise<void> {
  rig = await startSimulatorRig({ world })
  await rig.addAccount('First', ['first-key-of-the-first', 'second-key-of-the-first'])
  await rig.addAccount('Second', ['first-key-of-the-second'])
  rig.simulator.ledger.clear()
}

const asked = () => rig.simulator.ledger.requests.filter(({ path }) => path === '/v1/logs')
const stored = async (filter: object = {}) => (await rig.call('logs.page', { filter, limit: 500 })).entries
const entriesOf = ({ rows }: { rows: ExecutionLogEntryOrGap[] }) => rows.flatMap(({ entry }) => entry ?? [])
/** Filters for entries from before the test: the service logs the requests of the test, too. */
const old = { to: parseJapanTime(at(30)) }

async function readAll(filter: object, limit: number): Promise<ExecutionLogFetchState[]> {
  let fetchStates = await rig.call('logs.fetch', { filter, limit })
  while (fetchStates.some(({ hasMore, error }) => hasMore && error === null))
    fetchStates = await rig.call('logs.fetch', { filter, fetchStates, limit })
  return fetchStates
}

describe('the execution log', () => {
  test('The time of the newest page is kept while older pages are read', async () => {
    await open()
    const newest = await rig.call('logs.fetch', { filter: old, limit: 40 })
    const before = rig.simulator.ledger.requests.length
    // The main process uses the computer's clock: wait for another millisecond.
    await expect.poll(() => Date.now()).toBeGreaterThan(Math.max(...newest.map(({ readAt }) => readAt ?? 0)) + 5)
    const older = await rig.call('logs.fetch', { filter: old, fetchStates: newest, limit: 40 })
    expect(rig.simulator.ledger.requests.length).toBeGreaterThan(before)
    expect(older.map(({ readAt }) => readAt)).toEqual(newest.map(({ readAt }) => readAt))
  })

  test('The execution log is read from every key of every account, page by page, and merged newest first without duplicates', async () => {
    await open()
    const fetchStates = await readAll(old, 70)
    expect(fetchStates).toHaveLength(3)
    expect(fetchStates.every(({ error, hasMore, cursor }) => error === null && !hasMore && cursor === null)).toBe(true)
    expect(await stored(old)).toBe(900)
    await readAll(old, 110)
    expect(await stored(old)).toBe(900)
    const rows = entriesOf(await rig.call('logs.page', { filter: old, limit: 400 }))
    expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).toSorted((one, other) => other - one))
    expect(new Set(rows.map(({ keyId }) => keyId)).size).toBe(3)
  })

  test('The service is asked with every filter, with times in Japan time', async () => {
    await open()
    const filter = {
      from: now - 100 * 60_000 + 400,
      to: now - 70 * 60_000,
      statusClass: 'error' as const,
      statusCode: 404,
      method: 'GET' as const,
    }
    await rig.call('logs.fetch', { filter, limit: 50 })
    expect(asked()).toHaveLength(3)
    expect(asked()[0]?.query).toEqual({
      from: at(100),
      to: at(70),
      status_class: 'error',
      status_code: '404',
      method: 'GET',
      limit: '50',
    })
    const page = await rig.call('logs.page', { filter })
    const [rows, total] = [entriesOf(page), page.entries]
    expect(total).toBeGreaterThan(0)
    expect(rows.every((row) => row.statusCode === 404 && row.method === 'GET')).toBe(true)
    expect(await stored({})).toBe(total)
  })

  test('Reading continues for the keys that have more pages, and the result names the key that failed', async () => {
    await open()
    const filter = { ...old, statusCode: 404 }
    const first = await rig.call('logs.fetch', { filter, limit: 40 })
    expect(first.map(({ hasMore }) => hasMore)).toEqual([true, true, true])
    expect(first.every(({ completeFrom }) => completeFrom !== null)).toBe(true)
    rig.simulator.ledger.clear()
    rig.simulator.faults.add({
      match: { token: 'second-key-of-the-first' },
      fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
    })
    const second = await rig.call('logs.fetch', {
      filter,
      fetchStates: first.map((fetchState, index) => (index === 2 ? { ...fetchState, hasMore: false } : fetchState)),
      limit: 40,
    })
    expect(asked()).toHaveLength(2)
    expect(second.map(({ error }) => error?.code ?? null)).toEqual([null, 'FORBIDDEN', null])
    expect(second[1]?.cursor).toBe(first[1]?.cursor)
  })

  test('A key that cannot be used is not called, and the result says why', async () => {
    await open()
    const accounts = await rig.call('accounts.list', null)
    rig.simulator.faults.add({
      match: { token: 'first-key-of-the-second' },
      times: 1,
      fault: { kind: 'status', status: 401, code: 'UNAUTHORIZED' },
    })
    const filter = { accountIds: [accounts.find(({ label }) => label === 'Second')?.id ?? ''] }
    await rig.call('logs.fetch', { filter })
    rig.simulator.ledger.clear()
    const [fetchState] = await rig.call('logs.fetch', { filter })
    expect(fetchState?.error).toMatchObject({
      kind: 'no_key',
      details: { keyId: fetchState?.keyId, reasons: [{ reason: 'quarantined' }] },
    })
    expect(asked()).toEqual([])
  })

  test('A log that was read while its key was replaced is not stored, and the result says why', async () => {
    rig = await startSimulatorRig({ world })
    const { id: accountId, keys } = await rig.addAccount('First', ['first-key-of-the-first'])
    const keyId = keys[0]?.id ?? ''
    const { pendingKeyId } = await rig.call('accounts.tryKey', {
      baseUrl: rig.simulator.url,
      secret: 'second-key-of-the-first',
    })
    rig.simulator.ledger.clear()
    rig.simulator.faults.add({ match: { path: '^/v1/logs$' }, fault: { kind: 'delay', ms: 500 } })
    const fetched = rig.call('logs.fetch', { filter: old })
    await expect.poll(() => asked().length).toBe(1)
    await rig.call('accounts.replaceKey', { accountId, keyId, pendingKeyId })
    const [fetchState] = await fetched
    expect(fetchState?.error).toMatchObject({ kind: 'conflict', details: { reason: 'key_of_log_changed' } })
    expect(await stored(old)).toBe(0)
  })
})

test('The requests of this app are listed newest first, and the failed ones can be listed alone', async () => {
  await open()
  rig.simulator.faults.add({
    match: { token: 'first-key-of-the-second' },
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  await rig.call('logs.fetch', {})
  const { rows, total } = await rig.call('logs.requests', { onlyFailed: true })
  expect({ rows, total }).toMatchObject({
    total: 1,
    rows: [{ endpoint: 'account.logs', status: 403, code: 'FORBIDDEN', method: 'GET', path: '/v1/logs?limit=100' }],
  })
  const all = await rig.call('logs.requests', {})
  expect(all.total).toBeGreaterThan(3)
  expect(all.rows.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id).toSorted((one, other) => other - one))
})

test('The time of the last reading is kept for each key of which every POST was read', async () => {
  await open()
  const countCompleteReads = async () => (await rig.call('logs.lastCompleteReadsOfPostEntries', null)).length
  expect(await countCompleteReads()).toBe(0)
  for (const filter of [
    { method: 'GET' as const },
    { statusCode: 200 },
    { statusClass: 'error' as const },
    old,
    { from: now - 60_000 },
  ])
    await readAll(filter, 200)
  expect(await countCompleteReads()).toBe(0)
  rig.simulator.faults.add({
    match: { token: 'second-key-of-the-first' },
    times: 1,
    fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
  })
  const first = await rig.call('logs.fetch', { filter: { method: 'POST' }, limit: 40 })
  expect(first.filter(({ error }) => error === null)).toHaveLength(2)
  // Older purchases may follow, so nothing is recorded yet.
  expect(await countCompleteReads()).toBe(0)
  let fetchStates = first.filter(({ error }) => error === null)
  while (fetchStates.some(({ hasMore }) => hasMore))
    fetchStates = await rig.call('logs.fetch', { filter: { method: 'POST' }, fetchStates, limit: 40 })
  const byKey = <T extends { keyId: string }>(list: T[]) =>
    list.toSorted((one, other) => one.keyId.localeCompare(other.keyId))
  const read = first.filter(({ error }) => error === null).map(({ keyId, readAt }) => ({ keyId, readAt }))
  expect(byKey(await rig.call('logs.lastCompleteReadsOfPostEntries', null))).toEqual(byKey(read) as never)
  // A page that begins before the recorded reading leaves no gap.
  const again = await rig.call('logs.fetch', { filter: { method: 'POST' }, limit: 40 })
  const times = (await rig.call('logs.lastCompleteReadsOfPostEntries', null)).map(({ keyId, readAt }) => [
    keyId,
    readAt,
  ])
  expect(times).toHaveLength(2)
  for (const { keyId, readAt } of again.filter(({ keyId }) => read.some((one) => one.keyId === keyId)))
    expect(times).toContainEqual([keyId, readAt])
})
