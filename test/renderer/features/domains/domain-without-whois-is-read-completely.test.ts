import type { App } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { useDomainRowActions } from '#renderer/features/domains/useDomainRowContextMenu.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const token = 'a-key-of-the-user'

test('A domain whose Whois or zone the service does not offer counts as read completely', async () => {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'first', keys: [{ token }], domains: [{ domain_name: 'example.co.jp' }] }] },
  })
  onTestFinished(() => rig.close())
  await rig.call('app.saveSettings', { backgroundShare: 0 })
  const accountId = (await rig.addAccount('First', [token])).id
  const ended = rig.event('sync.changed', (all) => all.every(({ state }) => state !== 'lists' && state !== 'details'))
  await rig.call('sync.start', {})
  await ended
  connectRigBridge(rig)
  // The provider of Naive UI needs a document.
  const messages = { install: (app: App) => app.provide('n-message-api', {}) }
  const { made, leave } = runInSetup(() => useDomainRowActions({ openSelectionTags: () => undefined }), {
    plugins: [messages],
  })
  onTestFinished(leave)
  const { rows } = await rig.call('inventory.domains', { limit: 1 })
  const row = rows[0]
  if (!row) throw new Error('The domain is not listed')
  expect(await made.refresh(row)).toEqual([])
  const { whois } = await rig.call('inventory.domain', { accountId, name: row.name })
  expect(whois.error?.code).toBe('WHOIS_NOT_EDITABLE')

  const match = { method: 'GET', path: '/dns$' }
  const refusal = { kind: 'status', when: 'before' } as const
  rig.simulator.faults.add({ match, times: 1, fault: { ...refusal, status: 404, code: 'DOMAIN_NOT_FOUND' } })
  expect(await made.refresh(row)).toEqual([])
  const { zone } = await rig.call('inventory.domain', { accountId, name: row.name })
  expect(zone.error?.code).toBe('DOMAIN_NOT_FOUND')

  rig.simulator.faults.add({ match, times: 9, fault: { ...refusal, status: 403, code: 'FORBIDDEN' } })
  expect(await made.refresh(row)).toMatchObject([{ code: 'FORBIDDEN' }])
})
