import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Account } from '#shared/ipc/accounts.ts'
import PayingAccountSelect from '#renderer/features/orders/checkout/PayingAccountSelect.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

test.each([
  ['en', 'No account can place this order now'],
  ['ja', '現在、購入できるアカウントがありません'],
] as const)(
  'It is not said that no account can place an order before the accounts are known (%s)',
  async (language, noAccount) => {
    i18n.global.locale.value = language
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/accounts/:accountId', name: 'account', component: {} }],
    })
    const render = (loaded: Account[] | null) => {
      const pinia = createPinia()
      const accounts = useAccounts(pinia)
      accounts.accounts = loaded ?? []
      accounts.isLoaded = loaded !== null
      const app = createSSRApp({ render: () => h(PayingAccountSelect, { kind: 'acquire', modelValue: null }) })
      // Naive UI collects its styles here, because there is no document.
      app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
      return renderToString(app.use(i18n).use(pinia).use(router))
    }
    expect(await render([{ id: 'a', label: 'Shop', isPaused: true, keys: [] } as unknown as Account])).toContain(
      noAccount,
    )
    expect(await render(null)).not.toContain(noAccount)
  },
)
