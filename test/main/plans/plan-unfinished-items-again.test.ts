import { expect, test } from 'vitest'
import type { ZoneRecord } from '#shared/dns/records/dns-record.ts'
import { systemClock } from '#main/clock.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import { domain, createARecordInput, newWwwAddress, startPlansRig, zoneBefore, type PlansRig } from './plans-rig.ts'

const other = 'example.net'
const addShop = {
  kind: 'record_operation',
  operation: { kind: 'add_record', record: createARecordInput('shop', '192.0.2.40') },
} as const
const shop = 'shop A 192.0.2.40'
const refusal = { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } as const

const createRest = (rig: PlansRig, jobId: string) => rig.create({ kind: 'unfinished', jobId }, [])
/** Creates a plan of what is left of a job, and returns its domains with the kinds of their changes. */
async function planRest(rig: PlansRig, jobId: string): Promise<string[]> {
  const { planId } = await createRest(rig, jobId)
  const domains = await rig.planned(planId)
  return domains.map(({ domain: name, changes }) => [name, ...changes.map(({ kind }) => kind)].join(' '))
}

test('The rest of a job is planned from the edits of its items that are not done, and runs as another job', async () => {
  const rig = await startPlansRig({
    domains: [domain, other, 'example.org'].map((domain_name) => ({ domain_name, records: [] })),
  })
  const plan = await rig.create(addShop, [domain, other, 'example.org'])
  rig.simulator.faults.add({ match: { method: 'POST', path: `${domain}/dns` }, times: 1, fault: refusal })
  rig.simulator.faults.add({ match: { method: 'POST', path: `${other}/dns` }, times: 1, fault: refusal })
  const jobId = await rig.start(plan)
  await rig.untilEnded(jobId)
  expect(await rig.job(jobId)).toMatchObject({ counts: { done: 1, failed: 2 }, unfinished: 2 })
  // One of the two changes is made by hand meanwhile.
  const made = { type: 'A', host: 'shop', content: '192.0.2.40', ttl: 3600, priority: 0 } as const
  await rig.call('dns.apply', { accountId: rig.accountId, domain: other, change: { kind: 'add', after: made } })
  expect(await planRest(rig, jobId)).toEqual([`${domain} add`, other])
  const rest = await createRest(rig, jobId)
  expect(rest).toMatchObject({ sourceKind: 'unfinished', included: 1, unchanged: 1 })
  const restId = await rig.start(rest)
  await rig.untilEnded(restId)
  expect([rig.servedZone(domain), rig.servedZone(other)]).toEqual([[shop], [shop]])
  expect(await rig.job(restId)).toMatchObject({ subject: { sourceKind: 'unfinished', domains: 1 }, unfinished: 0 })
})

test('The items that a job did not begin before it was cancelled are planned again', async () => {
  const rig = await startPlansRig()
  await rig.call('app.saveSettings', { isOffline: true })
  const jobId = await rig.start(await rig.create(addShop))
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 0 })
  await rig.call('jobs.cancel', { jobId })
  expect(await rig.job(jobId)).toMatchObject({ state: 'ended', unfinished: 1 })
  await rig.call('app.saveSettings', { isOffline: false })
  expect(await planRest(rig, jobId)).toEqual([`${domain} add`])
})

/** A record of the zone before the test, by its host. */
const recordOf = (rig: PlansRig, host: string) => {
  const { id: _, ...record } = [...rig.served().records.values()].find((one) => one.host === host) as ZoneRecord
  return record
}

test('A record that the job deleted before it failed is not reported as changed elsewhere in the plan of the rest', async () => {
  const rig = await startPlansRig()
  const edits = ['old', 'www'].map((host) => ({ before: recordOf(rig, host), after: null }))
  const plan = await rig.create({ kind: 'records', edits })
  const match = { method: 'DELETE' }
  rig.simulator.faults.add({ match, times: 1, fault: { kind: 'delay', ms: 0 } })
  rig.simulator.faults.add({ match, times: 1, fault: refusal })
  const jobId = await rig.start(plan)
  const [item] = await rig.untilEnded(jobId)
  expect(item?.changes.map(({ result }) => result)).toEqual(['done', 'not_done'])
  const [planned] = await rig.planned((await createRest(rig, jobId)).planId)
  expect(planned?.changes).toHaveLength(1)
  expect(planned?.findings.map(({ code }) => code)).not.toContain('recordOutdated')
})

test('A record that was changed elsewhere before the job stays as it is in the plan of the rest, which says so', async () => {
  const rig = await startPlansRig()
  const edits = ['old', 'www'].map((host) => ({ before: recordOf(rig, host), after: null }))
  const plan = await rig.create({ kind: 'records', edits })
  for (const record of rig.served().records.values()) if (record.host === 'www') record.content = '198.51.100.1'
  const jobId = await rig.start(plan)
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('replan')
  const [planned] = await rig.planned((await createRest(rig, jobId)).planId)
  expect(planned?.changes).toMatchObject([{ kind: 'delete', before: { host: 'old' } }])
  expect(planned?.findings).toMatchObject([
    { code: 'recordOutdated', values: { host: 'www', now: '198.51.100.1 (TTL 3600)' } },
    {},
  ])
})

test('The plan of the rest shows in which field a record differs, also when only its TTL or its priority was changed', async () => {
  const rig = await startPlansRig()
  const edits = ['www', 'old'].map((host) => ({ before: recordOf(rig, host), after: null }))
  const mail = { type: 'MX', host: '@', content: 'mail.provider.example', priority: 10, ttl: 3600 }
  await rig.call('dns.apply', { accountId: rig.accountId, domain, change: { kind: 'add', after: mail } as never })
  const [mx] = [...rig.served().records.values()].filter(({ type }) => type === 'MX')
  const plan = await rig.create({ kind: 'records', edits: [...edits, { before: mx as never, after: null }] })
  for (const record of rig.served().records.values()) {
    if (record.host === 'www') record.ttl = 120
    if (record.type === 'MX') record.priority = 20
  }
  const jobId = await rig.start(plan)
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('replan')
  const [planned] = await rig.planned((await createRest(rig, jobId)).planId)
  const outdated = planned?.findings.filter(({ code }) => code === 'recordOutdated') ?? []
  expect(outdated.map(({ values }) => [values['content'], values['now']])).toEqual([
    ['192.0.2.20 (TTL 3600)', '192.0.2.20 (TTL 120)'],
    ['10 mail.provider.example (TTL 3600)', '20 mail.provider.example (TTL 3600)'],
  ])
})

test('The plan of the rest names a record to delete that somebody else has deleted', async () => {
  const rig = await startPlansRig()
  const edits = ['old', 'www', 'mail'].map((host) => ({ before: recordOf(rig, host), after: null }))
  const plan = await rig.create({ kind: 'records', edits })
  const { records } = rig.served()
  for (const [id, record] of records) {
    if (record.host === 'old') records.delete(id)
    if (record.host === 'www') record.content = '198.51.100.1'
  }
  const jobId = await rig.start(plan)
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('replan')
  const [planned] = await rig.planned((await createRest(rig, jobId)).planId)
  expect(planned?.changes).toMatchObject([{ kind: 'delete', before: { host: 'mail' } }])
  expect(planned?.findings.filter(({ code }) => code === 'recordAlreadyGone')).toMatchObject([
    { values: { host: 'old', content: '192.0.2.99' } },
  ])
})

/** Sets name servers elsewhere, before the job that would take back those of an earlier job. */
async function leaveUndoOfNameservers() {
  const rig = await startPlansRig()
  const plan = await rig.create({ kind: 'nameservers', nameservers: ['ns1.first.example', 'ns2.first.example'] })
  const firstId = await rig.start(plan)
  await rig.untilEnded(firstId)
  const undo = await rig.create({ kind: 'undo', jobId: firstId }, [])
  rig.served().nameservers = ['ns1.other.example', 'ns2.other.example']
  const jobId = await rig.start(undo)
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('replan')
  return { rig, jobId }
}

test('The plan of the rest of an undo says that it overwrites name servers that somebody else has set since', async () => {
  const { rig, jobId } = await leaveUndoOfNameservers()
  const [planned] = await rig.planned((await createRest(rig, jobId)).planId)
  expect(planned?.changes).toMatchObject([{ kind: 'nameservers' }])
  expect(planned?.findings).toContainEqual(
    expect.objectContaining({
      code: 'nameserversSetElsewhere',
      values: { nameservers: 'ns1.other.example, ns2.other.example' },
    }),
  )
})

test('The plan of the rest does not say that a change of name servers that is refused overwrites others', async () => {
  const { rig, jobId } = await leaveUndoOfNameservers()
  rig.served().status = 'expired'
  await rig.call('sync.start', {})
  const stored = () => rig.call('inventory.domain', { accountId: rig.accountId, name: domain })
  await expect.poll(async () => (await stored()).row.status).toBe('expired')
  const [planned] = await rig.planned((await createRest(rig, jobId)).planId)
  expect(planned?.findings.map(({ code }) => code)).toEqual(['domainNotActive'])
})

/** Adds a record whose outcome stays unknown, although the service made it. */
async function leaveUnknown() {
  const rig = await startPlansRig()
  const plan = await rig.create(addShop)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  const match = { method: 'GET', path: '/dns$' }
  rig.simulator.faults.add({ match, times: 1, fault: { kind: 'delay', ms: 0 } })
  rig.simulator.faults.add({ match, times: 1, fault: refusal })
  const jobId = await rig.start(plan)
  const [item] = await rig.untilEnded(jobId)
  expect([item?.state, item?.changes[0]?.result, await rig.storedZone()]).toEqual(['unknown', 'unknown', zoneBefore])
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1 })
  return { rig, jobId }
}

test('A change whose outcome is unknown is planned again if a new reading does not show it', async () => {
  const { rig, jobId } = await leaveUnknown()
  for (const [id, { host }] of rig.served().records) if (host === 'shop') rig.served().records.delete(id)
  expect(await planRest(rig, jobId)).toEqual([`${domain} add`])
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1 })
})

test('A change whose outcome is unknown is not planned again if a new reading shows it, and its job is then done', async () => {
  const { rig, jobId } = await leaveUnknown()
  expect(await planRest(rig, jobId)).toEqual([domain])
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 0, counts: { done: 1, unknown: 0 } })
})

test('A domain whose outcome is unknown is not planned again without a new reading', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(addShop)
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  const match = { method: 'GET', path: '/dns$' }
  rig.simulator.faults.add({ match, times: 1, fault: { kind: 'delay', ms: 0 } })
  rig.simulator.faults.add({ match, fault: refusal })
  const jobId = await rig.start(plan)
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('unknown')
  expect(await createRest(rig, jobId)).toMatchObject({ withChanges: 0, problems: 1 })
})

test('A domain of which all changes are made and that needs further ones is planned again from a new reading', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  rig.simulator.faults.add({ match: { method: 'PUT' }, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(plan)
  await expect.poll(() => rig.writes().length).toBeGreaterThan(0)
  const { records } = rig.served()
  Object.assign(records.get(4) as object, { content: '192.0.2.21' })
  records.set(9999, { ...(records.get(4) as ZoneRecord), id: 9999, host: 'shop', content: '192.0.2.20' })
  const [item] = await rig.untilEnded(jobId)
  expect(item).toMatchObject({ state: 'replan', changes: [{ result: 'done' }] })
  records.delete(9999)
  expect(await planRest(rig, jobId)).toEqual([domain])
})

test('A job has no rest to plan after its account was removed', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: refusal })
  const jobId = await rig.start(await rig.create(addShop))
  await rig.untilEnded(jobId)
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1 })
  await rig.call('accounts.remove', { accountId: rig.accountId })
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 0 })
})

test('An item that was planned again shows the state of the later item, and its job has fewer unfinished items', async () => {
  const rig = await startPlansRig({ domains: [domain, other].map((domain_name) => ({ domain_name, records: [] })) })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 3, fault: refusal })
  const jobId = await rig.start(await rig.create(addShop, [domain, other]))
  expect((await rig.untilEnded(jobId)).map(({ plannedAgain }) => plannedAgain)).toEqual([null, null])
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 2, finishedLater: { failed: 0 } })

  // The second job repeats both items; one is refused again.
  const secondId = await rig.start(await createRest(rig, jobId))
  const second = await rig.untilEnded(secondId)
  const [refused, made] = ['failed', 'done'].map((state) => second.find((item) => item.state === state))
  const itemsOf = async (id: string) => (await rig.call('jobs.items', { jobId: id, limit: 10 })).rows
  const laterOf = async (id: string, name = '') =>
    (await itemsOf(id)).find((item) => item.domain === name)?.plannedAgain
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1, finishedLater: { failed: 1 } })
  expect(await laterOf(jobId, refused?.domain)).toMatchObject({ jobId: secondId, state: 'failed' })
  expect(await laterOf(jobId, made?.domain)).toMatchObject({ jobId: secondId, state: 'done', endedAt: made?.endedAt })

  // The third job finishes the last item for both earlier jobs, also after a restart.
  const thirdId = await rig.start(await createRest(rig, jobId))
  await rig.untilEnded(thirdId)
  const finished = { jobId: thirdId, position: 0, state: 'done' }
  expect(await laterOf(jobId, refused?.domain)).toMatchObject(finished)
  expect(await laterOf(secondId, refused?.domain)).toMatchObject(finished)
  for (const [id, finishedLater] of [
    [jobId, 2],
    [secondId, 1],
  ] as const)
    expect(await rig.job(id)).toMatchObject({ unfinished: 0, finishedLater: { failed: finishedLater } })
  expect(await planRest(rig, jobId)).toEqual([])
  await rig.restart()
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 0, finishedLater: { failed: 2 } })
  expect([rig.servedZone(domain), rig.servedZone(other)]).toEqual([[shop], [shop]])
})

test('An item that was planned again shows the later item as waiting while the next call of the later item waits for a limit', async () => {
  const gate = createRequestGate(({ method }) => method === 'POST')
  const rig = await startPlansRig({
    clock: systemClock,
    domains: [{ domain_name: domain, records: [] }],
    onArrival: gate.onArrival,
  })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: refusal })
  const records = ['shop', 'blog'].map((host) => createARecordInput(host, '192.0.2.40'))
  const jobId = await rig.start(await rig.create(rig.edits(records)))
  await rig.untilEnded(jobId)
  gate.close()
  const restId = await rig.start(await createRest(rig, jobId))
  const itemOf = async (id: string) => (await rig.call('jobs.items', { jobId: id, limit: 1 })).rows[0]
  await expect.poll(gate.heldCount).toBe(1)
  expect((await itemOf(jobId))?.plannedAgain).toMatchObject({ jobId: restId, state: 'running' })

  const longWait = { kind: 'status', status: 429, headers: { 'Retry-After': '900' } } as const
  rig.simulator.faults.add({ match: { method: 'GET' }, fault: longWait })
  void rig.call('dns.refresh', { accountId: rig.accountId, domain }).catch(() => undefined)
  await expect.poll(() => rig.simulator.ledger.requests.at(-1)?.method).toBe('GET')
  gate.open()
  await expect.poll(async () => (await itemOf(restId))?.error?.kind).toBe('waits_for_limit')
  expect(await itemOf(restId)).toMatchObject({ state: 'waiting', changes: [{ result: 'done' }, { result: 'waiting' }] })
  expect((await itemOf(jobId))?.plannedAgain).toMatchObject({ jobId: restId, state: 'waiting' })
})

test('An item that a later job finished is listed under that, and not under the state that it ended with', async () => {
  const rig = await startPlansRig({ domains: [domain, other].map((domain_name) => ({ domain_name, records: [] })) })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 3, fault: refusal })
  const jobId = await rig.start(await rig.create(addShop, [domain, other]))
  await rig.untilEnded(jobId)
  const namesIn = async (state: 'failed' | 'finished_later') =>
    (await rig.call('jobs.items', { jobId, states: [state], limit: 10 })).rows.map((item) => item.domain)
  expect([await namesIn('failed'), await namesIn('finished_later')]).toEqual([[domain, other], []])
  const second = await rig.untilEnded(await rig.start(await createRest(rig, jobId)))
  const namesOf = (state: string) => second.flatMap((item) => (item.state === state ? [item.domain] : []))
  expect(namesOf('done')).toHaveLength(1)
  expect([await namesIn('failed'), await namesIn('finished_later')]).toEqual([namesOf('failed'), namesOf('done')])
})

test('An unfinished item whose rest a job still works on is not planned again beside it', async () => {
  const rig = await startPlansRig({ domains: [{ domain_name: domain, records: [] }] })
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: refusal })
  const jobId = await rig.start(await rig.create(addShop))
  await rig.untilEnded(jobId)
  const rest = await createRest(rig, jobId)
  await rig.call('app.saveSettings', { isOffline: true })
  const restId = await rig.start(rest)
  expect((await rig.call('jobs.items', { jobId, limit: 1 })).rows[0]?.plannedAgain).toMatchObject({
    jobId: restId,
    state: 'waiting',
  })
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1, unfinishedInOpenJobs: 1 })
  expect(await planRest(rig, jobId)).toEqual([])

  // A cancelled job works on it no more, and another one finishes it.
  await rig.call('jobs.cancel', { jobId: restId })
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1, unfinishedInOpenJobs: 0 })
  const lastId = await rig.start(await createRest(rig, jobId))
  expect(await rig.job(jobId)).toMatchObject({ unfinished: 1, unfinishedInOpenJobs: 1 })
  expect(await rig.job(restId)).toMatchObject({ unfinished: 1, unfinishedInOpenJobs: 1 })
  await rig.call('app.saveSettings', { isOffline: false })
  await rig.untilEnded(lastId)
  for (const id of [jobId, restId]) expect(await rig.job(id)).toMatchObject({ unfinished: 0, unfinishedInOpenJobs: 0 })
})
