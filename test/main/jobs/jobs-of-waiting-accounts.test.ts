import { expect, test } from 'vitest'
import { systemClock, type Clock } from '#main/clock.ts'
import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/app-error.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { JobItemState } from '#shared/ipc/jobs.ts'
import { captureRejection } from '#test/capture-rejection.ts'
import { startSyncRig, twoUsersWorld } from '#test/main/inventory/sync/sync-rig.ts'
import { keyInformationResponse } from '#test/main/api/accounts-in-memory.ts'
import { createFastClock, createRequestGate, domainsOfA, domainsOfB, jobsWorld, startJobsRig } from './jobs-rig.ts'

const everything = [...domainsOfA, ...domainsOfB]

test('Offline, every item waits and says so, and the job continues when Banto is online again', async () => {
  const rig = await startJobsRig()
  rig.settings.isOffline = true
  const id = await rig.create(everything)
  await expect.poll(() => rig.job(id).state).toBe('waiting')
  expect(rig.job(id)).toMatchObject({
    expectedEndAt: null,
    waitingAccounts: [
      { accountId: 'a', openItems: 8, error: { kind: 'offline' } },
      { accountId: 'b', openItems: 2, error: { kind: 'offline' } },
    ],
  })
  expect(rig.items(id)[0]).toMatchObject({ state: 'waiting', error: { kind: 'offline' } })
  rig.settings.isOffline = false
  rig.jobs.wake()
  expect(await rig.untilEnded(id)).toMatchObject({ counts: { done: 10 }, waitingAccounts: [] })
})

test('Online again, a job whose items pause until their next reading is no longer shown as waiting for offline mode', async () => {
  const clock = createFastClock(10)
  const rig = await startJobsRig({ clock })
  const shown = () => rig.emitted.at(-1)?.[0]
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  const id = await rig.create(['a0.example'])
  await expect.poll(() => shown()?.counts.checking).toBe(1)
  rig.settings.isOffline = true
  rig.jobs.wake()
  await expect.poll(() => shown()?.waitingAccounts).toMatchObject([{ accountId: 'a', error: { kind: 'offline' } }])
  // Longer than changes are collected, so that the next one is shown at once.
  await clock.sleep(1_000)
  rig.settings.isOffline = false
  rig.jobs.wake()
  await expect.poll(() => shown()?.waitingAccounts).toEqual([])
  expect(rig.items(id)[0]?.runAgainAt).toBeGreaterThan(clock.now())
})

test.each(['isPaused', 'isReadOnly'] as const)(
  'The items of an account with the setting %s are not begun, and other accounts go on',
  async (setting) => {
    const rig = await startJobsRig()
    rig.accounts.change('a', { [setting]: true })
    const id = await rig.create(everything)
    await expect.poll(() => rig.job(id).counts.done).toBe(2)
    const kind = setting === 'isPaused' ? 'paused' : 'read_only'
    expect(rig.job(id).waitingAccounts).toMatchObject([{ accountId: 'a', openItems: 8, error: { kind } }])
    expect(rig.simulator.ledger.requests).toHaveLength(2)
    expect(rig.database.all(`select * from job_item where account_id = 'a' and progress is not null`)).toEqual([])
    rig.accounts.change('a', { [setting]: false })
    rig.jobs.wake()
    expect((await rig.untilEnded(id)).counts.done).toBe(10)
  },
)

test('A key that the service refuses stops its account until a key works again', async () => {
  const rig = await startJobsRig()
  rig.accounts.changeKey('k', { state: 'expired' })
  const id = await rig.create(everything)
  await expect.poll(() => rig.job(id).waitingAccounts).toMatchObject([{ accountId: 'a', error: { kind: 'no_key' } }])
  rig.accounts.changeKey('k', { state: 'working' })
  rig.jobs.wake()
  expect((await rig.untilEnded(id)).counts.done).toBe(10)
})

test('A domain that the service refuses ends as failed with what was done, and the other domains go on', async () => {
  const rig = await startJobsRig()
  rig.simulator.faults.add({
    match: { method: 'POST', path: 'a3.example' },
    times: 1,
    fault: { kind: 'status', status: 400, code: 'INVALID_INPUT' },
  })
  const id = await rig.create(domainsOfA)
  expect((await rig.untilEnded(id)).counts).toMatchObject({ done: 7, failed: 1 })
  expect(rig.items(id)[3]).toMatchObject({
    state: 'failed',
    error: { kind: 'service', status: 400 },
    changes: [{ result: 'not_done' }],
  })
})

test('An item is tried again after a passing error, and when the error stays, ends as failed, or as unknown if its change was sent', async () => {
  const rig = await startJobsRig({ clock: createFastClock(5_000) })
  const serverError = { kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'before' } as const
  const readsOf = (domain: string) =>
    rig.simulator.ledger.requests.filter(({ method, path }) => method === 'GET' && path.includes(domain)).length
  for (const path of ['a0.example/dns$', 'a1.example/dns$'])
    rig.simulator.faults.add({ match: { path, method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  rig.simulator.faults.add({
    match: { path: 'a2.example/dns$', method: 'POST' },
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '1' } },
  })
  rig.simulator.faults.add({ match: { path: 'a0.example/dns$', method: 'GET' }, fault: serverError })
  rig.simulator.faults.add({ match: { path: 'a1.example/dns$', method: 'GET' }, times: 12, fault: serverError })
  const id = await rig.create(['a0.example', 'a1.example', 'a2.example'])
  await rig.untilEnded(id)
  expect(rig.items(id).map(({ state, error }) => [state, error?.status])).toEqual([
    ['unknown', 500],
    ['done', undefined],
    ['failed', 429],
  ])
  expect(readsOf('a1.example')).toBe(13)
  expect(readsOf('a0.example')).toBeGreaterThan(13)
})

test('Without a network, the items wait, and are done once each when it is back', async () => {
  const rig = await startJobsRig({ clock: createFastClock(200) })
  rig.accounts.change('a', {})
  rig.accounts.add({ id: 'a', baseUrl: 'http://127.0.0.1:9' })
  const id = await rig.create(domainsOfA)
  await expect.poll(() => rig.job(id).waitingAccounts).toMatchObject([{ error: { kind: 'no_network' } }])
  expect(rig.states(id)).not.toContain('failed')
  rig.accounts.add({ id: 'a', baseUrl: rig.simulator.url })
  rig.jobs.wake()
  expect((await rig.untilEnded(id)).counts.done).toBe(8)
  expect(rig.added()).toHaveLength(8)
})

test('A job whose account waits for a limit waits, and names the limit and the time', async () => {
  const rig = await startJobsRig()
  rig.simulator.faults.add({
    match: { method: 'POST' },
    times: 1,
    fault: { kind: 'status', status: 429, headers: { 'Retry-After': '900' } },
  })
  const id = await rig.create(domainsOfA.slice(0, 2), ['www', 'mail', 'ftp', 'dev'])
  await expect.poll(() => rig.job(id).state).toBe('waiting')
  const { counts, waitingAccounts } = rig.job(id)
  expect(counts).toMatchObject({ waiting: 2, running: 0 })
  expect(waitingAccounts).toMatchObject([
    { openItems: 2, error: { kind: 'waits_for_limit', details: { limit: 'demanded' } } },
  ])
  const secondsLeft = (Number(waitingAccounts[0]?.error.details['until']) - Date.now()) / 1_000
  expect(secondsLeft).toBeGreaterThan(800)
  expect(secondsLeft).toBeLessThan(1_000)
  const page = (state: JobItemState) => rig.jobs.items(id, { states: [state], offset: 0, limit: 10 })
  expect(page('running').total).toBe(0)
  expect(page('waiting').rows.map(({ error }) => error?.kind)).toEqual(['waits_for_limit', 'waits_for_limit'])
  expect(page('waiting').rows.flatMap(({ changes }) => changes.map(({ result }) => result))).not.toContain('unknown')
})

test('A job whose calls wait for the end of an assumed block of the address waits, and continues when the user resumes', async () => {
  const rig = await startJobsRig({ world: { ...jobsWorld, auth_block: { failures: 1, block_seconds: 900 } } })
  // Another program at the same address makes the service block the address.
  expect((await fetch(`${rig.simulator.url}/v1/me`)).status).toBe(401)
  for (const accountId of ['a', 'b'])
    await captureRejection(
      rig.api.call({ accountId, endpoint: 'domain.list', input: {}, priority: 'interactive', maxWaitMs: 100 }),
    )
  expect(rig.api.ipBlocks()).toHaveLength(1)
  const id = await rig.create(domainsOfA.slice(0, 2))
  await expect.poll(() => rig.emitted.at(-1)?.find((job) => job.id === id)?.state).toBe('waiting')
  expect(rig.job(id)).toMatchObject({
    counts: { waiting: 2, running: 0 },
    expectedEndAt: null,
    waitingAccounts: [{ error: { kind: 'address_guarded', details: { reason: 'held_by_block' } } }],
  })
  rig.simulator.advance(900_000)
  rig.api.resumeCalls()
  expect((await rig.untilEnded(id)).counts.done).toBe(2)
})

test.each([
  ['expired', { expiresAt: 1 }],
  ['was refused', { state: 'quarantined' }],
  ['lost the permission', { me: keyInformationResponse({ domain: { permission_type: 'read' } }) }],
] as const)(
  'A job whose account waits for a limit says so only while a key may make its calls: the only key %s',
  async (_, changes) => {
    const rig = await startJobsRig()
    rig.simulator.faults.add({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'status', status: 429, headers: { 'Retry-After': '900' } },
    })
    const id = await rig.create(domainsOfA.slice(0, 2), ['www', 'mail', 'ftp', 'dev'])
    const shownKinds = () => [
      ...rig.job(id).waitingAccounts.map(({ error }) => error.kind),
      ...new Set(rig.items(id).map(({ error }) => error?.kind)),
    ]
    await expect.poll(shownKinds).toEqual(['waits_for_limit', 'waits_for_limit'])
    const before = rig.accounts.key('k')
    rig.accounts.changeKey('k', changes)
    expect(shownKinds()).toEqual(['no_key', 'no_key'])
    expect(rig.job(id)).toMatchObject({ state: 'waiting', counts: { waiting: 2, failed: 0 } })
    rig.accounts.changeKey('k', before)
    expect(shownKinds()).toEqual(['waits_for_limit', 'waits_for_limit'])
  },
)

test('A job whose account waits for a limit names the limit, and no longer the keychain that is open again', async () => {
  const rig = await startJobsRig()
  const fault = { kind: 'status', status: 429, headers: { 'Retry-After': '900' } } as const
  rig.simulator.faults.add({ match: { path: '/v1/domain$' }, times: 1, fault })
  const stop = new AbortController()
  const read = captureRejection(
    rig.api.call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive', signal: stop.signal }),
  )
  await expect.poll(() => rig.simulator.ledger.requests.length).toBe(1)

  const { secret } = rig.accounts
  rig.accounts.secret = () => Promise.reject(new AppError('keychain_locked', 'The keychain is locked'))
  const id = await rig.create(['a0.example'])
  const shownKind = () => rig.job(id).waitingAccounts[0]?.error.kind
  await expect.poll(shownKind).toBe('keychain_locked')
  rig.accounts.secret = secret
  rig.jobs.wake()
  await expect.poll(shownKind).toBe('waits_for_limit')
  stop.abort()
  await read
})

test('A job that waits for a limit is shown anew when its only key is refused, and when the key is accepted again', async () => {
  const { rig, sync } = await startSyncRig(twoUsersWorld)
  const { id: accountId, keys } = await rig.addAccount('First', ['first-key-of-the-first'])
  await sync()
  const status = (code: number, headers = {}) => ({ kind: 'status', status: code, headers }) as const
  const retest = () => rig.call('accounts.retestKey', { accountId, keyId: keys[0]?.id ?? '' })
  const untilShown = (kind: ErrorKind) =>
    rig.event('jobs.changed', ({ jobs }) => jobs[0]?.waitingAccounts[0]?.error.kind === kind)

  rig.simulator.faults.add({ match: { path: '/dns$' }, times: 1, fault: status(429, { 'Retry-After': '7200' }) })
  const limited = untilShown('waits_for_limit')
  const domains = [{ accountId, name: 'later.example' }]
  await rig.call('domainReading.start', { domains, leavesOutFresh: false })
  await limited

  rig.simulator.faults.add({ match: { path: '/v1/me$' }, times: 1, fault: status(401) })
  const refused = untilShown('no_key')
  await captureRejection(retest())
  await refused

  const acceptedAgain = untilShown('waits_for_limit')
  await retest()
  await acceptedAgain
})

test('A wait that the service asks for again, in the answer of another call, is shown with its new end', async () => {
  const gate = createRequestGate(({ method, path }) => method === 'GET' && path === '/v1/domain')
  // Pauses after which an item is tried again do not end, so that only the answer can change what is shown.
  const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms < 1_000 ? ms : dayMs, signal) }
  const rig = await startJobsRig({ clock, onArrival: gate.onArrival })
  gate.close()
  for (const [method, path, seconds] of [
    ['POST', 'a0.example', '900'],
    ['GET', '/v1/domain$', '1800'],
  ] as const) {
    const fault = { kind: 'status', status: 429, headers: { 'Retry-After': seconds } } as const
    rig.simulator.faults.add({ match: { method, path }, times: 1, fault })
  }
  const minutesUntilShownEnd = () => {
    const until = rig.emitted.at(-1)?.[0]?.waitingAccounts[0]?.error.details['until']
    return until === undefined ? null : Math.ceil((Number(until) - Date.now()) / 60_000)
  }
  const stop = new AbortController()
  const read = rig.api
    .call({ accountId: 'a', endpoint: 'domain.list', input: {}, priority: 'interactive', signal: stop.signal })
    .catch((error: unknown) => error)
  await expect.poll(gate.heldCount).toBe(1)
  await rig.create(['a0.example'])
  await expect.poll(minutesUntilShownEnd).toBe(15)
  gate.open()
  await expect.poll(minutesUntilShownEnd).toBe(30)
  stop.abort()
  await read
})

test('A paused job names no cause of waiting, because it waits for the user', async () => {
  const rig = await startJobsRig()
  rig.accounts.changeKey('k', { state: 'expired' })
  const id = await rig.create(domainsOfA)
  await expect.poll(() => rig.items(id)[0]).toMatchObject({ state: 'waiting', error: { kind: 'no_key' } })
  rig.jobs.pause(id)
  expect(rig.job(id)).toMatchObject({ state: 'paused', waitingAccounts: [] })
  expect(rig.items(id)[0]).toMatchObject({ state: 'waiting', error: null })
})

test('After the first call that succeeds, the other domains of the account no longer wait', async () => {
  const gate = createRequestGate(({ bodyJson }) => (bodyJson as { host?: string } | null)?.host === 'mail')
  const rig = await startJobsRig({ clock: createFastClock(200), onArrival: gate.onArrival })
  gate.close()
  rig.accounts.add({ id: 'a', baseUrl: 'http://127.0.0.1:9' })
  const id = await rig.create(domainsOfA, ['www', 'mail'])
  await expect.poll(() => rig.job(id).waitingAccounts).toMatchObject([{ openItems: 8, error: { kind: 'no_network' } }])
  rig.accounts.add({ id: 'a', baseUrl: rig.simulator.url })
  rig.jobs.wake()
  await expect.poll(gate.heldCount).toBe(4)
  expect(rig.job(id).waitingAccounts).toEqual([])
  gate.open()
  await rig.untilEnded(id)
})

test('An item that cannot be read ends as failed, and the others go on', async () => {
  const rig = await startJobsRig()
  rig.settings.isOffline = true
  const id = await rig.create(domainsOfA)
  rig.database.run(`update job_item set input = '{' where position = 2`)
  rig.settings.isOffline = false
  rig.jobs.wake()
  expect((await rig.untilEnded(id)).counts).toMatchObject({ done: 7, failed: 1 })
  expect(rig.items(id)[2]).toMatchObject({ state: 'failed', error: { kind: 'unreadable_row' }, changes: [] })
})

test('A job that was stored in part is deleted at the next start, and so is a job that ended 90 days ago', async () => {
  const rig = await startJobsRig()
  const [old, partial] = [await rig.create(['a0.example']), await rig.create(['a1.example'])]
  await rig.untilEnded(old)
  await rig.untilEnded(partial)
  rig.database.run('update job set ended_at = ended_at - 91 * 86400000 where id = ?', old)
  rig.database.run('update job set is_complete = 0, ended_at = null where id = ?', partial)
  await rig.restart()
  await expect.poll(() => rig.database.all('select id from job union all select job_id from job_item').length).toBe(0)
})

test('A reading job that has used its part of the daily limit waits and says so, while the changes of the account go on', async () => {
  const rig = await startJobsRig({ clock: createFastClock(500) })
  rig.settings.hasReadEnough = true
  const reading = await rig.create(domainsOfA.slice(0, 2), ['www'], 'read_domains')
  const changes = await rig.create(domainsOfA, ['mail'])
  expect(await rig.untilEnded(changes)).toMatchObject({ counts: { done: domainsOfA.length }, waitingAccounts: [] })
  expect(rig.job(reading)).toMatchObject({
    state: 'waiting',
    callsDone: 0,
    waitingAccounts: [{ openItems: 2, error: { kind: 'waits_for_limit', details: { limit: 'reading' } } }],
  })
  rig.settings.hasReadEnough = false
  await rig.untilEnded(reading)
  expect(rig.added().filter((entry) => entry.endsWith('www'))).toHaveLength(2)
})
