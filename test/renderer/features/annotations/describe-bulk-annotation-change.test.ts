import { expect, onTestFinished, test } from 'vitest'
import { describeBulkAnnotationChange } from '#renderer/features/annotations/describe-bulk-annotation-change.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-for-tags'

test('An undo says what it changed back, and that nothing was undone if the tags were changed since', async () => {
  const domains = ['one.example', 'two.example'].map((domain_name) => ({ domain_name }))
  const rig = await startSimulatorRig({ world: { users: [{ name: 'first', keys: [{ token }], domains }] } })
  onTestFinished(() => rig.close())
  const accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state, endedAt }) => state === 'idle' && endedAt))
  await rig.call('sync.start', {})
  await ended
  const targets = domains.map(({ domain_name: name }) => ({ kind: 'domain' as const, accountId, name }))
  const [first] = targets
  if (!first) throw new Error('There is no domain')
  const change = async (changes: Parameters<typeof rig.call<'annotations.changeTagsAndCustomers'>>[1]['changes']) =>
    (await rig.call('annotations.changeTagsAndCustomers', { changes })).undo
  const describeUndone = async () =>
    describeBulkAnnotationChange('undone', { kind: 'domain', restoring: await change(undo) }, 'en', i18n.global.t)
  i18n.global.locale.value = 'en'

  let undo = await change(targets.map((target) => ({ target, add: ['VIP'] })))
  await change([{ target: first, remove: ['VIP'] }])
  expect(await describeUndone()).toBe('The change of the tags of 1 domain was undone.')
  expect(await describeUndone()).toBe('Nothing was undone: the tags or customers have been changed since.')

  await change([{ target: first, customer: 'Aoba' }])
  undo = await change(targets.map((target) => ({ target, add: ['VIP'], customer: 'Aoba' })))
  await change([{ target: targets[1] ?? first, customer: 'Minato' }])
  expect(await describeUndone()).toBe('The change of the tags of 2 domains was undone.')
})
