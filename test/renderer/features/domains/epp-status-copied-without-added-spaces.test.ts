import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { i18n } from '#renderer/text/i18n.ts'
import EppStatus from '#renderer/features/domains/EppStatus.vue'

test('The code of an EPP status is shown, and so copied, without spaces that the registry does not write', async () => {
  i18n.global.locale.value = 'en'
  const html = await renderToString(
    createSSRApp({ render: () => h(EppStatus, { status: 'clientTransferProhibited' }) }).use(i18n),
  )
  expect(html.replaceAll(/<[^>]*>/gsu, '')).toBe('clientTransferProhibitedregistrar lock on')
})
