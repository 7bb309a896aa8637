import { expect, test, onTestFinished } from 'vitest'
import { makeUniqueKeyLabel, proposeKeyLabel } from '#shared/unique-key-label.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const [first, second, third] = ['token-of-the-first', 'token-of-the-second', 'token-of-the-third']

async function open(): Promise<SimulatorRig> {
  const rig = await startSimulatorRig({
    world: {
      users: [
        {
          name: 'user',
          keys: [{ token: first }, { token: second }, { token: third }],
          domains: [{ domain_name: 'one.example' }],
        },
      ],
    },
  })
  onTestFinished(() => rig.close())
  return rig
}

const tryKey = async (rig: SimulatorRig, secret: string) =>
  (await rig.call('accounts.tryKey', { baseUrl: rig.simulator.url, secret })).pendingKeyId
const refusal = {
  ok: false,
  error: { kind: 'invalid_input', details: { issues: [{ path: 'label', code: 'labelTaken' }] } },
}

test('An account refuses two keys with one label: added together, added later, or renamed', async () => {
  const rig = await open()
  const pendingKeyIds = [await tryKey(rig, first), await tryKey(rig, second)]
  const add = (labels: string[]) =>
    rig.answer('accounts.add', {
      label: 'A',
      colour: 'blue',
      baseUrl: rig.simulator.url,
      keys: pendingKeyIds.map((pendingKeyId, index) => ({ pendingKeyId, label: labels[index] ?? '' })),
    })
  expect(await add(['main', ' main '])).toMatchObject(refusal)
  expect(await rig.call('accounts.list', null)).toEqual([])
  await add(['main', 'spare'])
  const [account] = await rig.call('accounts.list', null)
  const accountId = account?.id ?? ''
  const spare = account?.keys[1]?.id ?? ''
  const pendingKeyId = await tryKey(rig, third)
  expect(await rig.answer('accounts.addKey', { accountId, pendingKeyId, label: 'spare' })).toMatchObject(refusal)
  expect(await rig.answer('accounts.renameKey', { accountId, keyId: spare, label: 'main' })).toMatchObject(refusal)
  expect(await rig.answer('accounts.renameKey', { accountId, keyId: spare, label: 'spare' })).toMatchObject({
    ok: true,
  })
  // The pending key is still kept, so the refusal costs no second trial.
  expect(await rig.answer('accounts.addKey', { accountId, pendingKeyId, label: 'third' })).toMatchObject({ ok: true })
})

test('Keys with the same label get numbers after a merge', async () => {
  const rig = await open()
  const into = await rig.addAccount('Into', [first])
  const from = await rig.addAccount('From', [second])
  const merged = await rig.call('accounts.merge', { accountId: into.id, fromAccountId: from.id })
  expect(merged.keys.map(({ label }) => label)).toEqual(['Key 1', 'Key 1 (2)'])
})

test('A label in use gets a number within the maximum length, and a proposed label skips numbers in use', () => {
  const long = 'x'.repeat(60)
  expect(makeUniqueKeyLabel('Key', [])).toBe('Key')
  expect(makeUniqueKeyLabel('Key', ['Key', 'Key (2)'])).toBe('Key (3)')
  expect(makeUniqueKeyLabel(long, [long])).toBe(`${'x'.repeat(56)} (2)`)
  expect(proposeKeyLabel((n) => `Key ${n}`, 2, ['Key 2', 'Key 3'])).toBe('Key 4')
})
