import { createPinia, type Pinia } from 'pinia'
import { createSSRApp, effectScope, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, onTestFinished, test } from 'vitest'
import DomainReadingCostDialogContent from '#renderer/features/domains/DomainReadingCostDialogContent.vue'
import type { DomainReadingEstimate } from '#renderer/features/domains/summarize-domain-reading-cost.ts'
import { useDomainReadingEstimate } from '#renderer/features/domains/useDomainReadingEstimate.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { formatShortWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { startSimulatorRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'

const token = 'token-of-one'

/** An account with one domain, in a window that shows the dialog. */
async function start() {
  const rig = await startSimulatorRig({
    world: { users: [{ name: 'one', keys: [{ token }], domains: [{ domain_name: 'one.example' }] }] },
  })
  onTestFinished(() => rig.close())
  const bridge = connectRigBridge(rig)
  const { id: accountId } = await rig.addAccount('One', [token])
  await rig.call('sync.start', {})
  await expect.poll(async () => (await rig.call('sync.progress', null)).map(({ state }) => state)).toEqual(['idle'])
  const pinia = createPinia()
  const accounts = useAccounts(pinia)
  useQuotaUsage(pinia)
  await accounts.load()
  return { rig, bridge, accountId, pinia }
}

function renderEstimate(
  estimate: DomainReadingEstimate,
  { pinia, language = 'en' }: { pinia: Pinia; language?: 'en' | 'ja' },
): Promise<string> {
  i18n.global.locale.value = language
  const app = createSSRApp({
    render: () => h(DomainReadingCostDialogContent, { firstEstimate: estimate, domains: [] }),
  })
    .use(i18n)
    .use(pinia)
  // Naive UI adds its styles here instead of to the document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  // Naive UI calls slots in a way that Vue warns of on a server.
  app.config.warnHandler = () => undefined
  return renderToString(app).then((html) => html.replaceAll('<!---->', ''))
}

async function createRender() {
  const { pinia } = await start()
  return (
    given: Partial<DomainReadingEstimate['accounts'][number]>,
    { language = 'en', dailyFraction = 0.9 }: { language?: 'en' | 'ja'; dailyFraction?: number } = {},
  ) => {
    const cost = { domains: 500, calls: 2500, callsWithinDailyLimit: 2500, minutes: 50, refusedDetails: 0 }
    const account = {
      accountId: 'a',
      isPaused: false,
      all: cost,
      withoutFresh: cost,
      notListed: 0,
      noKeyMayRead: 0,
      refusedDomains: 0,
      ...given,
    }
    return renderEstimate({ dailyFraction, accounts: [account] }, { pinia, language })
  }
}

test('Before a reading starts, its domains, accounts, calls and time are stated, and what it leaves to other calls', async () => {
  const render = await createRender()
  const html = await render({})
  expect(html).toContain('500 domains of 1 account: 2,500 calls, about 50 min.')
  expect(html).toContain('waits while 90% of a limit are used')
  expect(html).not.toContain('domain-reading-later')
  expect(html).not.toContain('domain-reading-fresh')
  expect(await render({}, { language: 'ja' })).toContain('1 アカウントの 500 ドメイン: 2,500 回の呼び出し・約 50 分')
})

test('Before a reading starts that may use whole daily limits, nothing is said to be left to other calls', async () => {
  const render = await createRender()
  const html = await render({}, { dailyFraction: 1 })
  expect(html).toContain('The job waits while a limit is used up.')
  expect(html).not.toContain('the rest is kept')
  expect(await render({}, { dailyFraction: 1, language: 'ja' })).not.toContain('残りは変更と注文のために残します')
})

test('If the daily limit does not allow all calls now, the dialog says how many it allows, and that the others wait', async () => {
  const render = await createRender()
  const cost = { domains: 500, calls: 2500, callsWithinDailyLimit: 400, minutes: 8, refusedDetails: 0 }
  const html = await render({ all: cost, withoutFresh: cost })
  expect(html).toContain('2,500 calls. 400 of them are possible now and take about 8 min.')
  expect(html).toContain('domain-reading-later')
  const none = { ...cost, callsWithinDailyLimit: 0, minutes: 0 }
  expect(await render({ all: none, withoutFresh: none })).toContain('2,500 calls. None of them is possible now.')
})

test('Fresh domains are left out unless the user wants them, and all other reasons are listed', async () => {
  const render = await createRender()
  const withoutFresh = { domains: 200, calls: 1000, callsWithinDailyLimit: 1000, minutes: 20, refusedDetails: 4 }
  const html = await render({ withoutFresh, notListed: 2 })
  expect(html).toContain('Leave out 300 domains whose readable details were all read in the last 15 minutes')
  expect(html).toContain('200 domains of 1 account: 1,000 calls')
  expect(html).toContain('2 domains are not read: they are no longer in the lists of their accounts.')
  expect(html).toContain('4 details of the domains to read are left out')
})

test('No call is stated as possible now while the service makes the account wait, and the dialog says from when it is, in Japan time', async () => {
  const { rig, bridge, accountId, pinia } = await start()
  const domains = [{ accountId, name: 'one.example' }]
  const render = async (language: 'en' | 'ja') => {
    const html = await renderEstimate(await rig.call('domainReading.estimate', { domains }), { pinia, language })
    return [
      /data-test="domain-reading-sum"[^>]*>([^<]*)</,
      /class="[^"]*\bfew\b[^>]*>\s*(\d+)/,
      /class="later[^>]*>([^<]*)</,
    ].map((part) => part.exec(html)?.[1]?.trim() ?? null)
  }
  expect(await render('en')).toEqual(['1 domain of 1 account: 5 calls, less than a minute.', null, null])
  rig.simulator.faults.add({
    match: { path: '^/v1/domain/' },
    times: 1,
    fault: { kind: 'status', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '3570' } },
  })
  await rig.call('inventory.refreshDomain', { accountId, name: 'one.example', detailKinds: ['lock'] })
  const usages = await rig.call('accounts.quota', null)
  bridge.emit('quota.changed', usages)
  const freeAt = usages.find(({ limitClass }) => limitClass === 'domain')?.nextFreeAt ?? 0
  const time = formatShortWaitEnd(freeAt, Date.now())
  expect(await render('en')).toEqual([
    '1 domain of 1 account: 5 calls, about 60 min.',
    '0',
    `5 from ${time} (Japan time)`,
  ])
  expect(await render('ja')).toEqual([
    '1 アカウントの 1 ドメイン: 5 回の呼び出し・約 60 分',
    '0',
    `${time}（日本時間）から 5 回`,
  ])
  const estimate = await rig.call('domainReading.estimate', { domains })
  const limited = estimate.accounts.map((account) => ({
    ...account,
    all: { ...account.all, callsWithinDailyLimit: 3 },
  }))
  const renderLimited = (language: 'en' | 'ja') =>
    renderEstimate({ ...estimate, accounts: limited }, { pinia, language })
  expect(await renderLimited('en')).toContain('5 calls. 3 of them take about 60 min, including waits.')
  expect(await renderLimited('ja')).toContain('5 回の呼び出し。うち 3 回は、待ち時間を含めて約 60 分かかります。')
})

test('The cost follows what is read while the dialog is open, because the job is planned when it starts', async () => {
  const { rig, bridge, accountId } = await start()
  const domains = [{ accountId, name: 'one.example' }]
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const first = await rig.call('domainReading.estimate', { domains })
  const estimate = scope.run(() => useDomainReadingEstimate(first, domains))
  const calls = () => estimate?.value.accounts.map(({ all }) => all.calls)
  expect(calls()).toEqual([5])
  rig.simulator.faults.add({ match: { path: '/whois$' }, fault: { kind: 'status', status: 403, code: 'FORBIDDEN' } })
  await rig.call('inventory.refreshDomain', { accountId, name: 'one.example', detailKinds: ['whois'] })
  bridge.emit('inventory.changed', { accountId, domain: 'one.example' })
  await expect.poll(calls, { timeout: 10_000 }).toEqual([4])
})
