import { expect, onTestFinished, test, vi } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { createFastClock, createRequestGate, domainsOfA, domainsOfB, jobsWorld, startJobsRig } from './jobs-rig.ts'

const isPost = ({ method }: { method: string }) => method === 'POST'
const isPostOf = (account: string) => (request: { method: string; path: string }) =>
  isPost(request) && request.path.startsWith(`/v1/domain/${account}`)

test('A job works on every item, makes the changes of an item in their order, and ends', async () => {
  const rig = await startJobsRig()
  const id = await rig.create([...domainsOfA, ...domainsOfB], ['www', 'mail'])
  const job = await rig.untilEnded(id)
  expect(job).toMatchObject({
    kind: 'domain_changes',
    subject: { sourceKind: 'records', domains: 10, firstDomain: 'a0.example' },
    counts: { done: 10, waiting: 0, running: 0 },
    callsDone: 20,
    callsTotal: 20,
    expectedEndAt: null,
    isCancelled: false,
    waitingAccounts: [],
  })
  expect(rig.added()).toHaveLength(20)
  for (const domain of domainsOfA)
    expect(rig.added().filter((entry) => entry.startsWith(domain))).toEqual([`${domain} www`, `${domain} mail`])
  expect(rig.items(id)[1]).toMatchObject({
    position: 1,
    accountId: 'a',
    domain: 'a1.example',
    state: 'done',
    changes: [{ result: 'done' }, { result: 'done' }],
    error: null,
  })
})

test('A job begins the items of an account in the order of the plan, four at a time, and other accounts beside them', async () => {
  const gate = createRequestGate(isPostOf('a'))
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  const id = await rig.create([...domainsOfA, ...domainsOfB])
  await expect.poll(gate.heldCount).toBe(4)
  await expect
    .poll(() => rig.states(id))
    .toEqual([...Array(4).fill('running'), ...Array(4).fill('waiting'), 'done', 'done'])
  expect(rig.job(id)).toMatchObject({ state: 'running', callsDone: 2, callsTotal: 10 })
  expect(rig.job(id).expectedEndAt).toBeGreaterThan(Date.now())
  gate.open()
  await rig.untilEnded(id)
})

test('An item whose first call waits for its slot is shown as waiting, and as running after its request has left', async () => {
  const gate = createRequestGate(isPost)
  // With the limits of the service: five calls at once, of which one is kept for the user.
  const rig = await startJobsRig({ onArrival: gate.onArrival, world: { users: jobsWorld.users } })
  gate.close()
  const first = await rig.create(domainsOfA.slice(0, 4))
  await expect.poll(gate.heldCount).toBe(4)
  const second = await rig.create(domainsOfA.slice(4))
  await expect.poll(() => rig.job(second).startedAt).not.toBeNull()
  expect(rig.job(first).counts).toMatchObject({ running: 4, waiting: 0 })
  expect(rig.job(second).counts).toMatchObject({ running: 0, waiting: 4 })
  gate.open()
  expect((await rig.untilEnded(second)).counts.done).toBe(4)
  await rig.untilEnded(first)
})

test('The minutes left of a job grow by the calls of another job of the account while both run, not of other accounts', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  // No time passes between two readings of the minutes left.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const minutesOf = (id: string) => ((rig.job(id).expectedEndAt ?? 0) - Date.now()) / minuteMs
  const long = await rig.create(domainsOfA.slice(0, 4), ['www', 'mail', 'shop', 'blog'])
  const other = await rig.create(domainsOfB)
  const [longAlone, ofOther] = [minutesOf(long), minutesOf(other)]
  const short = await rig.create(domainsOfA.slice(4))
  expect([minutesOf(long) / longAlone, minutesOf(short) / longAlone]).toEqual([1.25, 0.5].map((n) => expect.closeTo(n)))
  expect(minutesOf(other)).toBeCloseTo(ofOther)
  rig.jobs.pause(short)
  expect(minutesOf(long)).toBeCloseTo(longAlone)
  vi.useRealTimers()
  gate.open()
  await Promise.all([rig.untilEnded(long), rig.untilEnded(other)])
})

test('A job with more calls than its limit of the day has left states no minutes left', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  const hosts = (calls: number) => Array.from({ length: calls / domainsOfA.length }, (_, index) => `h${index}`)
  const hasEstimate = async (...job: Parameters<typeof rig.create>) => {
    const id = await rig.create(...job)
    const { state, expectedEndAt } = rig.job(id)
    expect(state).toBe('running')
    await rig.jobs.cancel(id)
    return expectedEndAt !== null
  }
  expect(await hasEstimate(domainsOfA, hosts(8_800), 'read_domains')).toBe(true)
  // Reading jobs leave a tenth of the limit to other calls.
  expect(await hasEstimate(domainsOfA, hosts(9_200), 'read_domains')).toBe(false)
  expect(await hasEstimate(domainsOfA, hosts(9_200))).toBe(true)
  expect(await hasEstimate(domainsOfA, hosts(10_400))).toBe(false)
  gate.open()
})

test('A paused job waits for the calls that were sent, makes no other, and continues after them when it is resumed', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  const id = await rig.create(domainsOfA, ['www', 'mail'])
  await expect.poll(gate.heldCount).toBe(4)
  rig.jobs.pause(id)
  expect(rig.job(id).state).toBe('paused')
  gate.open()
  await expect.poll(() => rig.states(id)).toEqual(Array(8).fill('waiting'))
  expect(rig.added().sort()).toEqual(domainsOfA.slice(0, 4).map((domain) => `${domain} www`))
  expect(rig.items(id)[0]?.changes.map(({ result }) => result)).toEqual(['done', 'waiting'])
  rig.jobs.resume(id)
  await rig.untilEnded(id)
  expect(rig.added()).toHaveLength(16)
  expect(new Set(rig.added()).size).toBe(16)
})

test('A job that is resumed while its items still stop continues', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  const id = await rig.create(domainsOfA)
  await expect.poll(gate.heldCount).toBe(4)
  rig.jobs.pause(id)
  rig.jobs.resume(id)
  gate.open()
  expect((await rig.untilEnded(id)).counts.done).toBe(8)
  expect(rig.added()).toHaveLength(8)
})

test('A cancelled job keeps what was done, says it for each item, and sends nothing more', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  const id = await rig.create(domainsOfA, ['www', 'mail'])
  await expect.poll(gate.heldCount).toBe(4)
  await rig.jobs.cancel(id)
  expect(rig.job(id)).toMatchObject({ state: 'running', isCancelled: true, counts: { cancelled: 4, running: 4 } })
  gate.open()
  const job = await rig.untilEnded(id)
  expect(job.counts.cancelled).toBe(8)
  expect(rig.items(id).map(({ changes }) => changes.map(({ result }) => result).join(' '))).toEqual([
    ...Array(4).fill('done not_done'),
    ...Array(4).fill('not_done not_done'),
  ])
  expect(rig.added()).toHaveLength(4)
})

test('A paused job can be cancelled, and a cancelled job stays ended after a restart', async () => {
  const rig = await startJobsRig()
  rig.settings.isOffline = true
  const id = await rig.create(domainsOfA)
  rig.jobs.pause(id)
  await rig.jobs.cancel(id)
  expect(await rig.untilEnded(id)).toMatchObject({ counts: { cancelled: 8 } })
  rig.settings.isOffline = false
  await rig.restart()
  expect(rig.job(id)).toMatchObject({ state: 'ended', isCancelled: true })
  expect(rig.added()).toEqual([])
})

test('An item stores what it is about to send before the call leaves', async () => {
  const seen: unknown[] = []
  const rig = await startJobsRig({
    onArrival({ method, path }) {
      if (method !== 'POST') return
      const domain = path.split('/')[3] as string
      seen.push(rig.database.get('select state, progress from job_item where domain = ?', domain))
    },
  })
  await rig.untilEnded(await rig.create(['a0.example'], ['www', 'mail']))
  expect(seen).toEqual([
    { state: 'running', progress: expect.stringMatching(/"done":\[\],"sending":\{"host":"www"/) },
    { state: 'running', progress: expect.stringMatching(/"done":\["www"\],"sending":\{"host":"mail"/) },
  ])
})

test('A job continues after the app was closed, and repeats no change', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival, clock: createFastClock(200) })
  await rig.untilEnded(await rig.create(['a7.example'], ['first']))
  gate.close()
  const id = await rig.create(domainsOfA, ['www', 'mail'])
  await expect.poll(gate.heldCount).toBe(4)
  await rig.restart(gate.open)
  const job = await rig.untilEnded(id)
  expect(job.counts.done).toBe(8)
  expect(new Set(rig.added()).size).toBe(17)
  expect(rig.added()).toHaveLength(17)
})

test('A paused job is still paused after a restart', async () => {
  const rig = await startJobsRig()
  rig.settings.isOffline = true
  const id = await rig.create(domainsOfA)
  rig.jobs.pause(id)
  rig.settings.isOffline = false
  await rig.restart()
  expect(rig.job(id).state).toBe('paused')
  rig.jobs.resume(id)
  expect((await rig.untilEnded(id)).counts.done).toBe(8)
})

test('An item whose answer was lost is checked, and is checked again later while the change is not shown', async () => {
  const clock = createFastClock(2_000)
  const rig = await startJobsRig({ clock })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'late', ms: 100 } })
  const id = await rig.create(['a0.example'])
  await expect.poll(() => rig.states(id)).toEqual(['checking'])
  expect(rig.items(id)[0]?.changes.map(({ result }) => result)).toEqual(['unknown'])
  expect((await rig.untilEnded(id)).counts.done).toBe(1)
  expect(rig.added()).toEqual(['a0.example www'])
})

test('A cancelled job still determines the outcome of a change whose answer was lost', async () => {
  const rig = await startJobsRig({ clock: createFastClock(2_000) })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'late', ms: 100 } })
  const id = await rig.create(['a0.example'], ['www', 'mail'])
  await expect.poll(() => rig.states(id)).toEqual(['checking'])
  await rig.jobs.cancel(id)
  expect(rig.states(id)).not.toEqual(['cancelled'])
  expect((await rig.untilEnded(id)).counts.cancelled).toBe(1)
  expect(rig.items(id)[0]?.changes.map(({ result }) => result)).toEqual(['done', 'not_done'])
})

test('Two jobs never work on one domain at the same time', async () => {
  const gate = createRequestGate(isPost)
  const rig = await startJobsRig({ onArrival: gate.onArrival })
  gate.close()
  const first = await rig.create(['a0.example'], ['one'])
  const second = await rig.create(['a0.example', 'a1.example'], ['two'])
  await expect.poll(gate.heldCount).toBe(2)
  expect(rig.simulator.ledger.requests.map(({ path }) => path.split('/')[3]).sort()).toEqual([
    'a0.example',
    'a1.example',
  ])
  gate.open()
  await rig.untilEnded(first)
  await rig.untilEnded(second)
  expect(rig.added()).toHaveLength(3)
})

test('An item that waited for another job of its domain no longer says so once that job has ended', async () => {
  const gateOf = (name: string) =>
    createRequestGate(({ method, bodyJson }) => method === 'POST' && (bodyJson as { host?: string }).host === name)
  const [gateOfFirst, gateOfSecond] = [gateOf('one'), gateOf('two')]
  const rig = await startJobsRig({
    async onArrival(request) {
      await gateOfFirst.onArrival(request)
      await gateOfSecond.onArrival(request)
    },
  })
  gateOfFirst.close()
  gateOfSecond.close()
  const first = await rig.create(domainsOfA, ['one'])
  await expect.poll(gateOfFirst.heldCount).toBe(4)
  const second = await rig.create(domainsOfA, ['two'])
  const errorKinds = () => rig.items(second).map(({ error }) => error?.kind ?? null)
  await expect.poll(errorKinds).toEqual(Array(8).fill('open_job'))
  await rig.jobs.cancel(first)
  // The items of the first job that were begun are not ended.
  expect(errorKinds()).toEqual([...Array(4).fill('open_job'), ...Array(4).fill(null)])
  gateOfFirst.open()
  await rig.untilEnded(first)
  await expect.poll(gateOfSecond.heldCount).toBe(4)
  expect(errorKinds()).toEqual(Array(8).fill(null))
  gateOfSecond.open()
  expect((await rig.untilEnded(second)).counts.done).toBe(8)
})

test('Changes of jobs are emitted a few times a second, however many items end', async () => {
  const clock = createFastClock(50)
  const rig = await startJobsRig({ clock })
  const since = clock.monotonic()
  for (let index = 0; index < 5; index += 1) await rig.untilEnded(await rig.create(domainsOfA, [`h${index}`]))
  await expect.poll(() => rig.emitted.at(-1)?.every(({ state }) => state === 'ended')).toBe(true)
  expect(rig.emitted.length).toBeLessThanOrEqual((clock.monotonic() - since) / 250 + 1)
  expect(rig.emitted.at(-1)?.map(({ counts }) => counts.done)).toEqual([8, 8, 8, 8, 8])
})
