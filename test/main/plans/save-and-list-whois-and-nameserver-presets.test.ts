import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whoisFieldNames, type WhoisFieldName } from '#shared/api/whois-rules.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const contact = (fields: Partial<Record<WhoisFieldName, string>>) => ({
  kind: 'whois' as const,
  fields: {
    ...(Object.fromEntries(whoisFieldNames.map((name) => [name, ''])) as Record<WhoisFieldName, string>),
    ...fields,
  },
})
const nameservers = (...names: string[]) => ({ kind: 'nameservers' as const, nameservers: names })

let rig: SimulatorRig
beforeEach(async () => {
  rig = await startSimulatorRig()
})
afterEach(() => rig.close())

const list = (kind: 'whois' | 'nameservers') => rig.call('presets.list', { kind })

test('A saved contact has all fields as they were typed, also after a restart, and no request contains it', async () => {
  const content = contact({ first_name: 'Aoi', email: 'aoi@one.example', phone: 'not a number yet' })
  const saved = await rig.call('presets.save', { name: ' Client A ', content })
  expect(saved).toEqual({ id: expect.any(String), name: 'Client A', content, savedAt: expect.any(Number) })
  await rig.restart()
  expect(await list('whois')).toEqual([saved])
  expect(rig.simulator.ledger.requests).toEqual([])
})

test('Presets are listed by kind and name, and one that is saved again under its name is replaced', async () => {
  for (const name of ['Client 10', 'Client 2'])
    await rig.call('presets.save', { name, content: contact({ city: name }) })
  await rig.call('presets.save', { name: 'Client 2', content: nameservers('ns1.one.example', 'ns2.one.example') })
  const [first] = await list('whois')
  const replaced = await rig.call('presets.save', { name: 'Client 2', content: contact({ city: 'Kobe' }) })
  expect(replaced.id).toBe(first?.id)
  expect((await list('whois')).map(({ name, content }) => [name, content])).toEqual([
    ['Client 2', contact({ city: 'Kobe' })],
    ['Client 10', contact({ city: 'Client 10' })],
  ])
  expect(await list('nameservers')).toMatchObject([{ content: nameservers('ns1.one.example', 'ns2.one.example') }])
})

test('A removed preset is gone from the database, and cannot be removed again', async () => {
  const { id: presetId } = await rig.call('presets.save', { name: 'Client', content: contact({ city: 'Kobe' }) })
  await rig.call('presets.remove', { presetId })
  expect(await list('whois')).toEqual([])
  await expect(rig.call('presets.remove', { presetId })).rejects.toMatchObject({ kind: 'not_found' })
})

test('An error about a contact does not repeat its values', async () => {
  const email = 'aoi@one.example'
  const fields = { ...contact({ email }).fields, first_name: 'x'.repeat(2000) }
  const envelope = await rig.answer('presets.save', { name: '', content: { kind: 'whois', fields } })
  expect(envelope).toMatchObject({ ok: false, error: { kind: 'invalid_input' } })
  expect(JSON.stringify(envelope)).not.toContain(email)
  await rig.call('presets.save', { name: 'Client', content: contact({ email }) })
  await rig.restart(() => {
    const file = new DatabaseSync(join(rig.profile, 'banto.db'))
    file.exec(`update preset set content = json_remove(content, '$.fields.city')`)
    file.close()
  })
  const damaged = await rig.answer('presets.list', { kind: 'whois' })
  expect(damaged).toMatchObject({ ok: false, error: { kind: 'database_damaged' } })
  expect(JSON.stringify(damaged)).not.toContain(email)
})
