import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import AttributeFilterChips from '#renderer/features/list-tools/AttributeFilterChips.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { noAttributeFilters } from '#renderer/stores/create-list-filter-and-sort.ts'
import { i18n } from '#renderer/text/i18n.ts'

test('The filter for accounts counts only accounts that exist, and can be removed when none does', async () => {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  useAccounts().accounts = [{ id: 'a', label: 'Alpha', keys: [] } as unknown as Account]
  const render = (accountIds: string[]) =>
    renderToString(
      createSSRApp(AttributeFilterChips, { modelValue: noAttributeFilters, accountIds }).use(i18n).use(pinia),
    )
  expect(await render(['a', 'removed'])).toContain('>Only 1 account<')
  expect(await render(['a', 'removed'])).not.toContain('removed')
  expect(await render(['removed'])).toContain('>Only 0 accounts<')
})
