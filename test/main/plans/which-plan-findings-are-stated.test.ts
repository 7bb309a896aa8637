import { expect, test } from 'vitest'
import { domain, exampleDomain, startPlansRig } from './plans-rig.ts'

const deleteAll = (rig: Awaited<ReturnType<typeof startPlansRig>>) => rig.edits([])

test('A plan whose account cannot send its changes has no warnings of what they would lead to', async () => {
  const rig = await startPlansRig({
    user: { keys: [{ token: 'first-key-of-the-first', services: { domain: { permission_type: 'read' } } }] },
  })
  const plan = await rig.create(deleteAll(rig))
  expect(plan).toMatchObject({ withChanges: 0, problems: 1, findings: [{ code: 'accountLacksPermission' }] })
  expect(plan.findings).toHaveLength(1)
  expect((await rig.planned(plan.planId))[0]?.findings.map(({ code }) => code)).toEqual(['accountLacksPermission'])
})

test('A domain whose only change is left out, because its record was changed elsewhere, is not called unchanged', async () => {
  const rig = await startPlansRig()
  const source = {
    kind: 'records' as const,
    edits: [{ before: { type: 'A', host: 'www', content: '203.0.113.9', ttl: 3600, priority: 0 }, after: null }],
  }
  expect(await rig.create(source)).toMatchObject({ withChanges: 0, unchanged: 0, outdated: 1 })
})

test('A domain is called unchanged if the record to delete is gone, with every record of its host and type', async () => {
  const rig = await startPlansRig()
  const before = { type: 'A', host: 'gone', content: '203.0.113.9', ttl: 3600, priority: 0 } as const
  const plan = await rig.create({ kind: 'records', edits: [{ before, after: null }] })
  expect(plan).toMatchObject({ withChanges: 0, unchanged: 1, outdated: 0, findings: [] })
  // A changed record is not the wanted state: somebody else deleted what this edit would change.
  const changed = { before, after: { ...before, content: '203.0.113.10' } }
  expect(await rig.create({ kind: 'records', edits: [changed] })).toMatchObject({ unchanged: 0, outdated: 1 })
})

test('A plan states the age of the name servers, beside that of the records, when it says that the records have no effect', async () => {
  const rig = await startPlansRig({
    domains: [{ ...exampleDomain, nameservers: ['ns1.example.net', 'ns2.example.net'] }],
    // The information of the server names the name servers of the service.
    user: { servers: [{ server_id: 'alpha' }] },
  })
  const stored = () => rig.call('inventory.domain', { accountId: rig.accountId, name: domain })
  await rig.call('dns.refresh', { accountId: rig.accountId, domain })
  const { zone, nameservers } = await stored()
  expect(zone.readAt).toBeGreaterThan(nameservers.readAt as number)
  const plan = await rig.create(deleteAll(rig))
  const [planned] = await rig.planned(plan.planId)
  expect(planned?.findings.map(({ code }) => code)).toContain('zoneElsewhere')
  expect(planned?.readTimes).toEqual([
    { part: 'zone', readAt: zone.readAt },
    { part: 'nameservers', readAt: nameservers.readAt },
  ])
  expect(plan.oldestReadAt).toBe(nameservers.readAt)
})
