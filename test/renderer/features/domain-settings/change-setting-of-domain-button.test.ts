import { createPinia, setActivePinia } from 'pinia'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import type { Account } from '#shared/ipc/accounts.ts'
import type { Domain } from '#shared/ipc/inventory.ts'
import ChangeSettingOfDomainButton from '#renderer/features/domain-settings/ChangeSettingOfDomainButton.vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { i18n } from '#renderer/text/i18n.ts'

const domain = {
  row: { accountId: 'a', name: 'example.com' },
  nameservers: { data: { nameservers: ['ns1.example'] }, readAt: 1, error: null, errorAt: null },
} as unknown as Domain

async function render(isReading: boolean): Promise<string> {
  i18n.global.locale.value = 'en'
  const pinia = createPinia()
  setActivePinia(pinia)
  const account = { id: 'a', isPaused: false, isReadOnly: false, keys: [{ state: 'working', me: null }] }
  useAccounts().accounts = [account as unknown as Account]
  const button = { render: () => h(ChangeSettingOfDomainButton, { kind: 'nameservers', domain, isReading }) }
  return renderToString(createSSRApp(button).use(i18n).use(pinia))
}

test('A setting cannot be edited while it is read, because the form would start from values that are replaced', async () => {
  const [reading, read] = [await render(true), await render(false)]
  expect(reading).toContain('The current value is being read.')
  expect(read).not.toContain('The current value is being read.')
  expect([reading, read].map((html) => / disabled/u.test(html))).toEqual([true, false])
})
