import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { domain, createARecordInput, exampleDomain, startPlansRig } from './plans-rig.ts'

test('The CSV of a job has a line for each change, with the code and message of the service, and no formula', async () => {
  const other = 'xn--wgv71a119e.com'
  const rig = await startPlansRig({ domains: [exampleDomain, { domain_name: other }] })
  rig.simulator.faults.add({
    match: { method: 'POST', path: new RegExp(other) },
    fault: { kind: 'status', status: 400, code: 'INVALID_INPUT' },
  })
  const record = { ...createARecordInput('shop', '=1+1'), type: 'TXT' } as const
  const jobId = await rig.start(
    await rig.create({ kind: 'record_operation', operation: { kind: 'add_record', record } }, [domain, other]),
  )
  const items = await rig.untilEnded(jobId)
  const refused = items[1]?.error
  expect(refused?.code).toBe('INVALID_INPUT')
  await rig.call('accounts.update', { accountId: rig.accountId, label: '=First' })
  const labels = {
    'heading.account': 'Account',
    'state.done': 'Done',
    'result.not_done': 'Not made',
    'kind.add': 'Added',
  }
  const { path } = await rig.call('jobs.exportCsv', { jobId, labels })
  expect(path).toMatch(/banto-job-\d{4}-\d\d-\d\d\.csv$/)
  const [heading, ...lines] = readFileSync(path as string, 'utf8')
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
  expect(heading).toBe('Account,domain,decoded,state,kind,host,type,before,after,progress,result,code,message,endedAt')
  expect(lines.map((line) => line.split(',').slice(0, 12).join(','))).toEqual([
    `'=First,${domain},,Done,Added,shop.${domain},TXT,,shop.${domain} 3600 TXT =1+1,,done,`,
    `'=First,${other},日本語.com,failed,Added,shop.${other},TXT,,shop.${other} 3600 TXT =1+1,,Not made,INVALID_INPUT`,
  ])
  expect(lines[1]).toContain(refused?.serviceMessage ?? 'a message')
})

test('The CSV of a job says that only a reading showed a change, as the page of the job does', async () => {
  const rig = await startPlansRig()
  rig.simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-after' } })
  const operation = { kind: 'add_record', record: createARecordInput('shop', '192.0.2.7') } as const
  const jobId = await rig.start(await rig.create({ kind: 'record_operation', operation }, [domain]))
  await rig.untilEnded(jobId)
  const labels = { 'result.inferred': 'Done (inferred)' }
  const { path } = await rig.call('jobs.exportCsv', { jobId, labels })
  expect(readFileSync(path as string, 'utf8')).toContain(',Done (inferred),')
})

test('The CSV of a job that does not exist is not written', async () => {
  const rig = await startPlansRig()
  await expect(rig.call('jobs.exportCsv', { jobId: 'none', labels: {} })).rejects.toMatchObject({ kind: 'not_found' })
})
