import { afterEach, beforeEach, expect, test } from 'vitest'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { builtInTemplates } from '#shared/dns/templates/built-in-templates.ts'
import { startMainRig, type MainRig } from '#test/main-process-rig.ts'

let rig: MainRig
beforeEach(async () => {
  rig = await startMainRig()
})
afterEach(() => rig.close())

const mail = {
  id: null,
  name: 'Mail of our customers',
  description: 'two servers',
  ...builtInTemplates['builtin:mail_elsewhere'],
}

test('A saved template is listed as it was saved, also after a restart', async () => {
  const saved = await rig.call('templates.save', mail)
  expect(saved).toEqual({ ...mail, id: expect.any(String), savedAt: expect.any(Number) })
  expect(await rig.call('templates.list', null)).toEqual([saved])
  await rig.restart()
  expect(await rig.call('templates.list', null)).toEqual([saved])
})

test('Templates are listed by name', async () => {
  for (const name of ['web 10', 'Mail', 'web 2']) await rig.call('templates.save', { ...mail, name })
  const names = (await rig.call('templates.list', null)).map(({ name }) => name)
  expect(names).toEqual(['Mail', 'web 2', 'web 10'])
})

test('A template that is saved again with its ID replaces the earlier one', async () => {
  const { id } = await rig.call('templates.save', mail)
  await rig.call('templates.save', { ...mail, ...builtInTemplates['builtin:web'], id, name: ' Web ' })
  expect(await rig.call('templates.list', null)).toMatchObject([
    { id, name: 'Web', ...builtInTemplates['builtin:web'] },
  ])
})

test('A removed template is neither listed nor removed nor replaced again', async () => {
  const { id } = await rig.call('templates.save', mail)
  expect(await rig.call('templates.remove', { templateId: id })).toBeNull()
  expect(await rig.call('templates.list', null)).toEqual([])
  await expect(rig.call('templates.remove', { templateId: id })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(rig.call('templates.save', { ...mail, id })).rejects.toMatchObject({ kind: 'not_found' })
  expect(await rig.call('templates.list', null)).toEqual([])
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name over 100 characters', { name: 'x'.repeat(101) }, 'name'],
  ['no record', { records: [] }, 'records'],
  [
    'a record of a type that the service does not support',
    { records: [{ ...mail.records[0], type: 'CAA' }] },
    'records.0.type',
  ],
  ['a variable twice', { variables: [...mail.variables, mail.variables[0]] }, 'variables'],
])('A template with %s is not saved', async (_, wrong, path) => {
  const envelope = await rig.answer('templates.save', { ...mail, ...wrong })
  expect(envelope).toMatchObject({ ok: false, error: { kind: 'invalid_input', details: { issues: [{ path }] } } })
  expect(await rig.call('templates.list', null)).toEqual([])
})

test('A stored template that cannot be read is reported, not left out', async () => {
  await rig.call('templates.save', mail)
  await rig.restart(() => {
    const file = new DatabaseSync(join(rig.profile, 'banto.db'))
    file.exec(`update zone_template set content = '{"variables":[]}'`)
    file.close()
  })
  await expect(rig.call('templates.list', null)).rejects.toMatchObject({ kind: 'database_damaged' })
})
