import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import DomainReadingCost from '#renderer/features/domains/DomainReadingCost.vue'
import type { DomainReadingEstimate } from '#renderer/features/domains/summarize-domain-reading-cost.ts'
import { i18n } from '#renderer/text/i18n.ts'

async function render(
  given: Partial<DomainReadingEstimate['accounts'][number]>,
  { notes = [], language = 'en' }: { notes?: string[]; language?: 'en' | 'ja' } = {},
): Promise<string> {
  i18n.global.locale.value = language
  const cost = { domains: 500, calls: 2500, callsNow: 2500, minutes: 50, refusedDetails: 0 }
  const accounts = [
    {
      accountId: 'a',
      isPaused: false,
      all: cost,
      withoutFresh: cost,
      notListed: 0,
      noKeyMayRead: 0,
      refusedDomains: 0,
      ...given,
    },
  ]
  const app = createSSRApp({
    render: () => h(DomainReadingCost, { estimate: { dailyFraction: 0.9, accounts }, notes }),
  })
    .use(i18n)
    .use(createPinia())
  // Naive UI adds its styles here instead of to the document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  // Naive UI calls slots in a way that Vue warns of on a server.
  app.config.warnHandler = () => undefined
  return (await renderToString(app)).replaceAll('<!---->', '')
}

test('Before a reading starts, its domains, accounts, calls and time are stated, and what it leaves to other calls', async () => {
  const html = await render({})
  expect(html).toContain('500 domains of 1 account: 2,500 calls, about 50 min.')
  expect(html).toContain('waits while 90% of a limit are used')
  expect(html).not.toContain('domain-reading-later')
  expect(html).not.toContain('domain-reading-fresh')
  expect(await render({}, { language: 'ja' })).toContain('1 アカウントの 500 ドメイン: 2,500 回の呼び出し・約 50 分')
})

test('If the daily limit does not allow all calls now, the dialog says how many it allows, and that the others wait', async () => {
  const cost = { domains: 500, calls: 2500, callsNow: 400, minutes: 8, refusedDetails: 0 }
  const html = await render({ all: cost, withoutFresh: cost })
  expect(html).toContain('2,500 calls. 400 of them are possible now and take about 8 min.')
  expect(html).toContain('domain-reading-later')
  const none = { ...cost, callsNow: 0, minutes: 0 }
  expect(await render({ all: none, withoutFresh: none })).toContain('2,500 calls. None of them is possible now.')
})

test('Fresh domains are left out unless the user wants them, and all other reasons are listed', async () => {
  const withoutFresh = { domains: 200, calls: 1000, callsNow: 1000, minutes: 20, refusedDetails: 4 }
  const html = await render({ withoutFresh }, { notes: ['A reason'] })
  expect(html).toContain('Leave out 300 domains whose readable details were all read in the last 15 minutes')
  expect(html).toContain('200 domains of 1 account: 1,000 calls')
  expect(html).toContain('A reason')
  expect(html).toContain('4 details of the domains to read are left out')
})
