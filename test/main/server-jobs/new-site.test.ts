import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { getShownChangeResult } from '#shared/ipc/change-log.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import type { CommandInput } from '#shared/ipc/all-commands-and-events.ts'
import type { WorldFile } from '#simulator/world-file-schema-and-parser.ts'
import type { SimulatedHostingServer } from '#simulator/simulated-settings-of-hosting-server.ts'
import { systemClock } from '#main/clock.ts'
import { copyDatabaseAsLeftByKill } from '#test/main/copy-database-as-left-by-kill.ts'
import { createRequestGate } from '#test/main/jobs/jobs-rig.ts'
import {
  domain,
  captureErrorKindAndReason,
  exampleDomain,
  newWwwAddress,
  startPlansRig,
  type PlansRig,
} from '#test/main/plans/plans-rig.ts'

const servername = 'web01.simulator.example'
const password = 'Canary-Password-9917'
type WorldServer = NonNullable<NonNullable<WorldFile['users']>[number]['servers']>[number]

async function startRig(
  server: Partial<WorldServer> = {},
  options: Parameters<typeof startPlansRig>[0] = {},
): Promise<PlansRig> {
  const rig = await startPlansRig({ ...options, user: { servers: [{ server_id: 'web01', ...server }] } })
  await rig.call('inventory.refreshServer', { accountId: rig.accountId, name: servername })
  rig.simulator.ledger.clear()
  return rig
}

type PlanSource = CommandInput<'plans.create'>['source']
type SiteSource = Extract<PlanSource, { kind: 'new_site' }>

const zoneOf = (rig: PlansRig, rest: Partial<SiteSource> = {}): SiteSource => ({
  kind: 'new_site',
  serverAccountId: rig.accountId,
  servername,
  hosts: ['@', 'www'],
  verificationHost: null,
  ...rest,
})

async function startSite(
  rig: PlansRig,
  rest: Parameters<typeof zoneOf>[1] = {},
  unfinishedJobId: string | null = null,
): Promise<string> {
  const { planId, typedConfirmation: typed } = await rig.create(zoneOf(rig, rest))
  const wordpress = { title: 'Example', adminUsername: 'keeper', adminEmail: 'keeper@example.com' }
  const site = { planId, typed, ssl: true, redirectHttps: true, wordpress, adminPassword: password, unfinishedJobId }
  return (await rig.call('newSite.start', site)).jobId
}

function hostingOf(rig: PlansRig): SimulatedHostingServer {
  const server = rig.simulator.world.users[0]?.servers.get(servername)
  if (!server) throw new Error('The world has the server')
  return server.hosting
}

const stepsOf = (items: readonly JobItem[]) => items[0]?.newSite?.steps.map(({ step, state }) => `${step} ${state}`)
const itemsOf = async (rig: PlansRig, jobId: string) => (await rig.call('jobs.items', { jobId, limit: 1 })).rows
const writesOf = (rig: PlansRig) =>
  rig.simulator.ledger.requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))

/** Every file under a folder that contains the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text))
}

describe('A new site', () => {
  test('is created in the order of its steps, and every change is in the change log', async () => {
    const rig = await startRig()
    const jobId = await startSite(rig)
    const items = await rig.untilEnded(jobId)
    expect(items[0]?.state).toBe('done')
    expect(await rig.job(jobId)).toMatchObject({ partlyUnknown: 0, partlyFailed: 0 })
    expect(stepsOf(items)).toEqual(['add_domain done', 'ssl answered', 'dns done', 'wordpress done'])
    expect(items[0]?.newSite?.steps.find(({ step }) => step === 'ssl')?.value).toBe('enabled')
    expect(writesOf(rig)).toEqual([
      `POST /v1/server/${servername}/domain`,
      `PUT /v1/domain/${domain}/dns/1`,
      `PUT /v1/domain/${domain}/dns/4`,
      `POST /v1/server/${servername}/wp`,
    ])
    expect(hostingOf(rig).domains.get(domain)).toMatchObject({ ssl: true, redirectHttps: true })
    expect([...hostingOf(rig).databaseUsers.values()].map((user) => user.password)).toEqual([password])
    const { rows } = await rig.call('changeLog.list', {})
    expect(rows.map(({ change, result, jobId: of }) => [change.kind, result, of])).toEqual([
      ['server', 'done', jobId],
      ['change', 'done', jobId],
      ['change', 'done', jobId],
      ['server', 'done', jobId],
    ])
  })

  test('is undone only in the zone', async () => {
    const rig = await startRig()
    const before = rig.servedZone()
    const jobId = await startSite(rig)
    await rig.untilEnded(jobId)
    expect((await rig.job(jobId)).mayUndo).toBe(true)
    await rig.run({ kind: 'undo', jobId }, [])
    expect(rig.servedZone()).toEqual(before)
    expect(hostingOf(rig).domains.has(domain)).toBe(true)
  })

  test('leaves the password in no file, neither while it waits nor after it', async () => {
    const gate = createRequestGate(({ path }) => path.endsWith(`${servername}/domain`))
    gate.close()
    const rig = await startRig({}, { onArrival: gate.onArrival })
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    expect(filesWith(rig.profile, password)).toEqual([])
    gate.open()
    await rig.untilEnded(jobId)
    expect(filesWith(rig.profile, password)).toEqual([])
    expect(JSON.stringify(rig.events)).not.toContain(password)
  })

  test('continues after a restart with the password that was typed before, and sends no step twice', async () => {
    const gate = createRequestGate(({ path, method }) => method === 'GET' && path.endsWith('/wp'))
    gate.close()
    const rig = await startRig({}, { onArrival: gate.onArrival })
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    await rig.call('jobs.pause', { jobId })
    const restarted = rig.restart()
    gate.open()
    await restarted
    expect((await rig.call('jobs.get', { jobId })).state).toBe('paused')
    await rig.call('jobs.resume', { jobId })
    expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
    expect(new Set(writesOf(rig)).size).toBe(writesOf(rig).length)
    expect([...hostingOf(rig).databaseUsers.values()].map((user) => user.password)).toEqual([password])
  })

  test('whose job is paused amid the records has a step that waits, not one that runs', async () => {
    const gate = createRequestGate(({ method, path }) => method === 'PUT' && path.endsWith('/dns/1'))
    gate.close()
    const rig = await startRig({}, { onArrival: gate.onArrival })
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    expect(stepsOf(await itemsOf(rig, jobId))).toContain('dns running')
    const paused = rig.call('jobs.pause', { jobId })
    gate.open()
    await paused
    await expect.poll(async () => (await itemsOf(rig, jobId))[0]?.changes[0]?.result).toBe('done')
    await expect.poll(async () => stepsOf(await itemsOf(rig, jobId))).toContain('dns waiting')
    expect(writesOf(rig)).not.toContain(`PUT /v1/domain/${domain}/dns/4`)
  })

  test('whose app was killed while the addition of the domain was in flight has no step that runs while the outcome is unknown', async () => {
    const gate = createRequestGate(({ method, path }) => method === 'POST' && path.endsWith(`${servername}/domain`))
    const rig = await startRig({}, { clock: systemClock, onArrival: gate.onArrival })
    gate.close()
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    await rig.call('jobs.pause', { jobId })
    const restoreDatabase = copyDatabaseAsLeftByKill(rig.profile)
    await rig.restart(() => {
      restoreDatabase()
      gate.open()
    })
    const items = await itemsOf(rig, jobId)
    expect(items[0]?.state).toBe('checking')
    expect(stepsOf(items)).toEqual(['add_domain checking', 'ssl waiting', 'dns waiting', 'wordpress waiting'])
  })

  test('whose addition of the domain waits for a limit has no step that runs and nothing to confirm', async () => {
    const gate = createRequestGate(({ method, path }) => method === 'GET' && path.endsWith('/domain'))
    const rig = await startRig({}, { clock: systemClock, onArrival: gate.onArrival })
    gate.close()
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    const longWait = { kind: 'status', status: 429, headers: { 'Retry-After': '900' } } as const
    rig.simulator.faults.add({ match: { method: 'GET', path: '/v1/server' }, fault: longWait })
    const waitsForServer = async () =>
      (await rig.call('accounts.quota', null)).some(
        ({ limitClass, waiting }) => limitClass === 'server' && waiting.job > 0,
      )
    void rig.call('inventory.refreshServer', { accountId: rig.accountId, name: servername }).catch(() => undefined)
    await expect.poll(() => rig.simulator.ledger.requests.length).toBeGreaterThan(2)
    gate.open()
    await expect.poll(waitsForServer).toBe(true)
    const [item] = await itemsOf(rig, jobId)
    expect(item).toMatchObject({ unconfirmed: null })
    expect(stepsOf(item ? [item] : [])).toContain('add_domain waiting')
    expect(writesOf(rig)).toEqual([])
  })

  test('of an account that is read-only waits, and sends nothing before that ends', async () => {
    const rig = await startRig()
    await rig.call('accounts.update', { accountId: rig.accountId, isReadOnly: true })
    const jobId = await startSite(rig)
    await expect.poll(async () => (await rig.job(jobId)).state).toBe('waiting')
    expect(writesOf(rig)).toEqual([])
    await rig.call('jobs.cancel', { jobId })
    expect(stepsOf(await rig.untilEnded(jobId))).toEqual([
      'add_domain not_done',
      'ssl not_done',
      'dns not_done',
      'wordpress not_done',
    ])
  })

  test.each([
    ['is paused', 'paused', { isPaused: true }, { isPaused: false }],
    ['is read-only', 'read_only', { isReadOnly: true }, { isReadOnly: false }],
  ] as const)(
    'whose server is in another account waits for that account while it %s, and holds back no other job of its own account',
    async (_, kind, setting, undone) => {
      const token = 'key-of-the-second'
      const other = 'other.example'
      const rig = await startPlansRig({
        domains: [exampleDomain, { ...exampleDomain, domain_name: other }],
        others: [{ name: 'second', keys: [{ token }], servers: [{ server_id: 'web01' }] }],
        accounts: { Second: token },
      })
      const accounts = await rig.call('accounts.list', null)
      const serverAccountId = accounts.find(({ label }) => label === 'Second')?.id ?? ''
      const update = (accountId: string, fields: object) => rig.call('accounts.update', { accountId, ...fields })
      const addedDomains = () => rig.simulator.world.users[1]?.servers.get(servername)?.hosting.domains
      await rig.call('inventory.refreshServer', { accountId: serverAccountId, name: servername })
      await update(rig.accountId, { isPaused: true })
      // The default of the simulator for domains of another user.
      const jobId = await startSite(rig, { serverAccountId, verificationHost: '_simulator-verification' })
      await update(serverAccountId, setting)
      await update(rig.accountId, { isPaused: false })
      await expect
        .poll(async () => await rig.job(jobId))
        .toMatchObject({ state: 'waiting', waitingAccounts: [{ accountId: serverAccountId, error: { kind } }] })
      expect((await itemsOf(rig, jobId))[0]).toMatchObject({ state: 'waiting', error: { kind } })
      await rig.run(newWwwAddress, [other])
      expect(rig.servedZone(other)).toContain('www A 192.0.2.21')
      expect((await rig.job(jobId)).waitingAccounts).toMatchObject([{ accountId: serverAccountId, openItems: 1 }])
      expect(addedDomains()?.has(domain)).toBe(false)
      await update(serverAccountId, undone)
      expect(await rig.untilEnded(jobId)).toMatchObject([{ state: 'done', error: null }])
      expect(addedDomains()?.has(domain)).toBe(true)
    },
  )

  test('that is cancelled while a change is in flight shows the later steps as not done', async () => {
    const gate = createRequestGate(({ method, path }) => method === 'POST' && path.endsWith(`${servername}/domain`))
    gate.close()
    const rig = await startRig({}, { onArrival: gate.onArrival })
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    void rig.call('jobs.cancel', { jobId })
    await expect.poll(async () => (await rig.job(jobId)).isCancelled).toBe(true)
    expect(await rig.job(jobId)).toMatchObject({ state: 'running', expectedEndAt: null })
    const items = await itemsOf(rig, jobId)
    expect(stepsOf(items)).toEqual(['add_domain running', 'ssl not_done', 'dns not_done', 'wordpress not_done'])
    expect(items[0]?.changes.map(({ result }) => result)).not.toContain('waiting')
    gate.open()
    await rig.untilEnded(jobId)
  })

  test('that is cancelled after a part of its records was changed shows that step as partly done', async () => {
    const gate = createRequestGate(({ method, path }) => method === 'PUT' && path.endsWith('/dns/1'))
    gate.close()
    const rig = await startRig({}, { onArrival: gate.onArrival })
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    void rig.call('jobs.cancel', { jobId })
    await expect.poll(async () => (await rig.job(jobId)).isCancelled).toBe(true)
    gate.open()
    const items = await rig.untilEnded(jobId)
    expect(items[0]?.changes.map(({ result }) => result)).toEqual(['done', 'not_done'])
    expect(stepsOf(items)).toEqual(['add_domain done', 'ssl answered', 'dns partly_done', 'wordpress not_done'])
  })

  test('that ends by an error before the outcome of a sent change is known shows that step as unknown', async () => {
    const path = `${servername}/domain$`
    const refusal = { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } as const
    // The first sending is lost. The second one is refused, perhaps because of the first one, and cannot be read again.
    const gate = createRequestGate(({ method, path: target }) => method === 'POST' && target.endsWith('/domain'))
    gate.close()
    const rig = await startRig({}, { onArrival: gate.onArrival })
    rig.simulator.faults.add({ match: { method: 'POST', path }, times: 1, fault: { kind: 'reset-before' } })
    rig.simulator.faults.add({ match: { method: 'POST', path }, fault: refusal })
    const jobId = await startSite(rig)
    await expect.poll(gate.heldCount).toBe(1)
    rig.simulator.faults.add({ match: { method: 'GET', path }, fault: refusal })
    gate.open()
    const items = await rig.untilEnded(jobId)
    expect(items[0]).toMatchObject({ state: 'unknown', error: { code: 'VALIDATION_ERROR' } })
    expect(stepsOf(items)).toEqual(['add_domain unknown', 'ssl unknown', 'dns not_done', 'wordpress not_done'])
  })

  test('of a suspended server ends at the step that the service refuses', async () => {
    const rig = await startRig({ status: 'suspended' })
    const items = await rig.untilEnded(await startSite(rig))
    expect(items[0]).toMatchObject({ state: 'failed', error: { kind: 'service', status: 403 } })
    expect(stepsOf(items)).toEqual(['add_domain failed', 'ssl not_done', 'dns not_done', 'wordpress not_done'])
    expect(writesOf(rig)).toHaveLength(1)
    const { rows } = await rig.call('changeLog.list', {})
    expect(rows.map(({ change, result }) => [change.kind, result])).toEqual([['server', 'failed']])
  })

  test('of which the service refuses a record has the code of the refusal only at that record in its CSV', async () => {
    const rig = await startRig()
    rig.simulator.faults.add({
      match: { method: 'PUT', path: '/dns/1$' },
      fault: { kind: 'status', status: 400, code: 'INVALID_INPUT' },
    })
    const jobId = await startSite(rig)
    const items = await rig.untilEnded(jobId)
    expect(items[0]).toMatchObject({ state: 'failed', error: { code: 'INVALID_INPUT' } })
    const { path } = await rig.call('jobs.exportCsv', { jobId, labels: {} })
    const [heading = [], ...lines] = readFileSync(path as string, 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    const cellsOf = (line: string[]) => ['kind', 'result', 'code'].map((name) => line[heading.indexOf(name)])
    expect(lines.map(cellsOf)).toEqual([
      ['change', 'not_done', 'INVALID_INPUT'],
      ['change', 'not_done', ''],
      ['add_domain', 'done', ''],
      ['ssl', 'answered: enabled', ''],
      ['wordpress', 'not_done', ''],
    ])
  })

  test('whose domain the service never adds fails after three sendings and a reading minutes later', async () => {
    const rig = await startRig()
    const match = { method: 'POST', path: `${servername}/domain$` }
    rig.simulator.faults.add({ match, fault: { kind: 'status', status: 504 } })
    const jobId = await startSite(rig)
    const [item] = await rig.untilEnded(jobId)
    // Not the error of an unknown outcome: the reading showed that the domain was not added.
    expect(item).toMatchObject({ state: 'failed', error: { kind: 'service', status: 504 } })
    expect(writesOf(rig)).toHaveLength(3)
    // The entry in the change log has the time of the last sending.
    const [entry] = (await rig.call('changeLog.list', { limit: 1 })).rows
    expect(entry).toMatchObject({ result: 'failed', jobId })
    expect(((await rig.job(jobId)).endedAt ?? 0) - (entry?.at ?? 0)).toBeGreaterThan(4 * minuteMs)
  })

  test('writes the verification record before it adds the domain', async () => {
    const rig = await startRig()
    const items = await rig.untilEnded(await startSite(rig, { verificationHost: '_proof', hosts: [] }))
    expect(stepsOf(items)).toEqual(['verification done', 'add_domain done', 'ssl answered', 'wordpress done'])
    expect(writesOf(rig).slice(0, 2)).toEqual([`POST /v1/domain/${domain}/dns`, `POST /v1/server/${servername}/domain`])
  })

  test('says that there is no certificate because of the name servers, and its job and its change count as partly failed', async () => {
    const rig = await startRig({}, { domains: [{ domain_name: domain, nameservers: ['ns.example.net'] }] })
    const jobId = await startSite(rig)
    const items = await rig.untilEnded(jobId)
    expect(items[0]?.state).toBe('done')
    expect(await rig.job(jobId)).toMatchObject({ counts: { done: 1 }, partlyUnknown: 0, partlyFailed: 1 })
    const { rows } = await rig.call('changeLog.list', { filter: { results: ['failed'] } })
    expect(rows.map(getShownChangeResult)).toEqual(['partly_failed'])
    expect(items[0]?.newSite?.steps.find(({ step }) => step === 'ssl')).toMatchObject({
      state: 'failed',
      value: 'failed_nameserver',
    })
  })

  test('has the answer about SSL beside the result in the CSV of the change history, and not as requested', async () => {
    const rig = await startRig({}, { domains: [{ domain_name: domain, nameservers: ['ns.example.net'] }] })
    await rig.untilEnded(await startSite(rig))
    const { path } = await rig.call('changeLog.exportCsv', { filter: { kinds: ['server'] }, labels: {} })
    const lines = readFileSync(path as string, 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.find((line) => line.includes('addDomain'))).toContain(
      ',"SSL, HTTPS",partly_failed (SSL: failed_nameserver),',
    )
  })

  test('that failed counts once in its job, also when its certificate was refused and the ended job is listed again', async () => {
    const rig = await startRig({}, { domains: [{ domain_name: domain, nameservers: ['ns.example.net'] }] })
    const refusal = { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } as const
    rig.simulator.faults.add({ match: { method: 'POST', path: '/wp$' }, fault: refusal })
    const jobId = await startSite(rig)
    expect((await rig.untilEnded(jobId))[0]?.state).toBe('failed')
    const counts = { counts: { done: 0, failed: 1 }, partlyUnknown: 0, partlyFailed: 0 }
    expect(await rig.job(jobId)).toMatchObject(counts)
    expect(await rig.job(jobId)).toMatchObject(counts)
  })

  test('has SSL and HTTPS as unknown in the change log, the step and the count of its job, when only a reading showed that the domain was added', async () => {
    const rig = await startRig()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    const jobId = await startSite(rig)
    const items = await rig.untilEnded(jobId)
    expect(stepsOf(items)).toEqual(['add_domain partly_unknown', 'ssl unknown', 'dns done', 'wordpress done'])
    expect(await rig.job(jobId)).toMatchObject({ counts: { done: 1 }, partlyUnknown: 1 })
    const { rows } = await rig.call('changeLog.list', { filter: { results: ['unknown'] } })
    expect(rows).toMatchObject([
      { result: 'done', change: { operation: 'addDomain', subject: domain, after: null, unproved: 'SSL, HTTPS' } },
    ])
  })

  test('that cannot begin its next step has failed, although the answer to an earlier step was lost, because a reading decided it', async () => {
    const rig = await startRig()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    const refusal = { kind: 'status', status: 403, code: 'FORBIDDEN' } as const
    rig.simulator.faults.add({ match: { method: 'GET', path: '/wp$' }, fault: refusal })
    const jobId = await startSite(rig, { hosts: [] })
    const items = await rig.untilEnded(jobId)
    expect(stepsOf(items)).toEqual(['add_domain partly_unknown', 'ssl unknown', 'wordpress not_done'])
    expect(items[0]).toMatchObject({ state: 'failed', error: { status: 403 } })
  })

  test.each([
    ['a lost answer', { kind: 'reset-after' }],
    ['an error answer', { kind: 'status', status: 502, code: 'BACKEND_ERROR', when: 'after' }],
  ] as const)('says that WordPress is partly unknown when only a reading showed it after %s', async (_, fault) => {
    const rig = await startRig()
    rig.simulator.faults.add({ match: { method: 'POST', path: '/wp$' }, times: 1, fault })
    const jobId = await startSite(rig)
    const items = await rig.untilEnded(jobId)
    expect(await rig.job(jobId)).toMatchObject({ counts: { done: 1 }, partlyUnknown: 1 })
    expect(stepsOf(items)).toEqual(['add_domain done', 'ssl answered', 'dns done', 'wordpress partly_unknown'])
  })

  test('that failed is no longer unfinished once a later job has created it, and not while that job works on it', async () => {
    const gate = createRequestGate(({ path, method }) => method === 'POST' && path.endsWith('/wp'))
    const rig = await startRig({}, { onArrival: gate.onArrival })
    const fault = { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } as const
    rig.simulator.faults.add({ match: { method: 'POST', path: `${servername}/domain$` }, times: 1, fault })
    const failed = await startSite(rig)
    await rig.untilEnded(failed)
    expect(await rig.job(failed)).toMatchObject({ unfinished: 1, unfinishedInOpenJobs: 0 })
    gate.close()
    const again = await startSite(rig, {}, failed)
    await expect.poll(gate.heldCount).toBe(1)
    expect(await rig.job(failed)).toMatchObject({ unfinished: 1, unfinishedInOpenJobs: 1 })
    gate.open()
    await rig.untilEnded(again)
    expect(await rig.job(failed)).toMatchObject({ unfinished: 0, finishedLater: { failed: 1 } })
  })

  test('is started once from its plan, and from no plan of another kind', async () => {
    const rig = await startRig()
    const { planId } = await rig.create(zoneOf(rig))
    const choices = { ssl: false, redirectHttps: false, wordpress: null, adminPassword: null }
    const site = { planId, typed: domain, ...choices, unfinishedJobId: null }
    await rig.call('newSite.start', site)
    expect(await captureErrorKindAndReason(rig.call('newSite.start', site))).toBe('conflict run_already')
    const other = await rig.create({ kind: 'nameservers', nameservers: ['ns1.example.net', 'ns2.example.net'] })
    expect(await captureErrorKindAndReason(rig.call('newSite.start', { ...site, planId: other.planId }))).toBe(
      'conflict has_problem',
    )
  })
})
