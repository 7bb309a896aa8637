import { createPinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { QuoteRowWithProblem } from '#renderer/features/orders/checkout/group-quote-problems.ts'
import QuoteProblems from '#renderer/features/orders/checkout/QuoteProblems.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', 'No permitted key (Shop, Beta)', 'Expired<'],
  ['ja', 'この操作ができるAPIキーがありません（Shop, Beta）', '期限切れです<'],
] as const)(
  'Items that cannot be bought because of their accounts are shown with the accounts (%s)',
  async (language, ofAccounts, ofDomain) => {
    const unanswered = () => new Promise(() => undefined)
    Object.assign(globalThis, { window: { banto: { call: unanswered, listen: () => undefined } } })
    setMessageLanguage(language)
    const pinia = createPinia()
    const labels = { a: 'Shop', b: 'Beta' }
    useAccounts(pinia).accounts = Object.entries(labels).map(
      ([id, label]) => ({ id, label, keys: [] }) as unknown as Account,
    )
    const rowOf = (accountId: string, name: string, reason: string) =>
      ({
        id: name,
        item: { kind: 'renew', accountId, name, years: 1 },
        problem: { reason, error: null, intentId: null },
      }) as QuoteRowWithProblem
    const rows = [
      rowOf('a', 'one.com', 'no_permission'),
      rowOf('b', 'two.com', 'no_permission'),
      rowOf('a', 'three.com', 'no_permission'),
      rowOf('a', 'four.com', 'expired'),
    ]
    const app = createSSRApp({ render: () => h(QuoteProblems, { rows }) })
    const html = await renderToString(app.use(i18n).use(pinia))
    expect(html).toContain(ofAccounts)
    expect(html).toContain(ofDomain)
  },
)
