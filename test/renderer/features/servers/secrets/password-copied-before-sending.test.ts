import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import PasswordShownOnce from '#renderer/features/servers/secrets/PasswordShownOnce.vue'
import { provideUnsavedInputRegistry } from '#renderer/features/servers/unsaved-input-and-secrets-registry.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test('A password that was copied before it was sent is not asked about when it disappears, unless another one is shown with it', async () => {
  const t = setMessageLanguage('en')
  const render = async (wasCopied: boolean, hasOthersUncopied = false) => {
    let hasSecret = () => false
    const app = createSSRApp({
      setup() {
        ;({ hasSecret } = provideUnsavedInputRegistry())
        const end = { sentence: () => 'Done.', at: 0 }
        return () =>
          h(PasswordShownOnce, { end, facts: [], password: 'not-a-real-password', wasCopied, hasOthersUncopied })
      },
    })
    const shown = await renderToString(app.use(i18n).use(createPinia()))
    return { shown, isAsked: hasSecret() }
  }
  const copied = await render(true)
  expect(copied.isAsked).toBe(false)
  expect(copied.shown).toContain(t('serverSecrets.copied'))
  for (const uncopied of [await render(false), await render(true, true)]) {
    expect(uncopied.isAsked).toBe(true)
    expect(uncopied.shown).toContain(t('serverSecrets.once'))
  }
})
