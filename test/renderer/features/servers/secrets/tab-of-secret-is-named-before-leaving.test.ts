import { createPinia } from 'pinia'
import { createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { confirmLosingSecret } from '#renderer/features/servers/secrets/confirm-losing-secret.ts'
import {
  provideTabName,
  provideUnsavedInputRegistry,
  useReportUnsavedSecret,
} from '#renderer/features/servers/unsaved-input-and-secrets-registry.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('The question before a server page is left names the tabs with a secret that was not copied', async () => {
  const isUncopied: Record<string, boolean> = { ssh: true, databases: false, wordpress: true }
  const Form = defineComponent({
    props: { tab: { type: String, required: true } },
    setup({ tab }) {
      useReportUnsavedSecret(() => isUncopied[tab] === true)
      return () => h('form')
    },
  })
  const Tab = defineComponent({
    props: { name: { type: String, required: true } },
    setup({ name }) {
      provideTabName(name)
      return () => [h(Form, { tab: name }), h(Form, { tab: name })]
    },
  })
  let listTabs = (): string[] => []
  const page = createSSRApp({
    setup() {
      listTabs = provideUnsavedInputRegistry().listTabsWithSecret
      return () => Object.keys(isUncopied).map((name) => h(Tab, { name }))
    },
  })
  await renderToString(page.use(i18n).use(createPinia()))
  expect(listTabs()).toEqual(['ssh', 'wordpress'])
  const t = setMessageLanguage('en')
  const answer = confirmLosingSecret(
    t,
    listTabs().map((tab) => t(`serverPage.tab.${tab}`)),
  )
  expect(currentConfirmation.value?.body).toContain('Neither copied nor saved: tab “SSH, WordPress”.')
  currentConfirmation.value?.answer(false)
  expect(await answer).toBe(false)
})
