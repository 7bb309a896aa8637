import { expect, onTestFinished, test } from 'vitest'
import { describeBulkAnnotationChange } from '#renderer/features/annotations/describe-bulk-annotation-change.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-for-tags'

test('An undo that finds the tags changed back says that nothing was undone', async () => {
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
  const describeUndone = (count: number) =>
    describeBulkAnnotationChange('undone', { part: 'tags', kind: 'domain', count }, 'en', i18n.global.t)
  i18n.global.locale.value = 'en'

  const undo = await change(targets.map((target) => ({ target, add: ['VIP'] })))
  await change([{ target: first, remove: ['VIP'] }])
  expect(describeUndone((await change(undo)).length)).toBe('The change of the tags of 1 domain was undone.')
  expect(describeUndone((await change(undo)).length)).toBe(
    'Nothing was undone: the tags or customers have been changed since.',
  )
})
