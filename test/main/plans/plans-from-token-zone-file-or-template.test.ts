import { expect, test } from 'vitest'
import { createARecordInput, exampleDomain, captureErrorKindAndReason, startPlansRig } from './plans-rig.ts'

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

test('A domain for which no or not every record of a zone file can be used is not called unchanged', async () => {
  const rig = await startPlansRig({ domains: [exampleDomain, { domain_name: 'other.example' }] })
  const names = [exampleDomain.domain_name, 'other.example']
  const ownLines = ['$ORIGIN example.com.', 'new 600 IN A 192.0.2.50']
  const createPlan = (lines: string[]) =>
    rig.create({ kind: 'zone_file', format: 'zone', text: lines.join('\n'), mode: 'merge' }, names)
  const none = await createPlan(ownLines)
  expect(none).toMatchObject({ withChanges: 1, adds: 1, unchanged: 0, problems: 1, lineFindings: [] })
  expect(none.findings).toContainEqual(
    expect.objectContaining({
      code: 'fileHasNoRecordForDomain',
      severity: 'error',
      count: 1,
      example: 'other.example',
    }),
  )
  const some = await createPlan(['both 600 IN A 192.0.2.51', ...ownLines])
  expect(some).toMatchObject({ withChanges: 2, adds: 3, problems: 0 })
  const values = { n: 1, text: 'new 600 IN A 192.0.2.50' }
  expect(some.findings).toContainEqual(
    expect.objectContaining({ code: 'fileRecordsNotUsed', severity: 'warning', values, count: 1 }),
  )
  await rig.untilEnded(await rig.start(some))
  expect(await createPlan(['both 600 IN A 192.0.2.51', ...ownLines])).toMatchObject({ unchanged: 1, problems: 1 })
})

test('Only entries of a zone file that the first domain can use are counted as unused for another, each once', async () => {
  const rig = await startPlansRig({ domains: [exampleDomain, { domain_name: 'other.example' }] })
  const lines = [
    'both 600 IN A 192.0.2.51',
    'odd 600 IN CAA 0 issue "x"',
    '$ORIGIN example.com.',
    '$GENERATE 1-3 host$ 600 A 192.0.2.$',
    'new 600 IN A 192.0.2.50',
  ]
  const source = { kind: 'zone_file', format: 'zone', text: lines.join('\n'), mode: 'merge' } as const
  const { lineFindings, findings } = await rig.create(source, [exampleDomain.domain_name, 'other.example'])
  expect(lineFindings.map(({ line, code }) => `${line} ${code}`)).toEqual(['2 unsupportedType'])
  const unused = findings.find(({ code }) => code === 'fileRecordsNotUsed')
  expect(unused).toMatchObject({ example: 'other.example', values: { n: 2, text: 'host1 600 A 192.0.2.1' } })
})

test('A template is applied with its variables, and invalid values are reported without a plan', async () => {
  const rig = await startPlansRig()
  const template = { kind: 'template', templateId: 'builtin:no_mail', mode: 'merge' } as const
  const plan = await rig.create({ ...template, variables: {} })
  expect(plan.adds).toBeGreaterThan(0)
  expect(plan.template).toEqual({ id: 'builtin:no_mail', name: null })
  const wrong = await rig.create({ ...template, templateId: 'builtin:web', variables: { ipv4: '999.1.1.1' } })
  expect(wrong).toMatchObject({ withChanges: 0, problems: 1 })
  expect((await rig.planned(wrong.planId))[0]?.error?.kind).toBe('invalid_input')
  expect(await captureErrorKindAndReason(rig.create({ ...template, templateId: 'unknown', variables: {} }))).toBe(
    'not_found',
  )
})

test('A plan and its job keep the name that a template of the user had', async () => {
  const rig = await startPlansRig()
  const content = { variables: [], records: [createARecordInput('shop', '192.0.2.40')] }
  const { id } = await rig.call('templates.save', { id: null, name: 'Shop', description: '', ...content })
  const plan = await rig.create({ kind: 'template', templateId: id, mode: 'merge', variables: {} })
  expect(plan.template).toEqual({ id, name: 'Shop' })
  await rig.call('templates.remove', { templateId: id })
  const job = await rig.job(await rig.start(plan))
  expect(job.subject).toMatchObject({ sourceKind: 'template', template: { id, name: 'Shop' } })
})
