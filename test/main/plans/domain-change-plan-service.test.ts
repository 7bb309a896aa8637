import { expect, test } from 'vitest'
import { domain, createARecordInput, newWwwAddress, captureErrorKindAndReason, startPlansRig } from './plans-rig.ts'

test('A plan shows its changes and their cost without a call, and a run makes each change by one call after one reading', async () => {
  const rig = await startPlansRig()
  const records = [
    createARecordInput('@', '192.0.2.10'),
    createARecordInput('www', '192.0.2.21'),
    createARecordInput('mail', '192.0.2.30'),
    createARecordInput('shop', '192.0.2.40'),
  ]
  const plan = await rig.create(rig.edits(records))
  expect(plan).toMatchObject({
    sourceKind: 'records',
    domains: 1,
    withChanges: 1,
    unchanged: 0,
    problems: 0,
    adds: 1,
    changes: 1,
    deletes: 1,
    settings: 0,
    calls: 4,
    typedConfirmation: null,
  })
  const [planned] = await rig.planned(plan.planId)
  expect(planned?.changes.map(({ kind }) => kind)).toEqual(['change', 'add', 'delete'])
  expect(rig.calls()).toEqual([])

  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item).toMatchObject({
    state: 'done',
    error: null,
    changes: [{ result: 'done' }, { result: 'done' }, { result: 'done' }],
  })
  expect(item?.snapshotId).not.toBeNull()
  expect(rig.calls()).toEqual(['GET dns', 'PUT dns/4', 'POST dns', 'DELETE dns/3'])
  const after = ['@ A 192.0.2.10', 'mail A 192.0.2.30', 'shop A 192.0.2.40', 'www A 192.0.2.21']
  expect(rig.servedZone()).toEqual(after)
  expect(await rig.storedZone()).toEqual(after)
})

test('A plan that removes much runs only after the typed confirmation, and only once', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(rig.edits([]))
  expect(plan.typedConfirmation).toBe(domain)
  const run = (typed: string | null) => captureErrorKindAndReason(rig.call('plans.run', { planId: plan.planId, typed }))
  expect(await run(null)).toBe('conflict typed_confirmation')
  expect(await run('example')).toBe('conflict typed_confirmation')
  expect(rig.calls()).toEqual([])
  expect(await run(` ${domain} `)).toBe('no refusal')
  expect(await run(domain)).toBe('conflict run_already')
})

test('A plan that was discarded, is unknown, or has nothing to run is refused', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(newWwwAddress)
  await rig.call('plans.discard', { planId: plan.planId })
  expect(await captureErrorKindAndReason(rig.start(plan))).toBe('not_found')
  const empty = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'remove_record', type: 'MX', host: '@' },
  })
  expect(empty).toMatchObject({ withChanges: 0, unchanged: 1, calls: 0 })
  expect(await captureErrorKindAndReason(rig.start(empty))).toBe('conflict nothing_to_run')
  const excluded = await rig.create(newWwwAddress)
  expect(await captureErrorKindAndReason(rig.start(excluded, [0]))).toBe('conflict nothing_to_run')
})

test('A part that was never read is fetched for the plan, and a failed reading is reported for its domain only', async () => {
  const names = ['one.com', 'two.com', 'three.com']
  const rig = await startPlansRig({
    domains: names.map((domain_name) => ({ domain_name })),
    beforeSync: ({ simulator }) =>
      simulator.faults.add({
        match: { method: 'GET', path: '/(one|two).com/registrar-lock$' },
        fault: { kind: 'status', status: 404, code: 'NOT_FOUND' },
      }),
  })
  rig.simulator.faults.add({
    match: { method: 'GET', path: '/two.com/registrar-lock$' },
    fault: { kind: 'status', status: 404, code: 'DOMAIN_NOT_FOUND' },
  })
  const plan = await rig.create({ kind: 'lock', locked: true }, [...names, 'unknown.com'])
  expect(plan).toMatchObject({ withChanges: 2, problems: 2 })
  expect(rig.calls()).toEqual(['GET registrar-lock', 'GET registrar-lock'])
  const problems = await rig.planned(plan.planId, 'problems')
  expect(problems.map(({ domain: name, error }) => `${name} ${error?.code ?? error?.kind}`)).toEqual([
    'two.com DOMAIN_NOT_FOUND',
    'unknown.com not_found',
  ])
})

test('A job over many domains makes the changes of each one, leaves out excluded ones, and gives a result per domain', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `site${index}.com`)
  const rig = await startPlansRig({
    domains: names.map((domain_name) => ({
      domain_name,
      records: [{ type: 'A', host: 'www', content: '192.0.2.20' }],
    })),
  })
  const plan = await rig.create(newWwwAddress, names)
  expect(plan).toMatchObject({ withChanges: 30, calls: 60 })
  const items = await rig.untilEnded(await rig.start(plan, [0, 5]))
  expect(items.map(({ domain: name }) => name)).toEqual(names.filter((_, index) => index !== 0 && index !== 5))
  expect(items.every(({ state }) => state === 'done')).toBe(true)
  expect(rig.writes()).toHaveLength(28)
  expect(rig.servedZone('site5.com')).toEqual(['www A 192.0.2.20'])
  expect(rig.servedZone('site6.com')).toEqual(['www A 192.0.2.21'])
})

test('A lock that a newer contract contradicts is read again before it is planned', async () => {
  const rig = await startPlansRig({ domains: [{ domain_name: domain, lock: { locked: true } }] })
  // Cleared in the panel; only the contract is read since.
  Object.assign(rig.served().lock, { isLocked: false, warnsOnLock: true })
  await rig.call('inventory.refreshDomain', { accountId: rig.accountId, name: domain, detailKinds: ['detail'] })
  expect(await rig.create({ kind: 'lock', locked: true })).toMatchObject({ unchanged: 0, leftOut: 1 })
  expect(rig.calls().filter((call) => call.endsWith('registrar-lock'))).toEqual(['GET registrar-lock'])
  expect(await rig.create({ kind: 'lock', locked: false })).toMatchObject({ withChanges: 0, unchanged: 1 })
  expect(rig.calls().filter((call) => call.endsWith('registrar-lock'))).toEqual(['GET registrar-lock'])
})

test('A lock that cannot be cleared again is left out of many domains unless it is chosen, and is then typed', async () => {
  const rig = await startPlansRig({
    domains: [
      { domain_name: 'one.com', lock: { warn_on_lock: true } },
      { domain_name: 'two.com', lock: { unlock_blocked: true, locked: true } },
      { domain_name: 'three.com' },
    ],
  })
  const names = ['one.com', 'two.com', 'three.com']
  const plan = await rig.create({ kind: 'lock', locked: true }, names)
  expect(plan).toMatchObject({ withChanges: 1, unchanged: 1, leftOut: 1, typedConfirmation: null })
  expect(plan.findings).toMatchObject([{ code: 'oneWayLockLeftOut', count: 1 }])
  const chosen = await rig.create({ kind: 'lock', locked: true, includesOneWayLocks: true }, names)
  expect(chosen).toMatchObject({ withChanges: 2, typedConfirmation: '2' })
  expect((await rig.untilEnded(await rig.start(chosen))).map(({ state }) => state)).toEqual(['done', 'done'])
  const stored = await rig.call('inventory.domain', { accountId: rig.accountId, name: 'one.com' })
  expect(stored.lock.data).toMatchObject({ locked: true, unlock_blocked: true, warn_on_lock: false })
  const back = await rig.create({ kind: 'lock', locked: false }, names)
  expect(back).toMatchObject({ withChanges: 1, problems: 2 })
  expect(rig.writes()).toEqual(['PUT registrar-lock', 'PUT registrar-lock'])
})

test('A lock that cannot be cleared again is left out unless it is chosen, also if only one domain is selected', async () => {
  const rig = await startPlansRig({ domains: [{ domain_name: domain, lock: { warn_on_lock: true } }] })
  expect(await rig.create({ kind: 'lock', locked: true })).toMatchObject({ withChanges: 0, leftOut: 1 })
  expect(await rig.create({ kind: 'lock', locked: true, includesOneWayLocks: true })).toMatchObject({
    withChanges: 1,
    typedConfirmation: domain,
  })
})

test('Every change of a run is in the change log, with its result', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({
    match: { method: 'DELETE' },
    times: 1,
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
  })
  const [item] = await rig.run(
    rig.edits([
      createARecordInput('@', '192.0.2.10'),
      createARecordInput('mail', '192.0.2.30'),
      createARecordInput('www', '192.0.2.21'),
    ]),
  )
  expect(item?.state).toBe('failed')
  const { rows } = await rig.call('changeLog.list', {})
  expect(rows.map(({ change, result, error }) => [change.kind, result, error?.code ?? null])).toEqual([
    ['delete', 'failed', 'VALIDATION_ERROR'],
    ['change', 'done', null],
  ])
  expect(rows.every(({ snapshotId }) => snapshotId === item?.snapshotId)).toBe(true)
})

test('A part of a domain that is already as wanted is neither read nor sent', async () => {
  const rig = await startPlansRig()
  const nameservers = rig.served().nameservers.join(' ')
  await rig.run({ kind: 'csv', text: `${domain},nameservers,${nameservers}\n${domain},lock,on` })
  expect(rig.calls()).toEqual(['GET registrar-lock', 'PUT registrar-lock'])
})

test('A job whose account was removed keeps the label of the account', async () => {
  const rig = await startPlansRig()
  const jobId = await rig.start(
    await rig.create({ kind: 'record_operation', operation: { kind: 'set_ttl', ttl: 600 } }),
  )
  await rig.untilEnded(jobId)
  await rig.call('accounts.remove', { accountId: rig.accountId })
  expect((await rig.call('jobs.items', { jobId, limit: 1 })).rows).toMatchObject([{ accountLabel: 'First', domain }])
})
