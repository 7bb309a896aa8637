import { createI18n } from 'vue-i18n'
import { en } from './en.ts'
import { ja } from './ja.ts'

export const i18n = createI18n({ legacy: false, locale: 'ja', fallbackLocale: 'en', messages: { ja, en } })

/** Sets the language of all texts and of the document. */
export function setLanguage(language: 'ja' | 'en'): void {
  i18n.global.locale.value = language
  document.documentElement.lang = language
}
