import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { systemClock } from '#main/clock.ts'
import { emptyDomainEdit } from '#main/plans/domain-edit-schema.ts'
import { createDomainSettingFinding } from '#main/plans/plan-domain-setting-changes.ts'
import { summarizePlan } from '#main/plans/summarize-plan.ts'
import { createARecordInput, newWwwAddress, captureErrorKindAndReason, startPlansRig } from './plans-rig.ts'

test('A summary without excluded domains states what a run of the others does and costs, and what to type for it', async () => {
  const names = ['one.com', 'two.com', 'three.com']
  const rig = await startPlansRig({
    domains: [
      { domain_name: 'one.com', records: [{ type: 'MX', host: '@', content: 'mail.other.example', priority: 10 }] },
      ...names
        .slice(1)
        .map((domain_name) => ({
          domain_name,
          records: ['www', 'shop'].map((host) => ({ type: 'A' as const, host, content: '192.0.2.20' })),
        })),
    ],
  })
  const csv = [
    'domain,what,value',
    'one.com,remove,@ MX',
    'two.com,add,new 600 A 192.0.2.9',
    'two.com,lock,on',
    'three.com,add,new 600 A 192.0.2.9',
  ].join('\n')
  const plan = await rig.create({ kind: 'csv', text: csv }, [])
  const get = (...excluded: number[]) => rig.call('plans.get', { planId: plan.planId, excluded })
  expect(plan).toMatchObject({ withChanges: 3, included: 3, adds: 2, deletes: 1, settings: 1, typedConfirmation: '3' })
  expect(await get(1)).toMatchObject({
    withChanges: 3,
    included: 2,
    adds: 1,
    deletes: 1,
    settings: 0,
    calls: 4,
    typedConfirmation: '2',
  })
  expect(await get(1, 2)).toMatchObject({ included: 1, calls: 2, typedConfirmation: 'one.com' })
  const without = await get(0)
  expect(without).toMatchObject({ deletes: 0, typedConfirmation: null })
  expect(without.findings.map(({ code }) => code)).not.toContain('apexMxRemoved')
  expect(await captureErrorKindAndReason(rig.start({ ...plan, typedConfirmation: '3' }, [1]))).toBe(
    'conflict typed_confirmation',
  )
  expect(await captureErrorKindAndReason(rig.start({ ...plan, typedConfirmation: '2' }, [1]))).toBe('no refusal')
})

test('The oldest reading of a plan is that of the domains that are not excluded', async () => {
  const names = ['one.com', 'two.com']
  const records = [{ type: 'A' as const, host: 'www', content: '192.0.2.20' }]
  const rig = await startPlansRig({ domains: names.map((domain_name) => ({ domain_name, records })) })
  await rig.call('dns.refresh', { accountId: rig.accountId, domain: 'two.com' })
  const plan = await rig.create(newWwwAddress, names)
  const [first, second] = (await rig.planned(plan.planId)).map(({ readTimes }) => readTimes[0]?.readAt)
  expect(second).toBeGreaterThan(first as number)
  expect(plan.oldestReadAt).toBe(first)
  expect(await rig.call('plans.get', { planId: plan.planId, excluded: [0] })).toMatchObject({ oldestReadAt: second })
})

test('The minutes of a plan include the turns of open jobs of its account that are not paused', async () => {
  const rig = await startPlansRig()
  await rig.call('app.saveSettings', { isOffline: true })
  const alone = (await rig.create(newWwwAddress)).minutes
  const jobId = await rig.start(await rig.create(newWwwAddress))
  expect((await rig.create(newWwwAddress)).minutes).toBeCloseTo(2 * alone)
  await rig.call('jobs.pause', { jobId })
  expect((await rig.create(newWwwAddress)).minutes).toBeCloseTo(alone)
})

test('The minutes of a plan leave out the calls of a cancelled job that only finds out the outcome of a change', async () => {
  const rig = await startPlansRig({ clock: systemClock })
  const alone = (await rig.create(newWwwAddress)).minutes
  const records = Array.from({ length: 20 }, (_, index) => createARecordInput(`new${index}`, '192.0.2.50'))
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
  const jobId = await rig.start(await rig.create(rig.edits(records)))
  await expect.poll(async () => (await rig.job(jobId)).counts.checking).toBe(1)
  await rig.call('jobs.cancel', { jobId })
  expect((await rig.job(jobId)).state).not.toBe('ended')
  expect((await rig.create(newWwwAddress)).minutes).toBeCloseTo(alone)
})

test('The minutes of a plan include the time before a used up quota is free again', async () => {
  const rig = await startPlansRig({ clock: systemClock })
  expect((await rig.create(newWwwAddress)).minutes).toBeLessThan(1)
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/' },
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '3600' } },
  })
  const jobId = await rig.start(await rig.create(newWwwAddress))
  await expect.poll(async () => (await rig.create(newWwwAddress)).minutes).toBeGreaterThan(59)
  await rig.call('jobs.cancel', { jobId })
})

test('A plan says that an account is paused only while it is', async () => {
  const rig = await startPlansRig()
  const setPaused = (isPaused: boolean) => rig.call('accounts.update', { accountId: rig.accountId, isPaused })
  const codes = async (planId: string) => [
    (await rig.call('plans.get', { planId })).findings.map(({ code }) => code).includes('accountPaused'),
    (await rig.planned(planId))[0]?.findings.some(({ code }) => code === 'accountPaused'),
  ]
  await setPaused(true)
  const { planId } = await rig.create(newWwwAddress)
  expect(await codes(planId)).toEqual([true, true])
  await setPaused(false)
  expect(await codes(planId)).toEqual([false, false])
})

test('Each domain of a plan is counted once: to change, without changes, left out, or with errors', async () => {
  const rig = await startPlansRig({
    domains: [
      { domain_name: 'left-out.com', lock: { warn_on_lock: true } },
      { domain_name: 'refused.co.jp', lock: { warn_on_lock: true } },
      { domain_name: 'locked.com', lock: { locked: true } },
      { domain_name: 'open.com' },
    ],
  })
  const names = ['left-out.com', 'refused.co.jp', 'locked.com', 'open.com']
  const text = [...names.map((name) => `${name},lock,on`), 'refused.co.jp,whois_city,Chiyoda-ku'].join('\n')
  const plan = await rig.create({ kind: 'csv', text }, [])
  expect(plan).toMatchObject({ domains: 4, withChanges: 1, unchanged: 1, leftOut: 1, problems: 1 })
})

test('A plan can be shown again until it runs, and each of its findings names the first domain that has it', async () => {
  const names = ['b-shop.example', 'a-shop.example']
  const rig = await startPlansRig({
    domains: names.map((domain_name) => ({ domain_name, lock: { warn_on_lock: true } })),
  })
  const plan = await rig.create({ kind: 'lock', locked: true, includesOneWayLocks: true }, names)
  expect(plan.findings).toEqual([
    {
      scope: 'setting',
      code: 'oneWayLock',
      severity: 'warning',
      values: {},
      hasSameValues: true,
      count: 2,
      total: 2,
      example: 'b-shop.example',
    },
  ])
  expect(await rig.call('plans.get', { planId: plan.planId })).toEqual(plan)
  const jobId = await rig.start(plan)
  expect(await captureErrorKindAndReason(rig.call('plans.get', { planId: plan.planId }))).toBe('conflict run_already')
  await expect(rig.call('plans.get', { planId: plan.planId })).rejects.toMatchObject({ details: { jobId } })
})

test('A summary states whether the domains of a finding have the same values', async () => {
  const records = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ type: 'A' as const, host: `h${index}`, content: '192.0.2.1' }))
  const names = ['b-shop.example', 'a-shop.example']
  const rig = await startPlansRig({
    domains: names.map((domain_name, index) => ({ domain_name, records: records(index + 4) })),
  })
  const operation = { kind: 'set_ttl', ttl: 600 } as const
  const { findings } = await rig.create({ kind: 'record_operation', operation }, names)
  expect(findings.map(({ code, count, hasSameValues }) => [code, count, hasSameValues])).toEqual(
    expect.arrayContaining([['manyTouched', 2, false]]),
  )
})

test('Findings whose reading times are in the same minute have the same values, because only the minute is stated', () => {
  const firstReadAt = Date.UTC(2026, 10, 20, 3, 4)
  const hasSameValues = (secondReadAt: number) => {
    const domains = [firstReadAt, secondReadAt].map((readAt, position) => ({
      position,
      accountId: `account-${position}`,
      domain: `d${position}.example`,
      edit: emptyDomainEdit,
      changes: [],
      findings: [createDomainSettingFinding('domainNotActive', 'error', { values: { status: 'expired', readAt } })],
      readTimes: [],
      error: null,
      lineFindings: [],
      touchedRecordsHash: null,
    }))
    const plan = {
      planId: 'plan',
      sourceKind: 'lock' as const,
      template: null,
      createdAt: firstReadAt,
      domains,
      lineFindings: [],
      lineUnit: 'line' as const,
      ofRemovedAccounts: 0,
      newSite: null,
    }
    const quotaOf = () => {
      throw new Error('No change of these domains needs a call')
    }
    return summarizePlan(plan, new Set(), quotaOf, firstReadAt).findings[0]?.hasSameValues
  }
  expect(hasSameValues(firstReadAt + minuteMs - 1)).toBe(true)
  expect(hasSameValues(firstReadAt + minuteMs)).toBe(false)
})

test('A summary counts all findings of one kind, because one domain may have several', async () => {
  const rig = await startPlansRig({ domains: ['one.com', 'two.com'].map((domain_name) => ({ domain_name })) })
  const csv = [
    'domain,what,value',
    'one.com,add,shop 600 CNAME first',
    'one.com,add,blog 600 CNAME second',
    'two.com,add,shop 600 CNAME first',
  ].join('\n')
  const { findings } = await rig.create({ kind: 'csv', text: csv }, [])
  expect(findings).toContainEqual(expect.objectContaining({ code: 'targetOneLabel', count: 2, total: 3 }))
})

test('A summary states why domains could not be planned, once for all domains with the same error', async () => {
  const names = ['one.com', 'two.com', 'three.com']
  const unreadable = {
    match: { method: 'GET', path: '/(one|two).com/registrar-lock$' },
    fault: { kind: 'status', status: 404, code: 'DOMAIN_NOT_FOUND' },
  } as const
  const rig = await startPlansRig({
    domains: names.map((domain_name) => ({ domain_name })),
    beforeSync: ({ simulator }) => simulator.faults.add(unreadable),
  })
  rig.simulator.faults.add(unreadable)
  const plan = await rig.create({ kind: 'lock', locked: true }, [...names, 'unknown.com'])
  const errorsOf = ({ errors }: typeof plan) =>
    errors.map(({ error, count, example }) => [error.code ?? error.kind, count, example])
  expect(errorsOf(plan)).toEqual([
    ['DOMAIN_NOT_FOUND', 2, 'one.com'],
    ['not_found', 1, 'unknown.com'],
  ])
  const withoutFirst = await rig.call('plans.get', { planId: plan.planId, excluded: [0] })
  expect(errorsOf(withoutFirst)).toContainEqual(['DOMAIN_NOT_FOUND', 1, 'two.com'])
})

test('Domains of accounts that may be called at different times have one error for each time', async () => {
  const names = ['one.com', 'two.com', 'three.com']
  const rig = await startPlansRig({
    domains: names.slice(0, 2).map((domain_name) => ({ domain_name })),
    others: [{ name: 'second', keys: [{ token: 'first-key-of-the-second' }], domains: [{ domain_name: 'three.com' }] }],
    accounts: { Second: 'first-key-of-the-second' },
    clock: systemClock,
    // A lock that was never read is read for the plan.
    beforeSync: ({ simulator }) =>
      simulator.faults.add({
        match: { path: '/registrar-lock$' },
        fault: { kind: 'status', status: 403, code: 'FORBIDDEN' },
      }),
  })
  const second = (await rig.call('accounts.list', null)).find(({ label }) => label === 'Second')?.id ?? ''
  for (const [user, seconds] of [
    ['first', '3600'],
    ['second', '1800'],
  ] as const)
    rig.simulator.faults.add({
      match: { user, path: '^/v1/domain/' },
      fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': seconds } },
    })
  const create = (planId: string) =>
    rig.call('plans.create', {
      planId,
      domains: names.map((name) => ({ accountId: name === 'three.com' ? second : rig.accountId, name })),
      source: { kind: 'lock', locked: true },
    })
  // The answers to the first plan say how long to wait.
  await create('asked')
  const { errors } = await create('waiting')
  const minutesFromNow = (at: unknown) => Math.round((Number(at) - systemClock.now()) / 60_000)
  expect(
    errors.map(({ error, count, example }) => [error.kind, minutesFromNow(error.details['freeAt']), count, example]),
  ).toEqual([
    ['waited_too_long', 60, 2, 'one.com'],
    ['waited_too_long', 30, 1, 'three.com'],
  ])
})
