import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAppError } from '#shared/app-error.ts'
import { systemClock } from '#main/clock.ts'
import { domain, draft, exampleDomain, startPlansRig, zoneBefore } from './plans-rig.ts'

const www = {
  kind: 'record_operation',
  operation: { kind: 'replace_value', from: '192.0.2.20', to: '192.0.2.21' },
} as const

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return isAppError(error) ? `${error.kind} ${String(error.details['reason'] ?? '')}`.trim() : 'no refusal'
}

test('A plan shows its changes and their cost without a call, and a run makes each change by one call after one reading', async () => {
  const rig = await startPlansRig()
  const records = [
    draft('@', '192.0.2.10'),
    draft('www', '192.0.2.21'),
    draft('mail', '192.0.2.30'),
    draft('shop', '192.0.2.40'),
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

test('A run is undone by a plan back to its snapshots, for records and settings', async () => {
  const rig = await startPlansRig()
  const csv = [
    'domain,what,value',
    `${domain},add,shop A 192.0.2.40`,
    `${domain},remove,old A`,
    `${domain},nameservers,ns1.example.net ns2.example.net`,
    `${domain},lock,on`,
    `${domain},whois_privacy,off`,
  ].join('\n')
  const before = structuredClone({ ...rig.served(), records: null })
  const plan = await rig.create({ kind: 'csv', text: csv })
  expect(plan).toMatchObject({ adds: 1, deletes: 1, settings: 3, calls: 9, lineFindings: [] })
  const jobId = await rig.start(plan)
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
  expect(rig.served()).toMatchObject({ nameservers: ['ns1.example.net', 'ns2.example.net'], lock: { isLocked: true } })
  expect(rig.served().whois.isPrivate).toBe(false)
  expect(rig.servedZone()).toEqual(['@ A 192.0.2.10', 'mail A 192.0.2.30', 'shop A 192.0.2.40', 'www A 192.0.2.20'])
  const stored = await rig.call('inventory.domain', { accountId: rig.accountId, name: domain })
  expect(stored).toMatchObject({
    nameservers: { data: { nameservers: ['ns1.example.net', 'ns2.example.net'] } },
    lock: { data: { locked: true } },
    whois: { data: { whois_privacy: false } },
  })

  const undo = await rig.create({ kind: 'undo', jobId }, [])
  expect((await rig.untilEnded(await rig.start(undo)))[0]?.state).toBe('done')
  expect(rig.servedZone()).toEqual(zoneBefore)
  expect({ ...rig.served(), records: null }).toEqual(before)
})

test('Undo takes back the changes of its job alone, and names a record that was changed elsewhere since', async () => {
  const rig = await startPlansRig()
  const jobId = await rig.start(
    await rig.create(
      rig.edits([
        draft('@', '192.0.2.11'),
        draft('www', '192.0.2.21'),
        draft('mail', '192.0.2.30'),
        draft('old', '192.0.2.99'),
      ]),
    ),
  )
  expect((await rig.untilEnded(jobId))[0]?.state).toBe('done')
  Object.assign(rig.served().records.get(4) as object, { content: '192.0.2.77' })
  Object.assign(rig.served().records.get(3) as object, { content: '192.0.2.88' })
  await rig.call('dns.refresh', { accountId: rig.accountId, domain })
  const undo = await rig.create({ kind: 'undo', jobId }, [])
  const [planned] = await rig.planned(undo.planId)
  const outdated = planned?.findings.filter(({ code }) => code === 'recordOutdated')
  expect(outdated?.map(({ values }) => values['host'])).toEqual(['www'])
  expect((await rig.untilEnded(await rig.start(undo)))[0]?.state).toBe('done')
  expect(rig.servedZone()).toEqual(['@ A 192.0.2.10', 'mail A 192.0.2.30', 'old A 192.0.2.88', 'www A 192.0.2.77'])
})

test('One change of a job is undone without the others, for records and settings', async () => {
  const rig = await startPlansRig()
  const text = ['domain,what,value', `${domain},add,shop A 192.0.2.40`, `${domain},remove,old A`, `${domain},lock,on`]
  await rig.run({ kind: 'csv', text: text.join('\n') })
  const { rows } = await rig.call('activity.list', {})
  for (const kind of ['delete', 'lock']) {
    const entryId = rows.find(({ change }) => change.kind === kind)?.id as string
    const [item] = await rig.run({ kind: 'undo_change', entryId }, [])
    expect(item?.changes).toHaveLength(1)
  }
  expect(rig.servedZone()).toEqual([...zoneBefore, 'shop A 192.0.2.40'].sort())
  expect(rig.served().lock.isLocked).toBe(false)
  expect(await refusalOf(rig.create({ kind: 'undo_change', entryId: 'unknown' }, []))).toBe('not_found')
})

test('A domain that was changed elsewhere so that the plan would be another one is left as it is', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(rig.edits([draft('@', '192.0.2.11')]))
  Object.assign(rig.served().records.get(4) as object, { content: '192.0.2.77' })
  const [item] = await rig.untilEnded(await rig.start(plan))
  expect(item?.state).toBe('replan')
  expect(new Set(item?.changes.map(({ result }) => result))).toEqual(new Set(['not_done']))
  expect(rig.writes()).toEqual([])
  expect(await rig.storedZone()).toContain('www A 192.0.2.77')
})

test('A change that was made elsewhere before the job is told as not needed, and cannot be undone', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(www)
  Object.assign(rig.served().records.get(4) as object, { content: '192.0.2.21' })
  const jobId = await rig.start(plan)
  expect(await rig.untilEnded(jobId)).toMatchObject([{ state: 'not_needed', changes: [{ result: 'not_needed' }] }])
  expect(await rig.call('jobs.get', { jobId })).toMatchObject({ unfinished: 0, mayUndo: false })
  expect(rig.writes()).toEqual([])
})

test('A value that was replaced by another one elsewhere is not told as already changed', async () => {
  const rig = await startPlansRig()
  const operation = { kind: 'replace_value', from: '192.0.2.10', to: '192.0.2.99' } as const
  const plan = await rig.create({ kind: 'record_operation', operation })
  for (const record of rig.served().records.values())
    if (record.content === operation.from) record.content = '192.0.2.55'
  expect(await rig.untilEnded(await rig.start(plan))).toMatchObject([{ state: 'replan' }])
  expect(rig.writes()).toEqual([])
})

test('A change elsewhere that the plan does not touch does not stop the run', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(www)
  rig.served().records.delete(3)
  expect((await rig.untilEnded(await rig.start(plan)))[0]?.state).toBe('done')
  expect(rig.writes()).toEqual(['PUT dns/4'])
})

test('A plan that removes much runs only after the typed confirmation, and only once', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(rig.edits([]))
  expect(plan.typedConfirmation).toBe(domain)
  const run = (typed: string | null) => refusalOf(rig.call('plans.run', { planId: plan.planId, typed }))
  expect(await run(null)).toBe('conflict typed_confirmation')
  expect(await run('example')).toBe('conflict typed_confirmation')
  expect(rig.calls()).toEqual([])
  expect(await run(` ${domain} `)).toBe('no refusal')
  expect(await run(domain)).toBe('conflict run_already')
})

test('A plan that was discarded, is unknown, or has nothing to run is refused', async () => {
  const rig = await startPlansRig()
  const plan = await rig.create(www)
  await rig.call('plans.discard', { planId: plan.planId })
  expect(await refusalOf(rig.start(plan))).toBe('not_found')
  const empty = await rig.create({
    kind: 'record_operation',
    operation: { kind: 'remove_record', type: 'MX', host: '@' },
  })
  expect(empty).toMatchObject({ withChanges: 0, unchanged: 1, calls: 0 })
  expect(await refusalOf(rig.start(empty))).toBe('conflict nothing_to_run')
  const excluded = await rig.create(www)
  expect(await refusalOf(rig.start(excluded, [0]))).toBe('conflict nothing_to_run')
})

test('A part that was never read is fetched for the plan, and a failed reading is told for its domain only', async () => {
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

test('A summary without excluded domains tells what a run of the others does and costs, and what to type for it', async () => {
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
  expect(await refusalOf(rig.start({ ...plan, typedConfirmation: '3' }, [1]))).toBe('conflict typed_confirmation')
  expect(await refusalOf(rig.start({ ...plan, typedConfirmation: '2' }, [1]))).toBe('no refusal')
})

test('The minutes of a plan include the turns of open jobs of its account that are not paused', async () => {
  const rig = await startPlansRig()
  await rig.call('app.saveSettings', { isOffline: true })
  const alone = (await rig.create(www)).minutes
  const jobId = await rig.start(await rig.create(www))
  expect((await rig.create(www)).minutes).toBeCloseTo(2 * alone)
  await rig.call('jobs.pause', { jobId })
  expect((await rig.create(www)).minutes).toBeCloseTo(alone)
})

test('The minutes of a plan include the time before a used up quota is free again', async () => {
  const rig = await startPlansRig({ clock: systemClock })
  expect((await rig.create(www)).minutes).toBeLessThan(1)
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/' },
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '3600' } },
  })
  const jobId = await rig.start(await rig.create(www))
  await expect.poll(async () => (await rig.create(www)).minutes).toBeGreaterThan(59)
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
  const { planId } = await rig.create(www)
  expect(await codes(planId)).toEqual([true, true])
  await setPaused(false)
  expect(await codes(planId)).toEqual([false, false])
})

test('A job over many domains makes the changes of each one, leaves out excluded ones, and gives a result per domain', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `site${index}.com`)
  const rig = await startPlansRig({
    domains: names.map((domain_name) => ({
      domain_name,
      records: [{ type: 'A', host: 'www', content: '192.0.2.20' }],
    })),
  })
  const plan = await rig.create(www, names)
  expect(plan).toMatchObject({ withChanges: 30, calls: 60 })
  const items = await rig.untilEnded(await rig.start(plan, [0, 5]))
  expect(items.map(({ domain: name }) => name)).toEqual(names.filter((_, index) => index !== 0 && index !== 5))
  expect(items.every(({ state }) => state === 'done')).toBe(true)
  expect(rig.writes()).toHaveLength(28)
  expect(rig.servedZone('site5.com')).toEqual(['www A 192.0.2.20'])
  expect(rig.servedZone('site6.com')).toEqual(['www A 192.0.2.21'])
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

test('The token of a server is added as a TXT record at the host that the user chose', async () => {
  const rig = await startPlansRig({ domains: [exampleDomain], user: { servers: [{ server_id: 'alpha' }] } })
  const { rows } = await rig.call('inventory.servers', {})
  const servername = rows[0]?.name ?? ''
  const { info } = await rig.call('inventory.server', { accountId: rig.accountId, name: servername })
  const token = String(info.data?.['domain_validation_token'])
  const source = { kind: 'verification', serverAccountId: rig.accountId, servername, host: '_verify' } as const
  await rig.run(source)
  expect(rig.servedZone()).toContain(`_verify TXT ${token}`)
  expect(await rig.create(source)).toMatchObject({ withChanges: 0 })
})

test('Bad lines of a CSV file are told by number, text and reason, and the others are planned', async () => {
  const rig = await startPlansRig({ domains: [exampleDomain, { domain_name: 'two.com' }] })
  const lines = [
    'domain,what,value',
    'two.com,lock,on',
    'nowhere.com,lock,on',
    '# a comment',
    'two.com,lock,off',
    'two.com,colour,red',
    'two.com,whois_privacy,perhaps',
    'two.com,add,www MX',
    'two.com,add,www LOC 1',
    'two.com',
    'not a domain,lock,on',
    'example.com,add,@ 600 MX 10 mail.example.com',
    'example.com,nameservers,"ns1.example.net, ns2.example.net"',
  ]
  const plan = await rig.create({ kind: 'csv', text: lines.join('\r\n') }, [])
  expect(plan.lineFindings.map(({ line, text, code }) => `${line} ${text}: ${code}`)).toEqual([
    '3 nowhere.com,lock,on: csvDomainNotFound',
    '5 two.com,lock,off: csvSetTwice',
    '6 two.com,colour,red: csvWhat',
    '7 two.com,whois_privacy,perhaps: csvOnOff',
    '8 two.com,add,www MX: csvRecordForm',
    '9 two.com,add,www LOC 1: csvRecordType',
    '10 two.com: csvTooFewColumns',
    '11 not a domain,lock,on: csvDomain',
  ])
  const planned = await rig.planned(plan.planId)
  expect(planned.map(({ domain: name, changes }) => [name, changes.map(({ kind }) => kind)])).toEqual([
    ['two.com', ['lock']],
    [domain, ['add', 'nameservers']],
  ])
  expect(planned[1]?.changes[0]).toMatchObject({
    after: { type: 'MX', host: '@', content: 'mail.example.com', ttl: 600, priority: 10 },
  })
})

test('A line of a CSV file that matches no record is told with its number and what was looked for', async () => {
  const rig = await startPlansRig()
  const lines = [
    'domain,what,value',
    `${domain},remove,www A`,
    `${domain},remove,www A 192.0.2.20`,
    `${domain},remove,WWW A 192.0.2.2`,
    `${domain},remove,shop MX`,
    `${domain},add,new A 192.0.2.50`,
    `${domain},remove,new A`,
    `${domain},ttl,ftp A 300`,
    `${domain},ttl,300`,
    'none.com,remove,www A',
  ]
  const plan = await rig.create({ kind: 'csv', text: lines.join('\n') }, [])
  expect(plan.lineUnit).toBe('line')
  expect(plan.lineFindings.map(({ line, code, severity, values }) => [line, code, severity, values])).toEqual([
    [4, 'csvNoRecord', 'warning', { record: 'WWW A 192.0.2.2' }],
    [5, 'csvNoRecord', 'warning', { record: 'shop MX' }],
    [8, 'csvNoRecord', 'warning', { record: 'ftp A' }],
    [10, 'csvDomainNotFound', 'error', { domain: 'none.com' }],
  ])
  expect(plan).toMatchObject({ adds: 0, changes: 3, deletes: 1, problems: 0 })
})

test('One CSV file changes records and settings of domains of several accounts, and tells domains that have no single account', async () => {
  const rig = await startPlansRig({
    domains: [
      {
        domain_name: domain,
        records: [
          { id: 1, type: 'A', host: 'www', content: '192.0.2.20', ttl: 600 },
          { id: 2, type: 'A', host: 'www', content: '192.0.2.21', ttl: 600 },
          { id: 3, type: 'TXT', host: 'old', content: 'x' },
        ],
      },
      { domain_name: 'both.com' },
    ],
    others: [
      {
        name: 'second',
        keys: [{ token: 'key-of-the-second' }],
        domains: [{ domain_name: 'second.com', records: [{ type: 'A', host: '@', content: '192.0.2.30' }] }],
      },
    ],
    user: {
      keys: [
        { token: 'first-key-of-the-first' },
        { token: 'key-for-both', services: { domain: { target_mode: 'selected', targets: ['both.com'] } } },
      ],
    },
    accounts: { Second: 'key-of-the-second', Both: 'key-for-both' },
  })
  const second = (await rig.call('accounts.list', null)).find(({ label }) => label === 'Second')
  await rig.call('accounts.update', { accountId: second?.id ?? '', isReadOnly: true })
  const lines = [
    `${domain},replace,www A 192.0.2.21`,
    `${domain},replace,WWW A 192.0.2.22`,
    `${domain},remove,old TXT`,
    'both.com,ttl,300',
    'both.com,lock,on',
    'second.com,ttl,@ A 300',
    'none.com,ttl,300',
  ]
  const plan = await rig.create({ kind: 'csv', text: lines.join('\n') }, [])
  expect(plan.lineFindings.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '4 csvDomainInSeveralAccounts',
    '5 csvDomainInSeveralAccounts',
    '7 csvDomainNotFound',
  ])
  expect(plan.findings).toContainEqual(
    expect.objectContaining({ code: 'accountReadOnly', count: 1, example: 'second.com' }),
  )
  expect((await rig.planned(plan.planId)).map(({ accountId, changes }) => [accountId, changes])).toMatchObject([
    [
      rig.accountId,
      [
        { kind: 'change', before: { content: '192.0.2.20' }, after: { content: '192.0.2.22', ttl: 600 } },
        { kind: 'delete', before: { type: 'TXT' } },
      ],
    ],
    [second?.id, [{ kind: 'change', before: { ttl: 3600 }, after: { ttl: 300 } }]],
  ])
  expect(rig.calls()).toEqual([])

  const limited = await rig.create({ kind: 'csv', text: lines.join('\n') }, ['both.com'])
  expect(limited).toMatchObject({ domains: 1 })
  expect(limited.lineFindings.map(({ line, code }) => `${line} ${code}`)).toEqual(
    [1, 2, 3, 6, 7].map((line) => `${line} csvDomainNotInPlan`),
  )
})

test('The example file of changes is saved as UTF-8 for spreadsheets, and can be used as it is', async () => {
  const rig = await startPlansRig()
  const words = { add: '追加', lock: 'a, b' }
  const { path } = await rig.call('plans.saveCsvExample', { words })
  const text = readFileSync(path ?? '', 'utf8')
  expect(text).toMatch(/^\ufeffdomain,what,value\r\n# 追加\r\n/u)
  const plan = await rig.create({ kind: 'csv', text }, [])
  expect(plan.domains).toBe(1)
  expect(plan.lineFindings.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('A zone file is merged into a zone, and a file that is refused as a whole changes nothing', async () => {
  const rig = await startPlansRig()
  const text = ['$TTL 600', 'www IN A 192.0.2.20', 'new IN A 192.0.2.50', 'odd IN CAA 0 issue "x"'].join('\n')
  const plan = await rig.create({ kind: 'zone_file', format: 'zone', text, mode: 'merge' })
  expect(plan).toMatchObject({ adds: 1, changes: 1, deletes: 0 })
  expect(plan.lineFindings.map(({ line, code }) => `${line} ${code}`)).toEqual(['4 unsupportedType'])
  const refused = await rig.create({ kind: 'zone_file', format: 'json', text: '{', mode: 'replace' })
  expect(refused).toMatchObject({ withChanges: 0, lineFindings: [{ code: 'jsonForm' }], lineUnit: 'record' })
  expect(plan.lineUnit).toBe('line')
})

test('A template is applied with its variables, and wrong values are told without a plan', async () => {
  const rig = await startPlansRig()
  const template = { kind: 'template', templateId: 'builtin:no_mail', mode: 'merge' } as const
  const plan = await rig.create({ ...template, variables: {} })
  expect(plan.adds).toBeGreaterThan(0)
  expect(plan.template).toEqual({ id: 'builtin:no_mail', name: null })
  const wrong = await rig.create({ ...template, templateId: 'builtin:web', variables: { ipv4: '999.1.1.1' } })
  expect(wrong).toMatchObject({ withChanges: 0, problems: 1 })
  expect((await rig.planned(wrong.planId))[0]?.error?.kind).toBe('invalid_input')
  expect(await refusalOf(rig.create({ ...template, templateId: 'unknown', variables: {} }))).toBe('not_found')
})

test('A plan and its job keep the name that a template of the user had', async () => {
  const rig = await startPlansRig()
  const content = { variables: [], records: [draft('shop', '192.0.2.40')] }
  const { id } = await rig.call('templates.save', { id: null, name: 'Shop', description: '', ...content })
  const plan = await rig.create({ kind: 'template', templateId: id, mode: 'merge', variables: {} })
  expect(plan.template).toEqual({ id, name: 'Shop' })
  await rig.call('templates.remove', { templateId: id })
  const job = await rig.job(await rig.start(plan))
  expect(job.subject).toMatchObject({ sourceKind: 'template', template: { id, name: 'Shop' } })
})

test('A zone is restored to a snapshot, and only the domain of the snapshot is planned', async () => {
  const rig = await startPlansRig()
  const { id: snapshotId } = await rig.call('snapshots.create', { accountId: rig.accountId, domain })
  await rig.run(www)
  await rig.run({ kind: 'snapshot', snapshotId }, [])
  expect(rig.servedZone()).toEqual(zoneBefore)
  expect((await rig.create({ kind: 'snapshot', snapshotId }, ['other.com'])).domains).toBe(0)
})

test('Every change of a run is in the change log, with its result', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({
    match: { method: 'DELETE' },
    times: 1,
    fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' },
  })
  const [item] = await rig.run(
    rig.edits([draft('@', '192.0.2.10'), draft('mail', '192.0.2.30'), draft('www', '192.0.2.21')]),
  )
  expect(item?.state).toBe('failed')
  const { rows } = await rig.call('activity.list', {})
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
      example: 'b-shop.example',
    },
  ])
  expect(await rig.call('plans.get', { planId: plan.planId })).toEqual(plan)
  await rig.start(plan)
  expect(await refusalOf(rig.call('plans.get', { planId: plan.planId }))).toBe('conflict run_already')
})

test('A summary tells whether the domains of a finding have the same values', async () => {
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

test('A job whose account was removed keeps the label of the account', async () => {
  const rig = await startPlansRig()
  const jobId = await rig.start(
    await rig.create({ kind: 'record_operation', operation: { kind: 'set_ttl', ttl: 600 } }),
  )
  await rig.untilEnded(jobId)
  await rig.call('accounts.remove', { accountId: rig.accountId })
  expect((await rig.call('jobs.items', { jobId, limit: 1 })).rows).toMatchObject([{ accountLabel: 'First', domain }])
})
