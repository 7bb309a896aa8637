import { expect, test } from 'vitest'
import {
  domain,
  createARecordInput,
  newWwwAddress,
  captureErrorKindAndReason,
  startPlansRig,
  zoneBefore,
} from './plans-rig.ts'

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
        createARecordInput('@', '192.0.2.11'),
        createARecordInput('www', '192.0.2.21'),
        createARecordInput('mail', '192.0.2.30'),
        createARecordInput('old', '192.0.2.99'),
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
  const { rows } = await rig.call('changeLog.list', {})
  for (const kind of ['delete', 'lock']) {
    const entryId = rows.find(({ change }) => change.kind === kind)?.id as string
    const [item] = await rig.run({ kind: 'undo_change', entryId }, [])
    expect(item?.changes).toHaveLength(1)
  }
  expect(rig.servedZone()).toEqual([...zoneBefore, 'shop A 192.0.2.40'].sort())
  expect(rig.served().lock.isLocked).toBe(false)
  expect(await captureErrorKindAndReason(rig.create({ kind: 'undo_change', entryId: 'unknown' }, []))).toBe('not_found')
})

test('The undo of a change of Whois leaves fields that were changed since as they are', async () => {
  const rig = await startPlansRig()
  const before = structuredClone(rig.served().whois.fields)
  await rig.run({ kind: 'whois', fields: { city: 'Osaka-shi' } })
  const [entry] = (await rig.call('changeLog.list', {})).rows
  await rig.run({ kind: 'whois', fields: { email: 'new@example.com' } })
  await rig.run({ kind: 'undo_change', entryId: entry?.id ?? '' }, [])
  expect(rig.served().whois.fields).toEqual({ ...before, email: 'new@example.com' })
})

test('The plan of an undo names the settings that were changed again since, and that it overwrites', async () => {
  const rig = await startPlansRig()
  const set = async (servers: string, city: string) => {
    const nameservers = [`ns1.${servers}.example`, `ns2.${servers}.example`]
    const jobs = [await rig.start(await rig.create({ kind: 'nameservers', nameservers }))]
    await rig.untilEnded(jobs[0] as string)
    jobs.push(await rig.start(await rig.create({ kind: 'whois', fields: { city } })))
    await rig.untilEnded(jobs[1] as string)
    return jobs
  }
  const jobs = await set('first', 'Osaka-shi')
  const findSetAgain = async () => {
    const findings = []
    for (const jobId of jobs) {
      const { planId } = await rig.create({ kind: 'undo', jobId }, [])
      const [planned] = await rig.planned(planId)
      expect(planned?.changes).toHaveLength(1)
      findings.push(...(planned?.findings ?? []))
    }
    return findings
      .filter(({ code }) => code === 'nameserversSetAgain' || code === 'whoisFieldSetAgain')
      .map(({ severity, values }) => [severity, values])
  }
  expect(await findSetAgain()).toEqual([])
  await set('other', 'Kobe-shi')
  expect(await findSetAgain()).toEqual([
    ['warning', { nameservers: 'ns1.other.example, ns2.other.example' }],
    ['warning', { field: 'city', value: 'Kobe-shi' }],
  ])
})

test('A zone is restored to a snapshot, and only the domain of the snapshot is planned', async () => {
  const rig = await startPlansRig()
  const { id: snapshotId } = await rig.call('snapshots.create', { accountId: rig.accountId, domain })
  await rig.run(newWwwAddress)
  await rig.run({ kind: 'snapshot', snapshotId }, [])
  expect(rig.servedZone()).toEqual(zoneBefore)
  expect((await rig.create({ kind: 'snapshot', snapshotId }, ['other.com'])).domains).toBe(0)
})

test('A change that is still being sent cannot be undone', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'hang' } })
  const change = { kind: 'add', after: createARecordInput('shop', '192.0.2.40') } as const
  rig.call('dns.apply', { accountId: rig.accountId, domain, change }).catch(() => undefined)
  await expect.poll(async () => (await rig.call('changeLog.list', {})).rows[0]?.result).toBe('sending')
  const [entry] = (await rig.call('changeLog.list', {})).rows
  expect(await captureErrorKindAndReason(rig.create({ kind: 'undo_change', entryId: entry?.id ?? '' }, []))).toBe(
    'change_being_sent',
  )
})

test.each(['a job', 'one change'])(
  'The undo of %s whose outcome is unknown is planned from a new reading of the domain',
  async (undone) => {
    const rig = await startPlansRig()
    rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
    const match = { method: 'GET', path: '/dns$' }
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'delay', ms: 0 } })
    rig.simulator.faults.add({ match, times: 1, fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } })
    const operation = { kind: 'add_record', record: createARecordInput('shop', '192.0.2.40') } as const
    const jobId = await rig.start(await rig.create({ kind: 'record_operation', operation }))
    expect((await rig.untilEnded(jobId))[0]?.changes).toMatchObject([{ result: 'unknown' }])
    const [entry] = (await rig.call('changeLog.list', {})).rows
    expect([entry?.result, await rig.storedZone()]).toEqual(['unknown', zoneBefore])
    const source =
      undone === 'a job'
        ? ({ kind: 'undo', jobId } as const)
        : { kind: 'undo_change' as const, entryId: entry?.id ?? '' }
    const [planned] = await rig.planned((await rig.create(source, [])).planId)
    expect(planned?.changes).toMatchObject([{ kind: 'delete', before: { host: 'shop' } }])
  },
)
