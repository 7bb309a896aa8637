import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import RequestHistoryList from '#renderer/features/console/RequestHistoryList.vue'
import { i18n } from '#renderer/text/i18n.ts'

test('The history is not said to be empty before it was loaded', async () => {
  const call = () => Promise.withResolvers().promise
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), { banto: { call, listen: () => () => {} } }) })
  i18n.global.locale.value = 'en'
  const html = await renderToString(createSSRApp(RequestHistoryList).use(i18n).use(createPinia()))
  expect(html).not.toContain(i18n.global.t('console.history.none'))
})
