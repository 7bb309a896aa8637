import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import CharacterSetField from '#renderer/features/servers/databases/CharacterSetField.vue'
import { i18n } from '#renderer/text/i18n.ts'

async function render(characterSet: string): Promise<{ chosen: string; hasInput: boolean }> {
  i18n.global.locale.value = 'en'
  const app = createSSRApp(CharacterSetField, { modelValue: characterSet, isDisabled: false, isChecked: false })
  // Naive UI collects its styles here, because there is no document.
  app.provide('@css-render/vue3-ssr', { styles: [], ids: new Set() })
  const html = await renderToString(app.use(i18n))
  const radios = html.split('<label').slice(1)
  const chosen = radios.find((radio) => radio.includes('n-radio--checked')) ?? ''
  return { chosen: chosen.includes('utf8mb4') ? 'utf8mb4' : 'another', hasInput: html.includes('n-input') }
}

test('The character set that is sent is shown as chosen, also after an existing database was chosen in between', async () => {
  // The field is created anew when "New database" is chosen again.
  expect(await render('utf8mb4')).toEqual({ chosen: 'utf8mb4', hasInput: false })
  expect(await render('latin1')).toEqual({ chosen: 'another', hasInput: true })
  expect(await render('')).toEqual({ chosen: 'another', hasInput: true })
})
