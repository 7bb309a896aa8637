import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { findServerAddresses } from '#shared/find-addresses-in-server-information.ts'
import NewSiteZonePlan from '#renderer/features/new-site/NewSiteZonePlan.vue'
import { i18n } from '#renderer/text/i18n.ts'
import { createARecordInput, domain, startPlansRig } from '#test/main/plans/plans-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The review of a new site says as of when the zone needs no change', async () => {
  const servername = 'web01.simulator.example'
  const rig = await startPlansRig({ user: { servers: [{ server_id: 'web01' }] } })
  const { accountId } = rig
  await rig.call('inventory.refreshServer', { accountId, name: servername })
  const { info } = await rig.call('inventory.server', { accountId, name: servername })
  await rig.run(rig.edits(findServerAddresses(info.data).map((address) => createARecordInput('@', address))))
  const { readAt } = await rig.call('dns.refresh', { accountId, domain })
  const source = { serverAccountId: accountId, servername, hosts: ['@' as const], verificationHost: null }
  const summary = await rig.create({ kind: 'new_site', ...source })
  const [planned] = await rig.planned(summary.planId)
  if (!planned || readAt === null) throw new Error('The domain is planned and was read')
  expect(planned).toMatchObject({ changes: [], findings: [] })

  connectRigBridge(rig)
  setMessageLanguage('en')
  const plan = { summary, domain: planned }
  const app = createSSRApp({ render: () => h(NewSiteZonePlan, { plan, hasWantedRecords: true }) })
  const html = await renderToString(app.use(i18n).use(createPinia()))
  expect(html).toContain('When last read, the zone was already as needed.')
  expect(html).toContain(`datetime="${new Date(readAt).toISOString()}"`)
})
