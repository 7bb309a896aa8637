import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { useAppState } from '#renderer/stores/app-state.ts'
import StatusBanners from '#renderer/shell/StatusBanners.vue'
import { i18n } from '#renderer/text/i18n.ts'

function render(proxyUrl: string | null, refusedCalls: number): Promise<string> {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  useAppState().state.refusedKeysHolds = [{ proxyUrl, until: Date.UTC(2026, 10, 20), refusedCalls }]
  return renderToString(
    createSSRApp({ render: () => h(StatusBanners) })
      .use(pinia)
      .use(i18n),
  )
}

test.each([null, 'http://proxy.example:3128'])(
  'The banner of refused keys says “in the last 10 minutes” only of calls that were refused then (proxy: %s)',
  async (proxyUrl) => {
    expect(await render(proxyUrl, 2)).toMatch(/Authentication failed 2 times .*in the last 10 minutes \(since/)
    const earlier = await render(proxyUrl, 0)
    expect(earlier).toContain('Authentication failed several times')
    expect(earlier).not.toContain('in the last 10 minutes (since')
    expect(earlier).toContain('are on hold until')
  },
)
