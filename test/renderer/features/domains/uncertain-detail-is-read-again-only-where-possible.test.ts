import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, test } from 'vitest'
import DomainDetailSectionFrame from '#renderer/features/domains/DomainDetailSectionFrame.vue'
import { i18n } from '#renderer/text/i18n.ts'

const read = { data: null, readAt: null, error: null, errorAt: null }

function render(reading: { mayRead?: boolean; note?: string }): Promise<string> {
  const props = {
    accountId: 'a',
    title: 'Whois',
    read,
    isUncertain: true,
    isReading: false,
    testId: 'whois',
    ...reading,
  }
  return renderToString(
    createSSRApp({ render: () => h(DomainDetailSectionFrame, props) })
      .use(i18n)
      .use(createPinia()),
  )
}

beforeEach(() => {
  i18n.global.locale.value = 'en'
})

test('A detail with a change of unknown outcome is to be read again only where it has a button that reads it', async () => {
  const shown = [await render({}), await render({ mayRead: false }), await render({ note: 'Only for active domains' })]
  expect(shown.map((html) => html.includes('The outcome of a change is unknown'))).toEqual([true, true, true])
  expect(shown.map((html) => html.includes('Read this again'))).toEqual([true, false, false])
  expect(shown.map((html) => html.includes('<button'))).toEqual([true, false, false])
})
