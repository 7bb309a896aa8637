import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#main/clock.ts'
import { openDatabase } from '#main/store/database.ts'
import { createFastClock, createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { createARecordInput, startPlansRig, type PlansRig } from '#test/main/plans/plans-rig.ts'

const names = ['web01.simulator.example', 'web02.simulator.example']
const logLine = 'PHP Fatal error: canary-of-the-log-5521'

async function startRig(options: Parameters<typeof startPlansRig>[0] = {}): Promise<PlansRig> {
  const rig = await startPlansRig({
    ...options,
    user: {
      servers: [
        {
          server_id: 'web01',
          domains: ['one.com', 'two.com'],
          error_log: { 'one.com': ['a', logLine], 'two.com': [] },
        },
        { server_id: 'web02', domains: ['three.com'], error_log: { 'three.com': ['c'] } },
      ],
    },
  })
  rig.simulator.ledger.clear()
  return rig
}

async function start(rig: PlansRig, kind: 'read_servers' | 'clear_caches' | 'read_error_logs'): Promise<string> {
  const servers = names.map((servername) => ({ accountId: rig.accountId, servername }))
  return (await rig.call('serverJobs.start', { kind, servers })).jobId
}

const requests = (rig: PlansRig) => rig.simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`)
const clearings = (rig: PlansRig) => requests(rig).filter((request) => request.startsWith('DELETE'))

test('Information and usage of several servers are read as a job, also of a read-only account', async () => {
  const rig = await startRig()
  await rig.call('accounts.update', { accountId: rig.accountId, isReadOnly: true })
  const items = await rig.untilEnded(await start(rig, 'read_servers'))
  expect(items.map(({ domain, state, work }) => [domain, state, work])).toEqual(
    names.map((name) => [name, 'done', { done: 2, total: 2 }]),
  )
  const servers = await rig.call('serverJobs.servers', {})
  expect(servers.map(({ row, info, usage }) => [row.name, info.data !== null, usage.data !== null])).toEqual(
    names.map((name) => [name, true, true]),
  )
})

test('A reading of a server that an earlier version has begun continues with what is left', async () => {
  const rig = await startRig()
  await rig.restart(() => {
    const database = openDatabase(join(rig.profile, 'banto.db'))
    database.run(
      `insert into job (id, kind, subject, created_at, is_complete) values ('earlier', 'read_servers', ?, 1, 1)`,
      JSON.stringify({ sourceKind: 'read_servers', domains: 1, firstDomain: names[0] }),
    )
    database.run(
      `insert into job_item (job_id, position, account_id, domain, state, calls, calls_done, input, progress)
       values ('earlier', 0, ?, ?, 'waiting', 2, 1, '{}', ?)`,
      rig.accountId,
      names[0] as string,
      JSON.stringify({ names: null, done: 1, total: 2, error: null, lost: null }),
    )
    database.close()
  })
  expect(await rig.untilEnded('earlier')).toMatchObject([{ state: 'done', work: { done: 2, total: 2 } }])
  expect(requests(rig).filter((request) => request.includes('/v1/server/'))).toEqual([
    `GET /v1/server/${names[0]}/server-info/usage`,
  ])
})

test('The caches of every domain of several servers are cleared once each, and are listed in the change log', async () => {
  const rig = await startRig()
  const jobId = await start(rig, 'clear_caches')
  const items = await rig.untilEnded(jobId)
  const hosted = names.map((name) => [
    ...(rig.simulator.world.users[0]?.servers.get(name)?.hosting.domains.keys() ?? []),
  ])
  expect(items.map(({ state, work }) => [state, work?.done])).toEqual(hosted.map(({ length }) => ['done', length]))
  expect(hosted.flat()).toEqual(expect.arrayContaining(['one.com', 'two.com', 'three.com']))
  const expected = names.flatMap((name, index) =>
    (hosted[index] ?? []).map((domain) => `DELETE /v1/server/${name}/server-cache/${domain}/cache`),
  )
  expect(clearings(rig).sort()).toEqual(expected.sort())
  const { rows } = await rig.call('changeLog.list', {})
  expect(rows.map(({ change, result, jobId: of }) => [change.kind, result, of])).toEqual(
    Array.from({ length: expected.length }, () => ['server', 'done', jobId]),
  )
  expect((await rig.job(jobId)).mayUndo).toBe(false)
})

test('A job that clears caches continues after a restart with the domains that are left', async () => {
  const gate = createRequestGate(({ path }) => path.endsWith('two.com/cache'))
  gate.close()
  const rig = await startRig({ onArrival: gate.onArrival })
  const jobId = await start(rig, 'clear_caches')
  await expect.poll(gate.heldCount).toBe(1)
  const restarted = rig.restart()
  gate.open()
  await restarted
  expect((await rig.untilEnded(jobId)).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(clearings(rig).filter((request) => request.includes('one.com'))).toHaveLength(1)
})

test('The change log has the time at which a cache was to be cleared, and not that of the answer', async () => {
  const gate = createRequestGate(({ method }) => method === 'DELETE')
  const rig = await startRig({ onArrival: gate.onArrival, clock: systemClock })
  gate.close()
  const jobId = await start(rig, 'clear_caches')
  await expect.poll(gate.heldCount).toBe(2)
  const heldAt = Date.now()
  await systemClock.sleep(20)
  gate.open()
  await rig.untilEnded(jobId)
  const { rows } = await rig.call('changeLog.list', {})
  const firstOf = (name: string) => Math.min(...rows.flatMap(({ domain, at }) => (domain === name ? [at] : [])))
  expect(names.map((name) => firstOf(name) <= heldAt)).toEqual([true, true])
})

test('Caches that were not begun stay as they are when the job is cancelled', async () => {
  const gate = createRequestGate(({ path }) => path.endsWith('one.com/cache'))
  gate.close()
  const rig = await startRig({ onArrival: gate.onArrival })
  const jobId = await start(rig, 'clear_caches')
  await expect.poll(gate.heldCount).toBe(1)
  const cancelled = rig.call('jobs.cancel', { jobId })
  gate.open()
  await cancelled
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('cancelled')
  expect(clearings(rig).filter((request) => request.includes('two.com'))).toEqual([])
})

test('A cache whose first clearing was lost and whose second clearing was refused has an unknown outcome', async () => {
  const rig = await startRig()
  const path = `/v1/server/${names[0]}/server-cache/one.com/cache`
  rig.simulator.faults.add({ match: { path }, times: 1, fault: { kind: 'reset-before' } })
  rig.simulator.faults.add({ match: { path }, fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } })
  const [item] = await rig.untilEnded(await start(rig, 'clear_caches'))
  expect([item?.state, item?.error?.status]).toEqual(['unknown', 422])
})

test('A cache whose first clearing was lost has an unknown outcome if every later one meets a limit', async () => {
  const rig = await startRig()
  const path = `/v1/server/${names[0]}/server-cache/one.com/cache`
  rig.simulator.faults.add({ match: { path }, times: 1, fault: { kind: 'reset-after' } })
  rig.simulator.faults.add({
    match: { path },
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '1' } },
  })
  const [item] = await rig.untilEnded(await start(rig, 'clear_caches'))
  expect([item?.state, item?.error?.status, item?.work]).toEqual(['unknown', 429, { done: 3, total: 3 }])
  const { rows } = await rig.call('changeLog.list', { limit: 10 })
  expect(rows.map(({ result }) => result)).toContain('unknown')
})

test('A server whose caches may all be cleared has an unknown outcome, and it has failed only if one was refused', async () => {
  const rig = await startRig()
  const path = `/v1/server/${names[0]}/server-cache/one.com/cache`
  rig.simulator.faults.add({ match: { path }, fault: { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } })
  const first = await rig.untilEnded(await start(rig, 'clear_caches'))
  expect(first.map(({ state, error }) => [state, error?.status])).toEqual([
    ['unknown', 500],
    ['done', undefined],
  ])
  rig.simulator.faults.add({
    match: { path: path.replace('one.com', 'two.com') },
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
  })
  const second = await rig.untilEnded(await start(rig, 'clear_caches'))
  expect(second.map(({ state, error }) => [state, error?.status])).toEqual([
    ['failed', 422],
    ['done', undefined],
  ])
})

test.each(['read_servers', 'clear_caches', 'read_error_logs'] as const)(
  'A server whose setup is not complete fails with this reason in a job of kind %s, and nothing is sent',
  async (kind) => {
    const rig = await startPlansRig({ user: { servers: [{ server_id: 'new', status: 'setup_pending' }] } })
    rig.simulator.ledger.clear()
    const servers = [{ accountId: rig.accountId, servername: 'new.simulator.example' }]
    const { jobId } = await rig.call('serverJobs.start', { kind, servers })
    expect(await rig.untilEnded(jobId)).toMatchObject([{ state: 'failed', error: { kind: 'server_setting_up' } }])
    expect(requests(rig).filter((request) => request.includes('/server/'))).toEqual([])
  },
)

test('A cancelled job does not stay open for a server that pauses before it is read again', async () => {
  const clock = createFastClock(5)
  const rig = await startRig({ clock })
  const serverError = { kind: 'status', status: 500, code: 'INTERNAL_ERROR' } as const
  rig.simulator.faults.add({ match: { path: '/server-info/usage$' }, fault: serverError })
  const jobId = await start(rig, 'read_servers')
  const items = async () => (await rig.call('jobs.items', { jobId, limit: 2 })).rows
  await expect
    .poll(async () => (await items()).map(({ state, error }) => [state, error?.status]))
    .toEqual([
      ['waiting', 500],
      ['waiting', 500],
    ])
  // The pause before the last attempt is five minutes.
  const untilRead = async () => Math.min(...(await items()).map(({ runAgainAt }) => runAgainAt ?? 0))
  await expect.poll(async () => (await untilRead()) - clock.now()).toBeGreaterThan(10_000)
  await rig.call('jobs.cancel', { jobId })
  await expect.poll(async () => (await rig.job(jobId)).state, { timeout: 1_000 }).toBe('ended')
  expect((await items()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})

test('The calls and minutes of a job over several servers are estimated before it starts', async () => {
  const rig = await startRig()
  const servers = names.map((servername) => ({ accountId: rig.accountId, servername }))
  const { byKind, assumedDomains } = await rig.call('serverJobs.estimate', { servers })
  expect([byKind.read_servers.calls, byKind.clear_caches.calls]).toEqual([4, 2 * (1 + assumedDomains)])
  expect(byKind.clear_caches.minutes).toBeGreaterThan(0)
})

test('Error logs of several servers are read as a job, and are in no file unless the user saves them', async () => {
  const rig = await startRig()
  const jobId = await start(rig, 'read_error_logs')
  await rig.untilEnded(jobId)
  const { logs, serversWithoutLogs } = await rig.call('serverJobs.errorLogs', { jobId })
  expect(serversWithoutLogs).toBe(0)
  expect(logs.map(({ domain, lines }) => [domain, lines])).toEqual(
    expect.arrayContaining([
      ['one.com', ['a', logLine]],
      ['two.com', []],
      ['three.com', ['c']],
    ]),
  )
  const filesWithLog = () =>
    readdirSync(rig.profile, { recursive: true, encoding: 'utf8' })
      .map((name) => join(rig.profile, name))
      .filter((path) => statSync(path).isFile() && readFileSync(path).includes('canary-of-the-log'))
  expect(filesWithLog()).toEqual([])
  const { path } = await rig.call('serverJobs.saveErrorLogs', {
    jobId,
    labels: { empty: 'No lines.', unknownShape: 'Unknown form.', readAt: '{time} (Japan time)' },
  })
  expect(filesWithLog()).toEqual([path])
  await rig.restart()
  expect(await rig.call('serverJobs.errorLogs', { jobId })).toEqual({ logs: [], serversWithoutLogs: 2 })
})

test('A job that goes on after a restart counts the servers whose logs it has read and that are not kept any more', async () => {
  const gate = createRequestGate(({ path }) => path === `/v1/server/${names[1]}/domain`)
  gate.close()
  const rig = await startRig({ onArrival: gate.onArrival })
  const jobId = await start(rig, 'read_error_logs')
  const stateOfFirst = async () =>
    (await rig.call('jobs.items', { jobId, states: null, offset: 0, limit: 1 })).rows[0]?.state
  await expect.poll(stateOfFirst).toBe('done')
  await rig.restart()
  gate.open()
  await rig.untilEnded(jobId)
  const { logs, serversWithoutLogs } = await rig.call('serverJobs.errorLogs', { jobId })
  expect(new Set(logs.map(({ servername }) => servername))).toEqual(new Set([names[1]]))
  expect(serversWithoutLogs).toBe(1)
})

test('A job for servers and a job for domains do not lengthen each other, because other limits count their calls', async () => {
  const gate = createRequestGate(() => true)
  const rig = await startRig({ onArrival: gate.onArrival })
  const record = createARecordInput('new', '192.0.2.50')
  const createPlan = () => rig.create({ kind: 'record_operation', operation: { kind: 'add_record', record } })
  const servers = names.map((servername) => ({ accountId: rig.accountId, servername }))
  const domains = [{ accountId: rig.accountId, name: 'example.com' }]
  const estimates = async () => ({
    plan: (await createPlan()).minutes,
    servers: (await rig.call('serverJobs.estimate', { servers })).byKind.clear_caches.minutes,
    reading: (await rig.call('domainReading.estimate', { domains })).accounts[0]?.all.minutes,
  })
  const alone = await estimates()
  gate.close()
  const ofServers = await start(rig, 'read_servers')
  const { plan, reading } = await estimates()
  expect({ plan, reading }).toEqual({ plan: alone.plan, reading: alone.reading })
  await rig.call('jobs.cancel', { jobId: ofServers })
  await rig.start(await createPlan())
  expect((await estimates()).servers).toBe(alone.servers)
  gate.open()
})
