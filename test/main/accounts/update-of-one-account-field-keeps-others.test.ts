import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorRig } from '#test/main-process-rig.ts'

test('An update of one field, as the window sends it, leaves every other field of the account unchanged', async () => {
  const rig = await startSimulatorRig({ world: { users: [{ name: 'aoi', keys: [{ token: 'the-key-of-aoi' }] }] } })
  onTestFinished(() => rig.close())
  const { id } = await rig.addAccount('Aoi', ['the-key-of-aoi'])
  const given = {
    label: 'Aoi',
    colour: 'green',
    folder: 'Tokyo',
    notes: 'Invoice to 03-0000',
    isPaused: false,
    isReadOnly: false,
  } as const
  await rig.call('accounts.update', { accountId: id, ...given })
  for (const change of [
    { isPaused: true },
    { isReadOnly: true },
    { label: 'Aoba' },
    { colour: 'red' },
    { folder: 'Osaka' },
    { notes: '' },
  ] as const) {
    const before = await rig.call('accounts.list', null)
    const after = await rig.call('accounts.update', { accountId: id, ...change })
    expect(after).toMatchObject({
      label: before[0]?.label,
      colour: before[0]?.colour,
      folder: before[0]?.folder,
      notes: before[0]?.notes,
      ...change,
    })
  }
})
